"""Gomoku's computer players. Start reading at `ai/gomoku/engine.py`.

- ``levels.py``: the levels and what each may spend; no numba.
- ``engine.py``: which player answers at which level.
- ``beginner.py``: levels 1 and 2, who overlook things.
- ``window.py``, ``weights.py``: the sources' players, as they were.
- ``root.py``: levels 3 to 8, and `ai/gomocup.py`: deepening, time, variety, the line.
- ``sweep.py``: the root's moves, one after another.
- ``search.py``: alpha-beta; ``moves.py``, ``estimate.py``, ``fours.py`` (the chase by fours), ``threes.py``
  (fours and threes), ``table.py``.
- ``board.py``: stones, and what each point would make on one line (``lines.py``) and on four (``forms.py``).
- ``network.py``: what the estimate adds to its sums, kept up to date by the board; ``values.py``: all that is
  learnt.
- ``clock.py``: when a search must end.
- ``train.py``, ``fit.py``, ``descent.py`` (the network): the values, learnt from the engine's own games.
"""
