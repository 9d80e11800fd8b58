"""Emojis that are signs: a white shape on a colored tile, like the arrows of Twemoji beside them.

Every color has a relative luminance of about 0.245: 3:1 or more from white, and from the lighter of Discord's
dark themes. White on it is 3.5:1, on a button of any color too.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from PIL import Image

from bot.drawing.emoji_canvas import CLEAR, MIDDLE, UNITS, Shape, layered
from bot.drawing.themes import Color, rgb
from bot.icons import Icon

WHITE = rgb("ffffff")
_CORNER = 5.5


class Tile(Enum):
    """The colors of tiles."""

    RED = rgb("f4403f")
    ORANGE = rgb("d46a0e")
    AMBER = rgb("b67c0d")
    GREEN = rgb("189c4b")
    TEAL = rgb("1c9791")
    SKY = rgb("0891c9")
    BLUE = rgb("2b87ea")
    INDIGO = rgb("6d7bfb")
    VIOLET = rgb("a36bf0")
    GRAY = rgb("878787")

    @property
    def color(self) -> Color:
        """Its color."""
        return self.value


def sign(icon: Icon) -> Image.Image:
    """The emoji of an icon in `SIGNS`."""
    tile, draw = SIGNS[icon]
    ground = _triangle() if icon is Icon.WARNING else Shape().box(((0, 0), (UNITS, UNITS)), _CORNER)
    return layered((ground, tile.color), (draw(), WHITE))


def _triangle() -> Shape:
    """The ground of a warning, with round corners."""
    corners = (MIDDLE, 4.5), (33, 31), (3, 31)
    return Shape().polygon(*corners).line(*corners, corners[0], width=5)


# --- Answers and warnings ------------------------------------------------------------------------------


def _right() -> Shape:
    return Shape().line((8.5, 18.5), (15, 25.5), (27.5, 10.5), width=5)


def _wrong() -> Shape:
    return Shape().line((10.5, 10.5), (25.5, 25.5), width=5).line((25.5, 10.5), (10.5, 25.5), width=5)


def _warning() -> Shape:
    return Shape().line((MIDDLE, 12.5), (MIDDLE, 20), width=4).disc(MIDDLE, 26.8, 2.3)


def _mistake() -> Shape:
    return Shape().line((MIDDLE, 9), (MIDDLE, 19.5), width=5).disc(MIDDLE, 27, 2.9)


def _hint() -> Shape:
    bulb = Shape().disc(MIDDLE, 14, 8.8).polygon((11.2, 18), (24.8, 18), (22, 24), (14, 24))
    return bulb.box(((13.8, 25.6), (22.2, 28)), 1).box(((15.2, 29.2), (20.8, 31.4)), 1)


# --- Time and mentions ---------------------------------------------------------------------------------


def _clock() -> Shape:
    face = Shape().ring(MIDDLE, 20, 11.3, 3.3).box(((15, 4), (21, 7.2)), 1).box(((16.4, 6), (19.6, 10)))
    return face.line((18, 20), (18, 14.2), width=3).line((18, 20), (21.8, 22), width=3)


def _bell() -> Shape:
    body = Shape().disc(MIDDLE, 14.5, 7.8).disc(MIDDLE, 6.8, 2.4)
    body.polygon((10.2, 14), (25.8, 14), (27, 21.5), (30, 26), (6, 26), (9, 21.5))
    return body.disc(MIDDLE, 27.5, 3.6).box(((6, 26), (30, 27.4)), 0, CLEAR)


def _hourglass() -> Shape:
    frame = Shape().box(((9, 5.5), (27, 9)), 1.2).box(((9, 27), (27, 30.5)), 1.2)
    frame.polygon((11, 10.2), (25, 10.2), (25, 12.5), (20, 18), (25, 23.5), (25, 25.8), (11, 25.8))
    frame.polygon((11, 10.2), (11, 12.5), (16, 18), (11, 23.5), (11, 25.8), (20, 25.8), (20, 10.2))
    return frame.polygon((14, 11.6), (22, 11.6), (19.5, 14.2), (16.5, 14.2), ink=CLEAR)


def _parasol() -> Shape:
    canopy = Shape().disc(MIDDLE, 18.5, 13.3).box(((0, 18.5), (36, 36)), 0, CLEAR)
    for x in (9.1, MIDDLE, 26.9):
        canopy.disc(x, 20.8, 4.5, CLEAR)
    return canopy.line((MIDDLE, 7), (MIDDLE, 28.5), width=3).line((10, 30), (26, 30), width=3)


def _days() -> Shape:
    sheet = Shape().box(((6.5, 8.5), (29.5, 30)), 3).box(((9.5, 15), (26.5, 27)), 1, CLEAR)
    for x in (11.3, 19.2):
        for y in (16.6, 21.8):
            sheet.box(((x, y), (x + 5.5, y + 3.8)))
    for x in (12.5, 23.5):
        sheet.line((x, 6.5), (x, 10.5), width=6, ink=CLEAR).line((x, 6.5), (x, 10), width=3)
    return sheet


# --- Play ----------------------------------------------------------------------------------------------


def _equals() -> Shape:
    return Shape().box(((8, 10.5), (28, 15.5)), 1.5).box(((8, 20.5), (28, 25.5)), 1.5)


def _flag() -> Shape:
    cloth = Shape().curve(
        (11, 8), (15.5, 6.6), (20, 8), (24, 9), (28.6, 7.8), (28.6, 13), (28.6, 18.8), (24, 20), (20, 19),
        (15.5, 17.6), (11, 19), (11, 13),
    )  # fmt: skip
    return cloth.line((10, 7), (10, 30), width=3.4)


def _bin() -> Shape:
    body = Shape().polygon((9, 13.2), (27, 13.2), (25.3, 31), (10.7, 31))
    body.line((14.8, 17), (15.3, 27.5), width=2.3, ink=CLEAR)
    body.line((21.2, 17), (20.7, 27.5), width=2.3, ink=CLEAR)
    return body.box(((7, 8), (29, 11.4)), 1.2).box(((14, 4.8), (22, 9)), 1.2)


def _plus() -> Shape:
    return Shape().line((8.5, 18), (27.5, 18), width=5).line((18, 8.5), (18, 27.5), width=5)


def _cup() -> Shape:
    cup = Shape().ring(10, 11.5, 5.6, 2.8).disc(26, 11.5, 5.6).disc(26, 11.5, 2.8, CLEAR)
    cup.box(((9.6, 5.5), (26.4, 14))).disc(MIDDLE, 13, 8.4)
    return cup.box(((16.2, 20), (19.8, 27))).box(((11, 26.6), (25, 30.6)), 1.4)


def _lens() -> Shape:
    return Shape().ring(15.2, 15.2, 10, 3.6).line((23.3, 23.3), (28.6, 28.6), width=5)


def _trend() -> Shape:
    line = Shape().line((7, 26), (14, 18.5), (19.5, 22.5), (28, 11.5), width=3.8)
    return line.line((20.5, 10), (29, 10), (29, 18.5), width=3.8)


# --- Learning ------------------------------------------------------------------------------------------


def _cap() -> Shape:
    cap = Shape().polygon((18, 7.5), (33, 14.8), (18, 22), (3, 14.8))
    cap.polygon((9, 19.6), (18, 24), (27, 19.6), (27, 26), (22.5, 28.6), (13.5, 28.6), (9, 26))
    return cap.line((30.6, 16.5), (30.6, 24.5), width=2.4)


def _target() -> Shape:
    return Shape().ring(MIDDLE, MIDDLE, 13, 3.8).disc(MIDDLE, MIDDLE, 5.4)


def _jigsaw() -> Shape:
    piece = Shape().box(((7.5, 12.5), (24.5, 29.5)), 1).disc(16, 10.8, 4.3).disc(26.2, 21, 4.3)
    return piece.disc(9, 21, 3.6, CLEAR).disc(16, 28, 3.6, CLEAR)


def _compass() -> Shape:
    dial = Shape().ring(MIDDLE, MIDDLE, 13.3, 3.2)
    return dial.polygon((25.4, 10.6), (20.8, 20.8), (10.6, 25.4), (15.2, 15.2)).disc(
        MIDDLE, MIDDLE, 1.7, CLEAR
    )


def _book() -> Shape:
    left = (4.5, 9), (10, 7.6), (16.7, 10), (16.7, 28.5), (10, 26.2), (4.5, 27.6)
    return Shape().polygon(*left).polygon(*((UNITS - x, y) for x, y in left))


# --- Others --------------------------------------------------------------------------------------------


def _eye() -> Shape:
    lids = Shape().curve((4.2, 18), (10, 12), (18, 9.2), (26, 12), (31.8, 18), (26, 24), (18, 26.8), (10, 24))
    return lids.disc(MIDDLE, MIDDLE, 6, CLEAR).disc(MIDDLE, MIDDLE, 3.4)


def _bubble() -> Shape:
    bubble = Shape().box(((5, 6.5), (31, 24.5)), 6).polygon((9, 22), (18, 23), (9, 31))
    for x in (11.6, MIDDLE, 24.4):
        bubble.disc(x, 15.5, 2.1, CLEAR)
    return bubble


def _megaphone() -> Shape:
    horn = Shape().box(((6, 13.5), (13, 22.5)), 2).polygon((12, 13.5), (24, 7), (24, 29), (12, 22.5))
    horn.polygon((9.5, 23), (14.5, 23.5), (16.5, 30), (11.5, 30))
    return horn.arc(23.5, MIDDLE, 5.6, (-50, 50), 2.8)


SIGNS: dict[Icon, tuple[Tile, Callable[[], Shape]]] = {
    Icon.RIGHT: (Tile.GREEN, _right),
    Icon.WRONG: (Tile.RED, _wrong),
    Icon.WARNING: (Tile.AMBER, _warning),
    Icon.MISTAKE: (Tile.ORANGE, _mistake),
    Icon.HINT: (Tile.AMBER, _hint),
    Icon.CLOCK: (Tile.TEAL, _clock),
    Icon.YOUR_TURN: (Tile.AMBER, _bell),
    Icon.TIME_SHORT: (Tile.RED, _hourglass),
    Icon.VACATION: (Tile.TEAL, _parasol),
    Icon.DAYS: (Tile.BLUE, _days),
    Icon.DRAW: (Tile.SKY, _equals),
    Icon.RESIGN: (Tile.GRAY, _flag),
    Icon.CANCEL: (Tile.GRAY, _bin),
    Icon.PLACE_TWO: (Tile.GRAY, _plus),
    Icon.TOURNAMENT: (Tile.AMBER, _cup),
    Icon.SEEK: (Tile.BLUE, _lens),
    Icon.RATING: (Tile.GREEN, _trend),
    Icon.LEARN: (Tile.VIOLET, _cap),
    Icon.PRACTICE: (Tile.RED, _target),
    Icon.PUZZLE: (Tile.GREEN, _jigsaw),
    Icon.OPENING: (Tile.TEAL, _compass),
    Icon.BOOK: (Tile.SKY, _book),
    Icon.WATCH: (Tile.INDIGO, _eye),
    Icon.CHAT: (Tile.SKY, _bubble),
    Icon.POST: (Tile.INDIGO, _megaphone),
}
"""The tile and the shape of each sign."""
