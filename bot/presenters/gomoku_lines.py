"""What stones would make on the lines of a Gomoku position. Start reading at `Lines`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

from games.base import Side
from games.gomoku import GomokuPosition
from games.gomoku.boards import EMPTY, REACH, Board
from games.gomoku.forbidden import BLOCKED, OWN, form

# What a stone makes on one line for its side, in rising order.
NOTHING, ALONE, TWO, OPEN_TWO, THREE, OPEN_THREE, FOUR, OPEN_FOUR, FIVE = range(9)
KINDS = 9
_MAX_LINES = 1 << 15
_EXCHANGED = bytes.maketrans(b"\x01\x02", b"\x02\x01")
_VIEWS = (bytes.maketrans(b"\x02", b"\x03"), bytes.maketrans(b"\x01\x02", b"\x03\x01"))
"""From the mover's view of a line to OWN and BLOCKED for the mover, then for the opponent."""
_SHARP = frozenset(pair for pair in range(KINDS * KINDS) if max(divmod(pair, KINDS)) >= OPEN_THREE)

Four = tuple[int, int, int, int]
"""A number for each of a point's four lines."""


class Lines:
    """The empty points of a position, and what a stone of either side would make on the lines through them.

    ``pairs`` has four numbers for each empty point, one a line: see `pair_of`. ``sharp`` are the points where
    one of the sides makes an open three or more, each with the mover's and the opponent's kinds.
    """

    def __init__(self, position: GomokuPosition) -> None:
        rules, own = position.rules, position.next_color if position.stage else position.to_move
        self.board = position.board
        self.seen = position.points if own is Side.FIRST else position.points.translate(_EXCHANGED)
        self.exactly = own in rules.exactly_five, own.other in rules.exactly_five
        cells = cells_of(self.board)
        self.empty = [point for point, at in enumerate(cells) if self.seen[at] == EMPTY]
        self.pairs = self._pairs(cells)
        self.sharp = [
            (point, *split(pairs))
            for point, pairs in zip(self.empty, self.pairs, strict=True)
            if not _SHARP.isdisjoint(pairs)
        ]

    def _pairs(self, cells: Sequence[int]) -> list[Four]:
        seen, pairs, pair = self.seen, list[Four](), _PAIRS[self.exactly]
        (a, b, c, d), reach = self.board.directions, REACH
        e, f, g, h = (reach * step for step in (a, b, c, d))
        for point in self.empty:
            at = cells[point]
            pairs.append(
                (
                    pair[seen[at - e : at + e + 1 : a]],
                    pair[seen[at - f : at + f + 1 : b]],
                    pair[seen[at - g : at + g + 1 : c]],
                    pair[seen[at - h : at + h + 1 : d]],
                )
            )
        return pairs


class _Pairs(dict[bytes, int]):
    """`pair_of` of the lines met so far."""

    def __init__(self, exactly: tuple[bool, bool]) -> None:
        super().__init__()
        self._exactly = exactly

    def __missing__(self, line: bytes) -> int:
        if len(self) >= _MAX_LINES:
            self.clear()
        self[line] = pair = pair_of(line, self._exactly)
        return pair


_PAIRS = {(own, theirs): _Pairs((own, theirs)) for own, theirs in product((False, True), repeat=2)}


def pair_of(line: bytes, exactly: tuple[bool, bool]) -> int:
    """The mover's kind on a line plus `KINDS` times the opponent's, as one number.

    The line has 2 × REACH + 1 points with an empty one in the middle: 1 for the mover's stones, 2 for the
    opponent's. ``exactly``: whether a row of more than five does not count for each.
    """
    own, theirs = (kind_of(line.translate(view), exact) for view, exact in zip(_VIEWS, exactly, strict=True))
    return own + KINDS * theirs


def split(pairs: Four) -> tuple[Four, Four]:
    """The mover's and the opponent's kinds of the four lines."""
    a, b, c, d = pairs
    own = (a % KINDS, b % KINDS, c % KINDS, d % KINDS)
    return own, (a // KINDS, b // KINDS, c // KINDS, d // KINDS)


def kind_of(line: bytes, exactly: bool) -> int:
    """What an own stone in the middle of a line of 2 × REACH + 1 points makes on it.

    ``exactly``: whether a row of more than five does not count.
    """
    cells = bytearray(line)
    cells[REACH] = OWN
    # The fives that the stone can be part of, and how many of their points have own stones by then.
    starts = [start for start in range(1, REACH + 1) if _makes_five(cells, start, exactly)]
    counts = [cells.count(OWN, start, start + REACH) for start in starts]
    best = max(counts, default=0)
    of_best = [start for start, count in zip(starts, counts, strict=True) if count == best]
    if best == REACH:
        return FIVE
    if best == REACH - 1:
        # A four is open if different points make it a five: one stone cannot stop both.
        return OPEN_FOUR if len({cells.index(EMPTY, start) for start in of_best}) > 1 else FOUR
    if best == REACH - 2:
        return OPEN_THREE if form(line, exactly).threes else THREE
    wide = len(of_best) > 2  # there is room on both sides
    if best == 2:
        return OPEN_TWO if wide else TWO
    return ALONE if wide else NOTHING


def _makes_five(cells: bytearray, start: int, exactly: bool) -> bool:
    """Whether the five points from ``start`` are free of the opponent and make a five once filled."""
    if BLOCKED in cells[start : start + REACH]:
        return False
    return not (exactly and OWN in (cells[start - 1], cells[start + REACH]))


@cache
def cells_of(board: Board) -> Sequence[int]:
    """By point: its index on the board with walls."""
    return tuple(at for row in board.rows for at in range(row.start, row.stop))
