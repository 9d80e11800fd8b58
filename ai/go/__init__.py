"""Go's computer players. Start reading at `ai/go/engine.py`.

- ``levels.py``: the levels and what each may spend; no numba.
- ``engine.py``: which player answers at which level.
- ``search.py`` over ``tree.py``, ``traits.py``, ``scout.py``, ``playout.py``, ``tactics.py``, ``board.py``,
  ``patterns.py``: levels 3 to 8, a Monte-Carlo tree search. All but the first are kernels: the tree, what is
  known of a move before any playout, what fights promise in a new node, games played to their end, fights,
  stones and chains, eyes and shapes.
- ``stakes.py``: what the search plays for besides winning: points, and a handicap made up for.
- ``train/``: learns from the engine's own games what ``traits.py`` knows, ``weights.npz``.
- ``beginner.py``: levels 1 and 2, in plain Python over ``sight.py``, what one stone would do.
- ``shape/``: the source's player, one ply deep, over ``sight.py`` too.
- ``judge.py``, ``endgame.py``, ``agreement.py``, ``reckoning.py``: which stones are dead, when to pass, the
  scoring, and the komi; the same for all.
"""
