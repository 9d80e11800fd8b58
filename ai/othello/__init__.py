"""Othello's computer players.

- ``levels.py``: the levels and their limits; no numba.
- ``engine.py``: which player answers at which level.
- ``sight.py``: what people see in a position; levels 1 to 7 are skills of `ai.human`.
- ``classic_player.py``: the source's player, a plain minimax.
- ``root.py``: level 8 at the root, on any board, over ``ai/deepening.py``; ``book.py``: the openings of
  level 8.
- ``bitboard_searcher.py``: 8x8 and 6x6 in 64 bits. ``bitboard.py`` over ``line_scans.py`` (``simd.py``, or
  ``scalar.py`` without vectors) generates moves; ``patterns.py``, ``mobility.py`` and ``evaluate.py`` with
  ``weights.py`` evaluate; ``search.py`` searches, ``endgame.py`` solves.
- ``mailbox_searcher.py`` over ``mailbox.py`` and ``features.py``: boards of any size, used for 10x10.
- ``search_state.py``, ``pointers.py``, ``move_list.py``, ``table.py``: the memory that both searches work in.
- ``train/``: how the weights and the opening books are made.
"""
