"""A recap as one picture: numbers, the games, rivals and best win, and the board of the turning point.

It is drawn for a phone, which shows it 282 pixels wide: digits are at least 18 pixels high here.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.drawing.animation import GROUND, INK
from bot.drawing.lettering import NAMES, drawable, font, font_size, shortened
from bot.drawing.profile import WIDTH, segments
from bot.drawing.standings import COLORS, ON_PLATE, Mark
from bot.drawing.themes import Color, blend

_MARGIN, _GAP, _PAD = 28, 16, 20
"""Pixels: around all, between the parts, and inside a part."""
_HEAD, _TILES, _ROW, _LABEL, _LINE = 148, 148, 58, 40, 46
"""Heights: of the title, of the numbers, of a game, of a fact's label and of each of its lines."""
_TITLE, _SUBTITLE, _NUMBER, _TEXT, _SMALL = 48, 30, 60, 28, 24
"""Heights of digits."""
_NAME, _BAR = 300, 42
"""What the name of a game takes left of its bar, and the height of the bar."""
_BOARD = 404
"""The longest side of the board."""
_MARKS = (Mark.WIN, Mark.DRAW, Mark.LOSS)
_ACCENT: dict[str, Color] = {"light": (28, 104, 186), "dark": (38, 96, 168)}
"""The band of the title, and the bars of a server's games: white letters can be read on it."""
_ROUND = 18
"""The radius of a part's corners."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A number, and what it counts."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class GameBar:
    """A game with its results: wins, draws and losses, or a single number of matches."""

    name: str
    counts: tuple[int, ...]
    words: tuple[str, ...]
    """What is written on each part."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A heading and what is below it, such as rivals."""

    label: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecapPicture:
    """What the picture shows."""

    theme: str
    title: str
    fallback: str
    """Stands for a title of which no letter can be drawn."""
    subtitle: str
    tiles: tuple[Tile, ...]
    bars: tuple[GameBar, ...]
    facts: tuple[Fact, ...]
    caption: tuple[str, ...] = ()
    """What is below the board: a label, then a line each."""


def draw_recap(picture: RecapPicture, draw_board: Callable[[], bytes] | None = None) -> bytes:
    """Return the picture as a PNG; ``draw_board`` returns that of the board, if there is one.

    Takes some hundredths of a second: call it in another process.
    """
    board = None
    if draw_board is not None:
        board = Image.open(io.BytesIO(draw_board())).convert("RGBA").convert("RGB")
        board.thumbnail((_BOARD, _BOARD), Image.Resampling.LANCZOS)
    canvas = _Canvas(picture, board)
    stored = io.BytesIO()
    image = canvas.drawn()
    image.quantize(192, dither=Image.Dither.NONE).save(stored, "PNG", optimize=True)
    return stored.getvalue()


