"""The source's own player of Go ("shape"), one ply deep. Start reading at `ai/go/shape/player.py`.

- ``weights.py``: the value of every element, in one table, and the three phases of a game.
- ``tactics.py``: captures, rescues, ataris.
- ``strategy.py``: corners, enclosures, approaches, extensions, connection.
- ``shapes.py``: good and bad shapes.
- ``territory.py``: corner, side and center, contact, big points.
"""
