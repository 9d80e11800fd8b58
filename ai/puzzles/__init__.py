"""Puzzles: positions of the engines' own matches with exactly one right move. Start at `ai.puzzles.puzzle`.

``python -m ai.puzzles MAKER FILE --count N --seed S`` makes them: `ai.puzzles.make` plays matches, the game's
module (``ai/puzzles/othello.py``) looks for puzzles with the engine's solver, and ``ai/puzzles/proof`` proves
each by the rules alone. ``python -m ai.puzzles.prove FILE…`` proves stored ones again.
"""
