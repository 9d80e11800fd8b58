"""Learning the priors of moves from the engine's own games: ``python -m ai.go.train``.

- ``self_play.py``: games of the engine against itself, with the visits of every search.
- ``fit.py``: the strengths of features (`ai.go.move_features`), by minorization-maximization.
"""
