"""Gomoku in eight variants: renju, Korean omok, standard, freestyle, and standard opened by swap2.

`rules` holds positions, notation and diagrams, `boards` the points and the variants, `forbidden` the shapes
that a move makes and the points forbidden for them, `opening` the stages of swap2.
"""

from games.gomoku.boards import VARIANTS, Board, Variant
from games.gomoku.rules import GOMOKU, Gomoku, GomokuPosition

__all__ = ["GOMOKU", "VARIANTS", "Board", "Gomoku", "GomokuPosition", "Variant"]
