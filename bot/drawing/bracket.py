"""The bracket of a knockout: a column for each round, with lines from each match to the one of its winner.

It is drawn for a phone, where it is 282 pixels wide, as `bot.drawing.standings` is. There are at most three
columns, so that names have room; a longer bracket has its final below them.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from enum import Enum, auto

from PIL import Image, ImageDraw

from bot.drawing.animation import GROUND, INK
from bot.drawing.lettering import NAMES, drawable, font, font_size, plate, shortened
from bot.drawing.standings import COLORS, ON_PLATE, Mark
from bot.drawing.themes import Color, blend

WIDTH = 640
MAX_COLUMNS = 3
_ROW, _GAP, _HEADER, _MARGIN, _LINES, _PAD = 34, 14, 38, 12, 26, 8
"""Pixels: height of a row, between matches, of a header; around all, between columns, and beside a name."""
_TEXT, _NOTE, _PLATE, _SYMBOL = 19, 15, 28, 16
"""Height of digits, also in notes, and of plates, and about how wide a symbol on a plate is."""
_GOLD: Color = (226, 178, 60)
_ON_GOLD: Color = (30, 32, 36)
"""The row of the winner of the final."""


class State(Enum):
    """What has become of a player in a match."""

    OPEN = auto()
    THROUGH = auto()
    OUT = auto()


@dataclass(frozen=True, slots=True)
class Player:
    """A row of a match."""

    name: str
    fallback: str
    """What stands for a name of which no letter can be drawn."""
    state: State = State.OPEN
    score: str = ""
    """The points of each match of the two."""
    mark: Mark = Mark.OPEN
    """How these matches ended together."""
    note: str = ""
    """Stands in the place of the score, pale."""
    is_guess: bool = False
    """Whether the name is of two people, of whom one will play."""


Meeting = tuple[Player | None, Player | None]
"""Who meets; None: not known yet."""


@dataclass(frozen=True, slots=True)
class BracketPicture:
    """What a picture of a bracket shows."""

    theme: str
    headers: tuple[str, ...]
    """What the rounds are called."""
    columns: tuple[tuple[Meeting | None, ...], ...]
    """The matches of each round, from the top; each has half as many as the one before. None: a bye."""
    below: tuple[tuple[str, Meeting], ...]
    """Matches below the columns with their names: the final, if it is no column, and third place."""


@dataclass(frozen=True, slots=True)
class _Box:
    left: int
    top: int
    width: int

    @property
    def middle(self) -> int:
        return self.top + _ROW


def bracket_size(picture: BracketPicture) -> tuple[int, int]:
    """Width and height in pixels."""
    below = _HEADER + 2 * _ROW if picture.below else 0
    return WIDTH, 2 * _MARGIN + _HEADER + _height(picture) + below


def _height(picture: BracketPicture) -> int:
    """The height of the columns."""
    return len(picture.columns[0]) * (2 * _ROW + _GAP)


def draw_bracket(picture: BracketPicture) -> bytes:
    """Return the bracket as a PNG. Takes some milliseconds: call it in another process."""
    image = Image.new("RGB", bracket_size(picture), GROUND[picture.theme])
    pen = _Pen(image, picture.theme)
    boxes = _boxes(picture)
    has_final = len(picture.columns[-1]) == 1
    for number, (header, meetings) in enumerate(zip(picture.headers, picture.columns, strict=True)):
        pen.header(header, boxes[number][0], _MARGIN)
        for index, (meeting, box) in enumerate(zip(meetings, boxes[number], strict=True)):
            if meeting is None:
                continue
            if number + 1 < len(boxes):
                pen.line(box, boxes[number + 1][index // 2])
            pen.meeting(meeting, box, is_final=has_final and number + 1 == len(boxes))
    for index, (header, meeting) in enumerate(picture.below):
        box = _below(picture, boxes, index)
        pen.header(header, box, box.top - _HEADER)
        pen.meeting(meeting, box, is_final=index == 0 and not has_final)
    stored = io.BytesIO()
    image.quantize(64, dither=Image.Dither.NONE).save(stored, "PNG", optimize=True)
    return stored.getvalue()


def _boxes(picture: BracketPicture) -> list[list[_Box]]:
    """Where the matches of each column are: each in the middle between the two before it."""
    count = len(picture.columns)
    width = (WIDTH - 2 * _MARGIN - (count - 1) * _LINES) // count
    boxes = []
    for column, meetings in enumerate(picture.columns):
        pitch = _height(picture) // len(meetings)
        left = _MARGIN + column * (width + _LINES)
        # In the middle of its share of the height, without the gap at the lower end of the first column.
        top = _MARGIN + _HEADER + pitch // 2 - _ROW - _GAP // 2
        boxes.append([_Box(left, top + index * pitch, width) for index in range(len(meetings))])
    return boxes


def _below(picture: BracketPicture, boxes: list[list[_Box]], index: int) -> _Box:
    """Where a match below the columns is: one is below the final, two are side by side."""
    top = _MARGIN + 2 * _HEADER + _height(picture)
    if len(picture.below) == 1:
        return _Box(boxes[-1][0].left, top, boxes[-1][0].width)
    width = (WIDTH - 2 * _MARGIN - _LINES) // 2
    return _Box(_MARGIN + index * (width + _LINES), top, width)


def _narrowed(text: str, width: int) -> int:
    """The font size in which a text is at most ``width`` pixels wide, and no larger than names are."""
    sizes = range(font_size(_TEXT), 1, -1)
    return next(size for size in sizes if font(NAMES, size).getlength(text) <= width)


class _Pen:
    """Draws the parts of a bracket on an image."""

    def __init__(self, image: Image.Image, theme: str) -> None:
        self._image = image
        self._draw = ImageDraw.Draw(image)
        self._ink = INK[theme]
        self._pale, self._line, self._fill = (
            blend(GROUND[theme], INK[theme], part) for part in (0.6, 0.35, 0.07)
        )

    def header(self, text: str, box: _Box, top: int) -> None:
        """What a column is called, in the middle above its boxes."""
        size = _narrowed(text, box.width)
        baseline = box.left + box.width // 2, top + (_HEADER + _TEXT) // 2
        self._draw.text(baseline, text, fill=self._pale, font=font(NAMES, size), anchor="ms")

    def line(self, box: _Box, following: _Box) -> None:
        """From a match to the one of its winner."""
        start, end = box.left + box.width, following.left
        turn = (start + end) // 2
        points = [(start, box.middle), (turn, box.middle), (turn, following.middle), (end, following.middle)]
        self._draw.line(points, fill=self._line, width=2)

    def meeting(self, meeting: Meeting, box: _Box, *, is_final: bool) -> None:
        """The two rows of a match in their frame."""
        right, bottom = box.left + box.width - 1, box.top + 2 * _ROW - 1
        self._draw.rectangle((box.left, box.top, right, bottom), fill=self._fill)
        for index, player in enumerate(meeting):
            if player is not None:
                top = box.top + index * _ROW
                is_champion = is_final and player.state is State.THROUGH
                if is_champion:
                    self._draw.rectangle((box.left, top, right, top + _ROW - 1), fill=_GOLD)
                self._player(player, _Box(box.left, top, box.width), is_champion=is_champion)
        self._draw.rectangle((box.left, box.top, right, bottom), outline=self._line, width=2)
        self._draw.line((box.left, box.middle, right, box.middle), fill=self._line, width=1)

    def _player(self, player: Player, box: _Box, *, is_champion: bool) -> None:
        ink = self._pale if player.state is State.OUT or player.is_guess else self._ink
        # The score, or else a note, is at the right; the name gets what it leaves.
        right = box.left + box.width - _PAD // 2
        if player.score:
            width = len(player.score) * _SYMBOL + _PAD
            sprite = plate(player.score, _PLATE, width, COLORS[player.mark], ON_PLATE, family=NAMES)
            right -= sprite.width
            self._image.paste(sprite, (right, box.top + (_ROW - sprite.height) // 2), sprite)
        elif player.note:
            face, end = font(NAMES, font_size(_NOTE)), right - _PAD // 2
            right = end - round(face.getlength(player.note))
            start = right, box.top + (_ROW + _NOTE) // 2
            self._draw.text(start, player.note, fill=self._pale, font=face, anchor="ls")
        size = font_size(_TEXT)
        name = drawable(player.name) or player.fallback
        text = shortened(name, size, right - box.left - 2 * _PAD)
        baseline = box.left + _PAD, box.top + (_ROW + _TEXT) // 2
        self._draw.text(
            baseline, text, fill=_ON_GOLD if is_champion else ink, font=font(NAMES, size), anchor="ls"
        )
