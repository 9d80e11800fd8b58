"""Boards: a position to a PNG. Start reading at `bot/drawing/base.py`.

A new game's board is one module and one line in `BOARDS`.
"""

from __future__ import annotations

from bot.drawing.base import Board, Scene
from bot.drawing.go import GoBoard
from bot.drawing.gomoku import GomokuBoard
from bot.drawing.hare_and_hounds import HareBoard
from bot.drawing.othello import OthelloBoard
from bot.drawing.twelve_janggi import JanggiBoard

BOARDS: dict[str, Board] = {
    board.slug: board for board in (OthelloBoard(), GomokuBoard(), GoBoard(), HareBoard(), JanggiBoard())
}
"""Every board by its game's slug."""


def board(slug: str) -> Board:
    """Look up a game's board. Raises `KeyError` for a game that has none."""
    return BOARDS[slug]


__all__ = ["BOARDS", "Board", "Scene", "board"]
