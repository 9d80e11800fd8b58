"""Othello's computer players. Start reading at `ai/othello/engine.py`.

- ``levels.py``: the levels and what each may spend; no numba.
- ``engine.py``: which player answers at which level.
- ``beginner.py``: levels 1 and 2, in plain Python.
- ``classic.py``: the source's player, a plain minimax.
- ``root.py``: levels 3 to 8: deepening, time, variety, the line; knows no board.
- ``narrow.py`` over ``bits.py``, ``evaluate.py``, ``search.py``, ``solve.py``: 8x8 and 6x6 in 64 bits.
- ``wide.py`` over ``cells.py``: a board of any size, used for 10x10.
"""
