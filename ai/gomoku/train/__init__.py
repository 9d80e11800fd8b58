"""Learning the engine's values from its own games: ``python -m ai.gomoku.train``.

- ``pipeline.py``: rounds of playing and learning, in files that a stopped run resumes from.
- ``self_play.py``: the engine's games against itself.
- ``fit.py``: values fitted to games by logistic regression.
- ``fit_network.py``: the network over them, fitted by stochastic gradient descent.
- ``starts.py``: even starts of matches, ``python -m ai.gomoku.train.starts``.
"""
