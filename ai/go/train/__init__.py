"""Learning from the engine's own games: ``python -m ai.go.train``. Start reading at `ai.go.train.__main__`.

- ``games.py``: the engine plays itself, and what it looked at is kept.
- ``strengths.py``: how strong each trait of a move is (`ai.go.traits`), by minorisation-maximisation.
"""
