"""Go's computer players. Start reading at `ai/go/engine.py`.

- ``levels.py``: the levels and what each may spend; no numba.
- ``engine.py``: which player answers at which level.
- ``search.py`` over ``tree.py``, ``playout.py``, ``board.py``, ``patterns.py``: levels 3 to 8, a Monte-Carlo
  tree search; the last four are kernels.
- ``beginner.py``: levels 1 and 2, in plain Python over ``sight.py``, what one stone would do.
- ``shape/``: the source's player, one ply deep, over ``sight.py`` too.
- ``judge.py``, ``endgame.py``, ``agreement.py``: which stones are dead, when to pass, and the scoring; the
  same for all.
"""
