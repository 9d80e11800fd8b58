"""Puzzles: positions of the engines' own matches with exactly one right move. Start at `ai.puzzles.puzzle`.

The bot reads them. Developers make them with ``python -m ai.puzzles.make MAKER FILE --count N --seed S``: it
plays matches, the game's module (``ai/puzzles/make/othello.py``) looks for puzzles with the engine's solver,
and ``ai/puzzles/proof`` proves each by the rules alone. ``python -m ai.puzzles.proof FILE…`` proves stored
ones again. ``make`` is not in the wheel.
"""
