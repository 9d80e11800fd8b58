"""Twelve Janggi's computer players. Start reading at `ai/twelve_janggi/engine.py`.

- ``levels.py``: the levels and what each may spend; no numba.
- ``engine.py``: which player answers at which level.
- ``beginner.py``: levels 1 and 2, in plain Python.
- ``material.py``: the source's player, a plain alpha-beta with its tables.
- ``root.py``: levels 3 to 8: deepening, time, variety, the line.
- ``state.py``, ``evaluate.py``, ``search.py``: a whole position in 64 bits, its worth, its search.
"""