class _Canvas:
    """Draws the parts from the top to the bottom."""

    def __init__(self, picture: RecapPicture, board: Image.Image | None) -> None:
        self._picture = picture
        self._board = board
        self._ground, self._ink = GROUND[picture.theme], INK[picture.theme]
        self._pale = blend(self._ground, self._ink, 0.66)
        self._fill = blend(self._ground, self._ink, 0.06)
        self._accent = _ACCENT[picture.theme]
        self._columns = self._facts()
        size = WIDTH, self._height()
        self._image = Image.new("RGB", size, self._ground)
        self._pen = ImageDraw.Draw(self._image)

    def drawn(self) -> Image.Image:
        """The whole picture."""
        self._head()
        top = _HEAD + _GAP
        if self._picture.tiles:
            self._tiles(top)
            top += _TILES + _GAP
        if self._picture.bars:
            height = len(self._picture.bars) * _ROW + 2 * _PAD
            self._part(_MARGIN, top, WIDTH - 2 * _MARGIN, height)
            longest = max(sum(counted_bar.counts) for counted_bar in self._picture.bars)
            for number, bar in enumerate(self._picture.bars):
                self._game(bar, top + _PAD + number * _ROW, longest)
            top += height + _GAP
        self._lower(top)
        return self._image

    # --- Sizes -------------------------------------------------------------------------------------------

    def _facts(self) -> Sequence[Sequence[Fact]]:
        """The facts in columns: one beside a board, else two of about the same height."""
        facts = self._picture.facts
        if self._board is not None or len(facts) < len(_MARKS):
            return [facts] if facts else []
        half = (len(facts) + 1) // 2
        return [facts[:half], facts[half:]]

    def _height(self) -> int:
        picture = self._picture
        height = _HEAD + _MARGIN
        height += _TILES + _GAP if picture.tiles else 0
        height += len(picture.bars) * _ROW + 2 * _PAD + _GAP if picture.bars else 0
        return height + (self._lower_height() + _GAP if self._columns or self._board is not None else 0)

    def _lower_height(self) -> int:
        columns = [_column_height(column) for column in self._columns]
        if self._board is not None:
            columns.append(self._board.height + len(self._picture.caption) * _LINE)
        return max(columns, default=0) + 2 * _PAD

    # --- Parts -------------------------------------------------------------------------------------------

    def _head(self) -> None:
        picture = self._picture
        self._pen.rectangle((0, 0, WIDTH, _HEAD - 1), fill=self._accent)
        title = drawable(picture.title) or picture.fallback
        wide = WIDTH - 2 * _MARGIN
        self._write(title, (_MARGIN, 74), _TITLE, ON_PLATE, wide)
        self._write(picture.subtitle, (_MARGIN, 124), _SUBTITLE, ON_PLATE, wide)

    def _tiles(self, top: int) -> None:
        count = len(self._picture.tiles)
        wide = (WIDTH - 2 * _MARGIN - (count - 1) * _GAP) // count
        for number, tile in enumerate(self._picture.tiles):
            left = _MARGIN + number * (wide + _GAP)
            self._part(left, top, wide, _TILES)
            middle = left + wide // 2
            self._write(tile.value, (middle, top + 82), _NUMBER, self._ink, wide - 2 * _PAD, "ms")
            self._write(tile.label, (middle, top + 126), _SMALL, self._pale, wide - _PAD, "ms")

    def _game(self, bar: GameBar, top: int, longest: int) -> None:
        middle = top + _ROW // 2
        left = _MARGIN + _PAD
        self._write(bar.name, (left, middle + _TEXT // 2), _TEXT, self._ink, _NAME - _GAP)
        left += _NAME
        room = WIDTH - _MARGIN - _PAD - left
        y = middle - _BAR // 2
        if len(bar.counts) == len(_MARKS):
            wides = segments((bar.counts[0], bar.counts[1], bar.counts[2]), room)
            parts = zip((COLORS[mark] for mark in _MARKS), bar.words, wides, strict=True)
        else:
            wide = max(room // 4, room * sum(bar.counts) // max(1, longest))
            parts = zip((self._accent,), bar.words, (wide,), strict=True)
        for color, words, wide in parts:
            if wide:
                self._pen.rectangle((left, y, left + wide - 3, y + _BAR - 1), fill=color)
                center = left + wide // 2, middle + _SMALL // 2
                self._write(words, center, _SMALL, ON_PLATE, wide - 8, "ms")
                left += wide

    def _lower(self, top: int) -> None:
        """The facts, and beside them the board."""
        height = self._lower_height()
        count = len(self._columns) + (self._board is not None)
        if not count:
            return
        wide = (WIDTH - 2 * _MARGIN - (count - 1) * _GAP) // count
        for number, column in enumerate(self._columns):
            left = _MARGIN + number * (wide + _GAP)
            self._part(left, top, wide, height)
            self._column(column, left + _PAD, top + _PAD, wide - 2 * _PAD)
        if self._board is not None:
            left = _MARGIN + (count - 1) * (wide + _GAP)
            self._part(left, top, wide, height)
            start = left + (wide - self._board.width) // 2, top + _PAD
            self._image.paste(self._board, start)
            y = top + _PAD + self._board.height
            for number, line in enumerate(self._picture.caption):
                size, ink = (_TEXT, self._ink) if number else (_SMALL, self._pale)
                foot = left + wide // 2, y + (number + 1) * _LINE - 4
                self._write(line, foot, size, ink, wide - 2 * _PAD, "ms")

    def _column(self, facts: Sequence[Fact], left: int, top: int, wide: int) -> None:
        y = top
        for fact in facts:
            size = _fitting(fact.lines, _TEXT, wide)
            self._write(fact.label, (left, y + _LABEL - 8), _SMALL, self._pale, wide)
            y += _LABEL
            for line in fact.lines:
                foot = left, y + _LINE - 12
                self._pen.text(
                    foot, shortened(line, size, wide), fill=self._ink, font=font(NAMES, size), anchor="ls"
                )
                y += _LINE
            y += _GAP

    def _part(self, left: int, top: int, wide: int, high: int) -> None:
        box = left, top, left + wide - 1, top + high - 1
        self._pen.rounded_rectangle(box, radius=_ROUND, fill=self._fill)

    def _write(
        self, text: str, at: tuple[int, int], height: int, ink: Color, wide: int, anchor: str = "ls"
    ) -> None:
        """A text on a baseline: smaller down to three quarters where it is too wide, then cut."""
        size = _fitting([text], height, wide)
        self._pen.text(at, shortened(text, size, wide), fill=ink, font=font(NAMES, size), anchor=anchor)


def _fitting(lines: Sequence[str], height: int, wide: int) -> int:
    """The largest font size, of at least three quarters of the usual one, in which all lines fit."""
    usual = font_size(height)
    smallest = usual * 3 // 4
    longest = max((font(NAMES, usual).getlength(line) for line in lines), default=0.0)
    return max(smallest, min(usual, int(usual * wide / longest) if longest else usual))


def _column_height(facts: Sequence[Fact]) -> int:
    return sum(_LABEL + len(fact.lines) * _LINE + _GAP for fact in facts) - (_GAP if facts else 0)
