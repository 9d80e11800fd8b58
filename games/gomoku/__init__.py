"""Gomoku in seven variants: renju, Korean omok, standard and freestyle on 15x15 and 19x19 boards.

Start reading at `games.gomoku.rules.GomokuPosition.play`; `boards` holds the points and the variants,
`forbidden` what a move makes on its lines and which points are refused for it.
"""

from games.gomoku.boards import VARIANTS, Board, Variant
from games.gomoku.rules import GOMOKU, Gomoku, GomokuPosition

__all__ = ["GOMOKU", "VARIANTS", "Board", "Gomoku", "GomokuPosition", "Variant"]
