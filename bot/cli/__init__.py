"""The command ``daeguk``: its arguments, and everything that it can do besides running the bot."""
