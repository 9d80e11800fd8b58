"""Gomoku in eight variants: renju, Korean omok, standard, freestyle, and standard opened by swap2.

Start reading at `games.gomoku.rules.GomokuPosition.play`; `boards` holds the points and the variants,
`forbidden` what a move makes on its lines and which points are refused for it, `opening` the stages of swap2.
"""

from games.gomoku.boards import VARIANTS, Board, Variant
from games.gomoku.rules import GOMOKU, Gomoku, GomokuPosition

__all__ = ["GOMOKU", "VARIANTS", "Board", "Gomoku", "GomokuPosition", "Variant"]
