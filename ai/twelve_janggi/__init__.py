"""Twelve Janggi's computer players.

- ``levels.py``: the levels and their limits; no numba.
- ``engine.py``: which player answers at which level.
- ``sight.py``: what people see in a position; levels 1 to 7 are skills of `ai.human`.
- ``material_player.py``: the source's own player, a plain alpha-beta with its tables.
- ``tablebase_player.py``: level 8, which plays by the solution. ``tablebase_probe.py`` finds the exact value
  of a position in the shipped tablebase (``tablebase.py``, ``solution.bin``); ``index.py`` and
  ``successors.py`` serve both tablebase and solver.
- ``solve/``: the solver, ``python -m ai.twelve_janggi.solve``.
- ``root.py``: level 8 without the tablebase, at the root, over ``ai/deepening.py``.
- ``state.py``, ``evaluate.py``, ``search.py``: a position in 64 bits, its evaluation, its search.
"""
