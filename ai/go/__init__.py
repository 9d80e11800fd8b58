"""Go's computer players.

- ``levels.py``: the levels and their limits; no numba.
- ``engine.py``: which player answers at which level.
- ``search.py`` over ``tree.py``, ``move_features.py``, ``node_features.py``, ``playout.py``, ``tactics.py``,
  ``board.py``, ``patterns.py``: level 8, a Monte-Carlo tree search. All but the first are kernels: the
  tree, the priors of moves, tactics read in a new node, playouts, fights, stones and chains, eyes and local
  patterns.
- ``opening.py``: corners first, then sides, at all levels but the source's player.
- ``komi.py``: komi, and what the search plays for besides winning: the margin, a handicap's compensation.
- ``train/``: learns the weights of ``move_features.py`` from the engine's own games.
- ``sight.py``: what people see in a position (``one_ply_features.py``, then the search);
  levels 1 to 7 are skills of `ai.human`.
- ``shape/``: the source's own player, one ply deep, over ``one_ply_features.py`` too.
- ``ownership.py``, ``endgame.py``, ``scoring_protocol.py``: dead stones, passing and the scoring phase; the
  same for all levels.
"""
