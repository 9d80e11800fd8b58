"""A board in letters of one width, for people who want one beside the picture (``/me``, *Text board*)."""

from __future__ import annotations

from discord.ui import Container, LayoutView, MediaGallery, TextDisplay

from bot.presenters.registry import PRESENTERS
from bot.texts import Texts
from bot.ui import AnyView
from bot.ui.board_grid import BoardGrid, grid_of
from games.base import Position, Side
from games.grid import shown_point

_MAX_SPACED = 13
"""Columns that fit the smallest phone with a space between them."""
_LEGENDS = {"hare_and_hounds": "board.legend-hare", "twelve_janggi": "board.legend-janggi"}


def with_text_board(view: LayoutView, slug: str, position: Position, texts: Texts) -> LayoutView:
    """The message with the board in letters above its picture."""
    board: TextDisplay[AnyView] = TextDisplay(text_board(slug, position, texts))
    for box in view.children:
        if isinstance(box, Container):
            parts = list(box.children)
            at = next(
                (place for place, component in enumerate(parts) if isinstance(component, MediaGallery)),
                len(parts),
            )
            box.clear_items()
            for part in (*parts[:at], board, *parts[at:]):
                box.add_item(part)
    return view


def text_board(slug: str, position: Position, texts: Texts) -> str:
    """The rows between the names of columns and rows, and what the letters stand for."""
    grid, presenter = grid_of(slug, position), PRESENTERS[slug]
    first, second = (presenter.side_name(side, texts) for side in Side)
    legend = texts(_LEGENDS.get(slug, "board.legend-stones"), first=first, second=second)
    rows = "\n".join(_lines(grid))
    return f"```\n{rows}\n```\n-# {legend}"


def _lines(grid: BoardGrid) -> list[str]:
    margin = max(map(len, grid.rows))
    gap = " " if len(grid.columns) <= _MAX_SPACED else ""
    heading = " ".join([" " * margin, gap.join(map(shown_point, grid.columns))])
    rows = (
        gap.join(grid.symbols.get(grid.point(row, column), " ") for column in grid.columns)
        for row in grid.rows
    )
    return [
        heading,
        *(f"{row:>{margin}} {cells}".rstrip() for row, cells in zip(grid.rows, rows, strict=True)),
    ]
