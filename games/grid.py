"""Square boards: their coordinates, ``d3`` to an index and back, and their symmetries.

Index 0 is the top left point; indices run along the rows.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from games.base import BadNotation, IllegalMove, Move

_POINT = re.compile(r"([a-z])([0-9]{1,2})")
_REVERSED = re.compile(r"([0-9]{1,2})([a-z])")

PASS_WORDS = frozenset({"pass", "pa", "p", "-", "--", "패스"})
"""Words for a pass, normalized by `plain`."""


def plain(text: str) -> str:
    """``text`` without case, spaces and full-width forms.

    >>> plain(" Ｄ 3")
    'd3'
    """
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def shown_point(name: str) -> str:
    """The name of a point or a column as people read it: with a capital L, since l5 looks like 15.

    Typed in, both are the same. Other letters stay small, which are narrower on buttons.

    >>> shown_point("l5"), shown_point("l"), shown_point("d4"), shown_point("pass")
    ('L5', 'L', 'd4', 'pass')
    """
    return f"L{name[1:]}" if name[:1] == "l" and not name[1:].strip("0123456789") else name


@dataclass(frozen=True)
class Grid:
    """The names of the points of a square board.

    ``letters`` are the names of the columns from the left. Row 1 is the top row if ``top_row_first``
    (Othello), else the bottom row (Go, Gomoku).

    >>> Grid(8).index("d3"), Grid(8).parse("3 D")
    (19, 'd3')
    """

    size: int
    letters: str = "abcdefghijklmnopqrstuvwxyz"
    top_row_first: bool = True

    def name(self, index: int) -> Move:
        """The canonical name of the point at ``index``."""
        row, column = divmod(index, self.size)
        return Move(f"{self.letters[column]}{row + 1 if self.top_row_first else self.size - row}")

    def index(self, text: str) -> int:
        """The index of a canonical point.

        Raises `BadNotation` if the text is not a point, `IllegalMove` if the point is off the board.
        """
        match = _POINT.fullmatch(text)
        if match is None or match[2].startswith("0"):
            raise BadNotation("rule.notation", text=text[:40])
        column, row = self.letters.find(match[1]), int(match[2])
        if not (0 <= column < self.size and 1 <= row <= self.size):
            raise self._off_board(text, match[1])
        return (row - 1 if self.top_row_first else self.size - row) * self.size + column

    def parse(self, text: str) -> Move:
        """The canonical name of a point as people type it (``D3``, ``d 3``, ``3d``, full width).

        Raises as `index` does.
        """
        typed = plain(text)
        swapped = _REVERSED.fullmatch(typed)
        if swapped:
            typed = swapped[2] + swapped[1]
        match = _POINT.fullmatch(typed)
        if match is None:
            raise BadNotation("rule.notation", text=text.strip()[:40])
        return self.name(self.index(f"{match[1]}{int(match[2])}"))

    def _off_board(self, text: str, letter: str) -> IllegalMove:
        """Why a point is not on the board: its letter is left out, or it is beyond the last point."""
        letters = self.letters[: self.size]
        before = [name for name in letters if name < letter]
        after = [name for name in letters if name > letter]
        if letter not in letters and before and after:
            return IllegalMove("rule.no-column", move=text, column=letter, before=before[-1], after=after[0])
        return IllegalMove("rule.off-board", move=text, corner=self.far_corner)

    @property
    def far_corner(self) -> str:
        """The point with the last letter and the highest number, for error messages."""
        return f"{self.letters[self.size - 1]}{self.size}"


@cache
def square_images(size: int) -> tuple[tuple[int, ...], ...]:
    """For each symmetry of a square board, where every point goes; the first leaves them in place."""
    images = []
    # The bits of a symmetry: 1 upside down, 2 left to right, 4 rows and columns exchanged. Any of the eight
    # is one combination of them.
    for symmetry in range(8):
        image = []
        for point in range(size * size):
            row, column = divmod(point, size)
            row = size - 1 - row if symmetry & 1 else row
            column = size - 1 - column if symmetry & 2 else column
            image.append(column * size + row if symmetry & 4 else row * size + column)
        images.append(tuple(image))
    return tuple(images)
