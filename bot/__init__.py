"""The Discord bot. Start reading at `bot/app.py`, then `bot/match/service.py` for one move's way."""
