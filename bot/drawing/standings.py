"""Standings as a table: a header, and a row for each entrant with place, name, matches and points.

It is drawn for a phone, where it is 282 pixels wide: digits that are 24 pixels high here are 10 there. A
match is a letter on a plate, green for a win, gray for a draw, red for a loss, above the opponent's name.
Without a plate, it is not over, and paler.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from enum import Enum, auto

from PIL import Image, ImageDraw

from bot.drawing.animation import GROUND, INK
from bot.drawing.lettering import NAMES, drawable, fitted, font, font_size, plate, shortened
from bot.drawing.themes import Color, blend

MAX_ROWS = 16
"""The entrants that a picture has room for."""
NARROWEST, WIDEST = 640, 800
_ROW, _PLATE, _TEXT, _SMALL, _MARGIN = 46, 38, 24, 20, 12
_PLACE, _POINTS, _NAME = 50, 84, 150
"""Widths of the columns: the place, the points (and the tie-break) and, at least, the name."""
_TALL_ROW, _TALL_PLATE = 68, 30
"""The heights of a row whose cells have names, and of a plate above a name."""
_NAMED, _WIDEST_NAMED = 88, 110
"""Widths of a cell with a name: where there is room for it, and where there is more."""
_SQUEEZED = 1.2
"""How much wider than its cell a name can be: it is narrowed before it is cut."""
_TALLEST = 1.48
"""The height of a picture by its width, at most: then a phone shows it with the buttons."""
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


COLORS: dict[Mark, Color] = {Mark.WIN: (32, 122, 66), Mark.DRAW: (96, 104, 116), Mark.LOSS: (178, 44, 40)}
ON_PLATE: Color = (255, 255, 255)
PALE = 0.7
"""How much ink is in the letters of who has dropped out, and of matches that are not over."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one entrant's row has in one column."""

    mark: Mark
    text: str = ""
    name: str = ""
    """Below the text: whom the entrant has met."""


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
    tiebreak: str = ""


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
    """The first place first; at most `MAX_ROWS`."""
    tiebreak: str = ""
    """The header of the last column; empty: there is none."""
    heading: str = ""
    """What all columns of matches together are called, where none has a header."""

    @property
    def has_names(self) -> bool:
        """Whether cells have names, so that rows are taller."""
        return any(cell.name for row in self.rows for cell in row.cells)


@dataclass(frozen=True, slots=True)
class _Grid:
    """Widths of the columns, and the height of a row, in pixels."""

    cell: int
    name: int
    width: int
    row: int
    count: int
    """Of cells in a row."""

    @property
    def cells(self) -> int:
        """Where the first cell begins."""
        return _MARGIN + _PLACE + self.name

    @property
    def points(self) -> int:
        """The middle of the column of points, after the last cell."""
        return self.cells + self.count * self.cell + _POINTS // 2

    def top(self, row: int) -> int:
        """Where a row begins; the first is 0."""
        return _MARGIN + _ROW + row * self.row

    def middle(self, number: int) -> int:
        """The middle of a column of cells, from 0."""
        return self.cells + number * self.cell + self.cell // 2


def table_size(table: StandingsTable) -> tuple[int, int]:
    """Width and height in pixels."""
    return _grid(table).width, _height(table)


def _height(table: StandingsTable) -> int:
    return 2 * _MARGIN + _ROW + len(table.rows) * (_TALL_ROW if table.has_names else _ROW)


