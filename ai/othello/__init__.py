"""Othello's computer players. Start reading at `ai/othello/engine.py`.

- ``levels.py``: the levels and what each may spend; no numba.
- ``engine.py``: which player answers at which level.
- ``beginner.py``: levels 1 and 2, in plain Python.
- ``classic.py``: the source's player, a plain minimax.
- ``root.py``: levels 3 to 8: deepening, time, errors, the line; knows no board.
- ``narrow.py``: 8x8 and 6x6 in 64 bits: ``bits.py`` (over ``lanes.py``, or ``plain.py`` without vectors),
  ``patterns.py``, ``counts.py`` and ``evaluate.py`` with ``weights.py``, ``search.py``, and ``end.py`` for
  exact ends.
- ``wide.py`` over ``cells.py`` and ``features.py``: a board of any size, used for 10x10.
- ``desk.py``, ``memory.py``, ``moves.py``, ``table.py``: what both searches work with.
- ``train/``: how the weights are made.
"""
