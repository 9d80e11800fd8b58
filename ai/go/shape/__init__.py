"""The source's player of Go ("shape"), one ply deep. Start reading at `ai/go/shape/player.py`.

- ``weights.py``: what everything is worth, in one table, and the three phases of a game.
- ``tactics.py``: stones taken, saved, put in atari.
- ``strategy.py``: corners, enclosures, approaches, extensions, connection.
- ``forms.py``: good and bad shapes.
- ``territory.py``: corner, side and centre, contact, big points.
"""
