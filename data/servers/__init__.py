"""What is stored of servers: settings, moderation, roles by rating, and how long what is kept."""
