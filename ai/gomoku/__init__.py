"""Gomoku's computer players. Start reading at `ai/gomoku/engine.py`.

- ``levels.py``: the levels and what each may spend; no numba.
- ``engine.py``: which player answers at which level.
- ``beginner.py``: levels 1 and 2, who overlook things.
- ``window.py``, ``weights.py``: the sources' players, as they were.
- ``root.py``: levels 3 to 8: deepening, time, variety, the line.
- ``search.py`` over ``fours.py``, ``board.py``, ``table.py``: alpha-beta and the chase by fours.
- ``clock.py``: when a search must end.
- ``lines.py``, ``forms.py``: what a stone makes on one line, and on all four; what that is worth.
"""