def _grid(table: StandingsTable) -> _Grid:
    """Names get what cells leave; if that is too little, the picture is wider, then cells are narrower."""
    fixed = 2 * _MARGIN + _PLACE + _POINTS * (2 if table.tiebreak else 1)
    count = max(1, len(table.columns))
    if table.has_names:
        wanted = max(fixed + _NAME + count * _NAMED, round(_height(table) / _TALLEST))
        width = min(WIDEST, max(NARROWEST, wanted))
        cell_width = min(_WIDEST_NAMED, (width - fixed - _NAME) // count)
        return _Grid(cell_width, width - fixed - count * cell_width, width, _TALL_ROW, count)
    longest = max((len(cell.text) for row in table.rows for cell in row.cells), default=1)
    face = font(NAMES, font_size(_SMALL))
    header = max((round(face.getlength(text)) for text in table.columns), default=0)
    wanted = max(longest * _LETTER + _PAD, min(header, _NAMED) + _PAD)
    cell_width = min(wanted, (WIDEST - fixed - _NAME) // count)
    width = max(NARROWEST, fixed + _NAME + count * cell_width)
    return _Grid(cell_width, width - fixed - count * cell_width, width, _ROW, count)


def draw_standings(table: StandingsTable) -> bytes:
    """Return the table as a PNG. Takes some milliseconds: call it in another process."""
    ground, ink = GROUND[table.theme], INK[table.theme]
    grid, size = _grid(table), table_size(table)
    image = Image.new("RGB", size, ground)
    pen = ImageDraw.Draw(image)
    _draw_header(image, pen, table, grid, blend(ground, ink, 0.7))
    for index, row in enumerate(table.rows):
        top = grid.top(index)
        if index % 2 == 0:
            pen.rectangle((4, top, size[0] - 5, top + grid.row - 1), fill=blend(ground, ink, 0.07))
        pale = blend(ground, ink, PALE)
        _draw_row(image, pen, row, grid, top, pale if row.is_out else ink)
        for number, cell in enumerate(row.cells):
            if cell.mark is Mark.SELF:
                half = grid.cell // 2 - 2
                box = grid.middle(number) - half, top + 4, grid.middle(number) + half, top + grid.row - 5
                pen.rectangle(box, fill=blend(ground, ink, 0.18))
            _draw_cell(image, cell, grid, (grid.middle(number), top), ink, pale)
    stored = io.BytesIO()
    image.quantize(64, dither=Image.Dither.NONE).save(stored, "PNG", optimize=True)
    return stored.getvalue()


def _draw_header(
    image: Image.Image, pen: ImageDraw.ImageDraw, table: StandingsTable, grid: _Grid, ink: Color
) -> None:
    _write(pen, table.player, (_MARGIN + _PLACE, _MARGIN + _ROW // 2), grid.name, _SMALL, ink)
    for number, header in enumerate(table.columns):
        _paste(image, _name(header, grid.cell - _PAD, ink), grid.middle(number), _MARGIN + _ROW // 2)
    if table.heading:
        _write(pen, table.heading, (grid.cells, _MARGIN + _ROW // 2), grid.count * grid.cell, _SMALL, ink)
    for place, header in enumerate((table.points, table.tiebreak)):
        sprite = fitted(header, _SMALL, _POINTS - 8, ink, NAMES) if header else None
        if sprite is not None:
            _paste(image, sprite, grid.points + place * _POINTS, _MARGIN + _ROW // 2)


def _draw_row(
    image: Image.Image, pen: ImageDraw.ImageDraw, row: Row, grid: _Grid, top: int, ink: Color
) -> None:
    """All of a row but its cells."""
    middle = top + grid.row // 2
    _paste(image, fitted(row.place, _TEXT, _PLACE - 10, ink), _MARGIN + _PLACE // 2, middle)
    name = drawable(row.name) or row.fallback
    _write(pen, name, (_MARGIN + _PLACE, middle), grid.name - _PAD, _TEXT, ink)
    for place, text in enumerate((row.points, row.tiebreak)):
        if text:
            _paste(image, fitted(text, _TEXT, _POINTS - 8, ink, NAMES), grid.points + place * _POINTS, middle)


def _draw_cell(
    image: Image.Image, cell: Cell, grid: _Grid, corner: tuple[int, int], ink: Color, pale: Color
) -> None:
    """A match; ``corner`` is the middle of its column, and the top of its row."""
    middle, top = corner
    height, center = _PLATE, top + grid.row // 2
    if cell.name:
        is_over = cell.mark in COLORS
        height, center = _TALL_PLATE, top + 3 + _TALL_PLATE // 2
        below = top + 3 + _TALL_PLATE + _SMALL // 2 + 4  # letters reach below the digits, not the next row
        _paste(image, _name(cell.name, grid.cell - 6, ink if is_over else pale), middle, below)
    if cell.mark in COLORS:
        sprite = plate(cell.text, height, grid.cell - 4, COLORS[cell.mark], ON_PLATE, family=NAMES)
        _paste(image, sprite, middle, center)
    elif cell.text:
        _paste(image, fitted(cell.text, _TEXT, grid.cell - 6, pale, NAMES), middle, center)


def _name(text: str, width: int, ink: Color) -> Image.Image:
    """A short name: narrowed a little, then cut without "…", which would take the room of a letter."""
    face = font(NAMES, font_size(_SMALL))
    fits = (kept for kept in range(len(text), 1, -1) if face.getlength(text[:kept]) <= width * _SQUEEZED)
    return fitted(text[: next(fits, 1)].rstrip(), _SMALL, width, ink, NAMES)


def _write(
    pen: ImageDraw.ImageDraw, text: str, start: tuple[int, int], width: int, height: int, ink: Color
) -> None:
    """A text from the left, cut to a width; ``start`` is its left and its middle."""
    size = font_size(height)
    left, middle = start
    text = shortened(text, size, width)
    pen.text((left, middle + height // 2), text, fill=ink, font=font(NAMES, size), anchor="ls")


def _paste(image: Image.Image, sprite: Image.Image, middle: int, center: int) -> None:
    image.paste(sprite, (middle - sprite.width // 2, center - sprite.height // 2), sprite)
