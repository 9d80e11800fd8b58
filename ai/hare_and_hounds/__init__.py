"""Hare and Hounds' computer players.

- ``levels.py``: the levels and their limits.
- ``engine.py``: which player answers at which level.
- ``solution_player.py``: level 8, perfect play by the solution.
- ``sight.py``: what people see in a position; levels 1 to 7 are skills of `ai.human`. ``feeling.py``: who
  stands better where nothing is forced.
- ``solution.py``: the whole game by retrograde analysis, computed when it is first needed. numpy only, no
  numba; ``python -m ai.hare_and_hounds.solve`` prints what it finds.
- ``enclosure_player.py``: the source's player, alpha-beta with its evaluation.
"""
