"""What is stored of people: what they set for themselves, and how all of it is read and erased."""
