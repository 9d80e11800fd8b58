"""Gomoku's computer players.

- ``levels.py``: the levels and their limits; no numba.
- ``engine.py``: which player answers at which level.
- ``sight.py``: what people see in a position; levels 1 to 7 are skills of `ai.human`.
- ``window_player.py``, ``weights_player.py``: the sources' own players, as they were.
- ``root.py``: level 8 and the Gomocup protocol at the root, over ``ai/deepening.py``;
  ``root_moves.py``: the search of the root's moves; ``search_limit.py``: when a search must end; ``swap.py``:
  swap2's opening.
- ``search.py``: PVS; ``moves.py``, ``evaluate.py``, ``table.py``; ``vcf.py`` (victory by continuous fours)
  and ``vct.py`` (by fours and threes).
- ``board.py``: stones, and what each empty point would make on one line (``line_patterns.py``) and on all
  four (``point_patterns.py``).
- ``network.py``: the network of the evaluation, updated by the board; ``values.py``: all that is learned.
- ``train/``: the values, learned from the engine's own games.
"""
