"""The migrations, one for each release, oldest first by number."""
