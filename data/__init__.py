"""What lasts: matches, their moves, settings. Start reading at `data/matches.py`."""
