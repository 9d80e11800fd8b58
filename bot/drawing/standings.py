"""Standings as a table: a header, and a row for each entrant with place, name, matches and points.

It is drawn for a phone, where it is 282 pixels wide: digits that are 24 pixels high here are 10 there. A
match is on a plate: green for a win, gray for a draw, red for a loss. Without a plate, it is not over.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from enum import Enum, auto

from PIL import Image, ImageDraw

from bot.drawing.animation import GROUND, INK
from bot.drawing.lettering import NAMES, drawable, fitted, font, font_size, plate, shortened
from bot.drawing.themes import Color, blend

MOST_ROWS = 16
"""The entrants that a picture has room for."""
NARROWEST, WIDEST = 640, 800
_ROW, _PLATE, _TEXT, _SMALL, _MARGIN = 46, 38, 24, 20, 12
_PLACE, _POINTS, _NAME = 50, 84, 150
"""Widths of the columns: the place, the points and, at least, the name."""
_LETTER, _PAD = 18, 14
"""About how wide a digit on a plate is, and the room around the text of a cell."""


class Mark(Enum):
    """How matches ended for the entrant of a row."""

    WIN = auto()
    DRAW = auto()
    LOSS = auto()
    OPEN = auto()
    """They are not over."""
    NONE = auto()
    """There was none."""
    SELF = auto()
    """In a cross table, nobody meets themselves."""


SIGNS = {Mark.WIN: "+", Mark.DRAW: "·", Mark.LOSS: "-"}
COLORS: dict[Mark, Color] = {Mark.WIN: (32, 122, 66), Mark.DRAW: (96, 104, 116), Mark.LOSS: (178, 44, 40)}
_OWN: Color = (128, 132, 142)
"""Where an entrant would meet themselves; in the middle between both themes' grounds."""
ON_PLATE: Color = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class Cell:
    """What one entrant's row has in one column."""

    mark: Mark
    text: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """The row of an entrant."""

    place: str
    """In a group, its letter with the place."""
    name: str
    fallback: str
    """What stands for a name of which no letter can be drawn."""
    points: str
    cells: tuple[Cell, ...]
    """By column; the last ones can be missing."""
    is_out: bool = False
    """Whether they have dropped out."""


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """What a picture of standings shows."""

    theme: str
    player: str
    """What the column of names is called, and the next one that of points."""
    points: str
    columns: tuple[str, ...]
    """The headers of the other columns."""
    rows: tuple[Row, ...]
    """The first place first; at most `MOST_ROWS`."""


@dataclass(frozen=True, slots=True)
class _Columns:
    """Widths in pixels: of a cell, of the names, of all."""

    cell: int
    name: int
    width: int

    @property
    def cells(self) -> int:
        """Where the first cell begins."""
        return _MARGIN + _PLACE + self.name


def table_size(table: StandingsTable) -> tuple[int, int]:
    """Width and height in pixels."""
    return _columns(table).width, 2 * _MARGIN + (1 + len(table.rows)) * _ROW


def _columns(table: StandingsTable) -> _Columns:
    """Names get what cells leave; if that is too little, the picture is wider, then cells are narrower."""
    fixed, count = 2 * _MARGIN + _PLACE + _POINTS, max(1, len(table.columns))
    longest = max((len(cell.text) for row in table.rows for cell in row.cells), default=1)
    cell = min(longest * _LETTER + _PAD, (WIDEST - fixed - _NAME) // count)
    width = max(NARROWEST, fixed + _NAME + count * cell)
    return _Columns(cell, width - fixed - count * cell, width)


def draw_standings(table: StandingsTable) -> bytes:
    """Return the table as a PNG. Takes some milliseconds: call it in another process."""
    ground, ink = GROUND[table.theme], INK[table.theme]
    columns, size = _columns(table), table_size(table)
    image = Image.new("RGB", size, ground)
    pen = ImageDraw.Draw(image)
    _draw_header(image, pen, table, columns, blend(ground, ink, 0.7))
    for index, row in enumerate(table.rows, start=1):
        top = _MARGIN + index * _ROW
        if index % 2:
            pen.rectangle((4, top, size[0] - 5, top + _ROW - 1), fill=blend(ground, ink, 0.07))
        _draw_row(image, pen, row, columns, top, blend(ground, ink, 0.5) if row.is_out else ink)
    stored = io.BytesIO()
    image.quantize(64, dither=Image.Dither.NONE).save(stored, "PNG", optimize=True)
    return stored.getvalue()


def _draw_header(
    image: Image.Image, pen: ImageDraw.ImageDraw, table: StandingsTable, columns: _Columns, ink: Color
) -> None:
    _write(pen, table.player, _MARGIN + _PLACE, _MARGIN, columns.name, _SMALL, ink)
    for number, header in enumerate(table.columns):
        _paste(image, fitted(header, _SMALL, columns.cell - 4, ink, NAMES), _middle(columns, number), _MARGIN)
    points = fitted(table.points, _SMALL, _POINTS - 8, ink, NAMES)
    _paste(image, points, columns.width - _MARGIN - _POINTS // 2, _MARGIN)


def _draw_row(
    image: Image.Image, pen: ImageDraw.ImageDraw, row: Row, columns: _Columns, top: int, ink: Color
) -> None:
    _paste(image, fitted(row.place, _TEXT, _PLACE - 10, ink), _MARGIN + _PLACE // 2, top)
    name = drawable(row.name) or row.fallback
    _write(pen, name, _MARGIN + _PLACE, top, columns.name - _PAD, _TEXT, ink)
    points = fitted(row.points, _TEXT, _POINTS - 8, ink, NAMES)
    _paste(image, points, columns.width - _MARGIN - _POINTS // 2, top)
    for number, cell in enumerate(row.cells):
        middle = _middle(columns, number)
        if cell.mark is Mark.SELF:
            box = middle - columns.cell // 2 + 2, top + 4, middle + columns.cell // 2 - 2, top + _ROW - 5
            pen.rectangle(box, fill=_OWN)
        elif cell.mark in COLORS:
            sprite = plate(cell.text, _PLATE, columns.cell - 4, COLORS[cell.mark], ON_PLATE, family=NAMES)
            _paste(image, sprite, middle, top)
        elif cell.text:
            _paste(image, fitted(cell.text, _TEXT, columns.cell - 6, ink, NAMES), middle, top)


def _middle(columns: _Columns, number: int) -> int:
    """The middle of a column of cells."""
    return columns.cells + number * columns.cell + columns.cell // 2


def _write(
    pen: ImageDraw.ImageDraw, text: str, left: int, top: int, width: int, height: int, ink: Color
) -> None:
    """A text from the left, cut to a width; its digits are as high as those of the cells beside it."""
    size = font_size(height)
    baseline = left, top + (_ROW + height) // 2
    pen.text(baseline, shortened(text, size, width), fill=ink, font=font(NAMES, size), anchor="ls")


def _paste(image: Image.Image, sprite: Image.Image, middle: int, top: int) -> None:
    image.paste(sprite, (middle - sprite.width // 2, top + (_ROW - sprite.height) // 2), sprite)
