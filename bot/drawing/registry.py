"""Every game's drawing. A new game adds a module and a line here."""

from __future__ import annotations

from bot.drawing.base import Drawing
from bot.drawing.go import GoDrawing
from bot.drawing.gomoku import GomokuDrawing
from bot.drawing.hare_and_hounds import HareAndHoundsDrawing
from bot.drawing.othello import OthelloDrawing
from bot.drawing.twelve_janggi import TwelveJanggiDrawing

DRAWINGS: dict[str, Drawing] = {
    drawing.slug: drawing
    for drawing in (
        OthelloDrawing(),
        GomokuDrawing(),
        GoDrawing(),
        HareAndHoundsDrawing(),
        TwelveJanggiDrawing(),
    )
}
"""The drawings by their games' slugs."""
