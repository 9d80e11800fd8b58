"""Standings as a table: a row for each place, a cell for each round, and the points.

A cell has the place of the opponent on a plate: green with + for a win, gray with · for a draw, red with -
for a loss. Without a plate, the match is not over. Letters are at least 30 pixels high, as on boards.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from enum import Enum, auto

from PIL import Image, ImageDraw

from bot.drawing.animation import GROUND, INK
from bot.drawing.lettering import fitted, plate
from bot.drawing.themes import Color, blend

MOST_ROWS = 16
"""The places that a picture has room for."""
_LONGEST, _SHORTEST = 960, 640
"""Pixels: at most and at least the width of a picture."""
_ROW, _PLATE, _TEXT, _MARGIN = 56, 46, 32, 20
"""The height of a row, of a plate in it and of digits, and the picture's margin."""
_PLACE, _POINTS, _WIDEST = 84, 120, 104
"""Widths of the columns: the place, the points, and at most a round."""


class Mark(Enum):
    """How a pairing ended for the entrant of a row."""

    WIN = auto()
    DRAW = auto()
    LOSS = auto()
    OPEN = auto()
    """The match is not over."""
    NONE = auto()
    """The entrant had no match in this round."""


SIGNS = {Mark.WIN: "+", Mark.DRAW: "·", Mark.LOSS: "-"}
COLORS: dict[Mark, Color] = {Mark.WIN: (32, 122, 66), Mark.DRAW: (96, 104, 116), Mark.LOSS: (178, 44, 40)}
ON_PLATE: Color = (255, 255, 255)
"""The color of signs and places on plates."""


@dataclass(frozen=True, slots=True)
class Cell:
    """How one round went for one entrant."""

    mark: Mark
    opponent: str | None = None
    """The opponent's place; None in a bye."""


@dataclass(frozen=True, slots=True)
class Row:
    """The row of an entrant."""

    place: str
    """In a group, its letter with the place."""
    points: str
    cells: tuple[Cell, ...]
    """A cell for each round that has begun."""
    is_out: bool = False
    """Whether they have dropped out."""


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """What a picture of standings shows."""

    theme: str
    rows: tuple[Row, ...]
    """The first place first; at most `MOST_ROWS`."""
    rounds: int


def table_size(table: StandingsTable) -> tuple[int, int]:
    """Width and height in pixels."""
    width = 2 * _MARGIN + _PLACE + _POINTS + table.rounds * _column(table)
    return max(_SHORTEST, width), 2 * _MARGIN + len(table.rows) * _ROW


def _column(table: StandingsTable) -> int:
    """The width of a round."""
    room = _LONGEST - 2 * _MARGIN - _PLACE - _POINTS
    return min(_WIDEST, room // max(1, table.rounds))


def draw_standings(table: StandingsTable) -> bytes:
    """Return the table as a PNG. Takes some milliseconds: call it in another process."""
    ground, ink = GROUND[table.theme], INK[table.theme]
    size = table_size(table)
    image = Image.new("RGB", size, ground)
    pen = ImageDraw.Draw(image)
    for index, row in enumerate(table.rows):
        top = _MARGIN + index * _ROW
        if index % 2 == 0:
            pen.rectangle((8, top, size[0] - 9, top + _ROW - 1), fill=blend(ground, ink, 0.07))
        _draw_row(image, table, row, top, blend(ground, ink, 0.5) if row.is_out else ink)
    stored = io.BytesIO()
    image.quantize(64, dither=Image.Dither.NONE).save(stored, "PNG", optimize=True)
    return stored.getvalue()


def _draw_row(image: Image.Image, table: StandingsTable, row: Row, top: int, ink: Color) -> None:
    width, column = table_size(table)[0], _column(table)
    _paste(image, fitted(row.place, _TEXT, _PLACE - 12, ink), _MARGIN + _PLACE // 2, top)
    points = fitted(row.points, _TEXT, _POINTS - 12, ink)
    _paste(image, points, width - _MARGIN - _POINTS // 2, top)
    for number, cell in enumerate(row.cells):
        sprite = _cell(cell, column - 6, ink)
        if sprite is not None:
            _paste(image, sprite, _MARGIN + _PLACE + number * column + column // 2, top)


def _cell(cell: Cell, width: int, ink: Color) -> Image.Image | None:
    if cell.mark is Mark.NONE:
        return None
    opponent = cell.opponent or ""
    if cell.mark is Mark.OPEN:
        return fitted(opponent, _TEXT, width, ink)
    return plate(SIGNS[cell.mark] + opponent, _PLATE, width, COLORS[cell.mark], ON_PLATE)


def _paste(image: Image.Image, sprite: Image.Image, middle: int, top: int) -> None:
    image.paste(sprite, (middle - sprite.width // 2, top + (_ROW - sprite.height) // 2), sprite)
