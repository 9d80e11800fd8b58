"""The Discord bot. Start reading at `bot/app.py`, then `bot/matches.py` for one move's way."""
