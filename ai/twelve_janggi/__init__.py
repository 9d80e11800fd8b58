"""Twelve Janggi's computer players. Start reading at `ai/twelve_janggi/engine.py`.

- ``levels.py``: the levels and what each may spend; no numba.
- ``engine.py``: which player answers at which level.
- ``beginner.py``: levels 1 and 2, in plain Python.
- ``material.py``: the source's player, a plain alpha-beta with its tables.
- ``perfect.py``: level 8, which plays by the solution; ``oracle.py`` finds the truth of a position in the
  table that is shipped (``table.py``, ``solution.bin``); ``index.py`` and ``steps.py`` serve both
  table and solver.
- ``solve/``: the solver, `python -m ai.twelve_janggi.solve`.
- ``root.py``: levels 3 to 7, and 8 without the table: deepening, time, variety, the line.
- ``state.py``, ``evaluate.py``, ``search.py``: a whole position in 64 bits, its worth, its search.
"""
