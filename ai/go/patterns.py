"""Lookup tables for the eight neighbors of an empty cell: eyes, and the 3x3 patterns of MoGo's playouts.

Start reading at `TABLE`. The neighbors of a cell are one number, its code: two bits for each, in the order of
`STEPS` (`ai.go.board` keeps the codes of all cells). The tables are made once, at import.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

STRIDE = 21
"""Cells in a row of every board: 19 and a border on both sides, so that neighbor offsets are constants."""
EMPTY, BLACK, WHITE, BORDER = 0, 1, 2, 3
STEPS = (-STRIDE, -1, 1, STRIDE, -STRIDE - 1, -STRIDE + 1, STRIDE - 1, STRIDE + 1)
"""From a cell to its neighbors, the four adjacent ones first."""
OPPOSITE = (3, 2, 1, 0, 7, 6, 5, 4)
"""Which neighbor a cell is to each of its neighbors."""

EYE = 1
"""``EYE << color`` is set where the cell is an eye of that color that should not be filled."""
LOCAL = 1
"""Set where a pattern matches: a good local answer for either color. (Bit 0; the eyes take 1 and 2.)"""
ROOM = 8
"""Set where two adjacent cells are empty: a stone there has liberties enough."""
LONELY = 16
"""Set where none of the eight cells holds a stone."""
CLOSED = 1
"""In `NEAR`, ``CLOSED << color`` is set where every adjacent cell is that color's or the border."""

# From Gelly, Wang, Munos and Teytaud, "Modification of UCT with patterns in Monte-Carlo Go" (2006), in the
# form of Petr Baudis's michi. Rows from top to bottom, the point to play in the middle; both colors and all
# rotations are meant. X and O stones, "." empty, "x" no X, "o" no O, "#" the border, "?" anything.
_PATTERNS = (
    "XOX ... ???",  # enclosing hane
    "XO. ... ?.?",  # hane that cuts nothing
    "XO? X.. x.?",  # magari
    ".O. X.. ...",  # shoulder hit, or a diagonal attachment
    "XO? O.o ?o?",  # cut of what is not protected
    "XO? O.X ???",  # cut of what is peeped at
    "?X? O.O ooo",  # cut by pushing through
    "OX? o.O ???",  # cut of a knight's move
    "X.? O.? ###",  # at the side: chase
    "OX? X.O ###",  # at the side: block a cut
    "?X? x.O ###",  # at the side: block a connection
    "?XO x.x ###",  # at the side: descend
    "?OX X.O ###",  # at the side: cut
)
_MEANS = {
    "X": (BLACK,),
    "O": (WHITE,),
    ".": (EMPTY,),
    "x": (EMPTY, WHITE, BORDER),
    "o": (EMPTY, BLACK, BORDER),
    "#": (BORDER,),
    "?": (EMPTY, BLACK, WHITE, BORDER),
}
_OTHER_COLOR = str.maketrans("XOxo", "OXox")
_CODES = np.arange(1 << 16)
_AROUND = tuple(_CODES >> 2 * place & 3 for place in range(8))
"""For every code: the contents of each neighbor."""
_ADJACENT, _DIAGONAL = slice(0, 4), slice(4, 8)


def _variants(pattern: str) -> Iterator[list[str]]:
    """A pattern in all rotations, mirrored, and with colors exchanged."""
    for colored in (pattern, pattern.translate(_OTHER_COLOR)):
        rows = colored.split()
        for _ in range(4):
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
            yield rows
            yield [row[::-1] for row in rows]


def _matches(rows: list[str]) -> NDArray[np.bool_]:
    matched = np.ones(len(_CODES), dtype=bool)
    for place, step in enumerate(STEPS):
        row, column = divmod(step + STRIDE + 1, STRIDE)
        matched &= _fits(place, rows[row][column])
    return matched


@cache
def _fits(place: int, symbol: str) -> NDArray[np.bool_]:
    """For every code: whether the contents of a neighbor match a symbol of a pattern."""
    return np.isin(_AROUND[place], _MEANS[symbol])


def _closed(color: int) -> NDArray[np.bool_]:
    """Own stones or border on all adjacent cells."""
    closed = np.ones(len(_CODES), dtype=bool)
    for neighbor in _AROUND[_ADJACENT]:
        closed &= (neighbor == color) | (neighbor == BORDER)
    return closed


def _eyes(color: int) -> NDArray[np.bool_]:
    """Closed, and with too few enemies on the diagonals to break it."""
    closed = _closed(color)
    enemies = _number(3 - color, _DIAGONAL)
    return closed & (enemies <= np.where(_number(BORDER, _DIAGONAL) > 0, 0, 1))


def _number(content: int, places: slice) -> NDArray[np.int64]:
    count = np.zeros(len(_CODES), dtype=np.int64)
    for neighbor in _AROUND[places]:
        count += neighbor == content
    return count


def _table() -> NDArray[np.uint8]:
    table = np.zeros(len(_CODES), dtype=np.uint8)
    for pattern in _PATTERNS:
        for rows in _variants(pattern):
            table[_matches(rows)] |= LOCAL
    for color in (BLACK, WHITE):
        table[_eyes(color)] |= EYE << color
    table[_number(EMPTY, _ADJACENT) >= 2] |= ROOM
    stones = _number(BLACK, slice(0, 8)) + _number(WHITE, slice(0, 8))
    table[stones == 0] |= LONELY
    return table


def _near() -> NDArray[np.uint8]:
    near = TABLE[:256] & np.uint8(ROOM)
    for color in (BLACK, WHITE):
        near[_closed(color)[:256]] |= CLOSED << color
    return near


TABLE = _table()
"""For every code: `LOCAL`, the eyes of both colors, `ROOM` and `LONELY` as bits."""
LOCALS = np.packbits(TABLE & LOCAL, bitorder="little").view(np.uint32)
"""One bit for every code: `LOCAL`. Small enough for the first-level cache."""
NEAR = _near()
"""For the low eight bits of a code, the four adjacent cells: `ROOM` and `CLOSED`.

Small enough for the first-level cache, and sufficient for most cells.
"""
