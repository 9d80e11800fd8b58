"""The shapes that a move makes on the lines through it, and the points that renju and omok forbid for them.

Boards here are relative to the mover: OWN stones, empty points, and BLOCKED for the opponent's stones and for
walls.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.base import Side
from games.gomoku.boards import EMPTY, REACH, Board

OWN, BLOCKED = 1, 3
FIVE = "five"
OVERLINE, FOUR_FOUR, THREE_THREE = "rule.overline", "rule.four-four", "rule.three-three"

_VIEWS = {
    Side.FIRST: bytes.maketrans(b"\x02", b"\x03"),
    Side.SECOND: bytes.maketrans(b"\x01\x02", b"\x03\x01"),
}


def seen_by(side: Side, board: bytes) -> bytes:
    """The board relative to ``side``."""
    return board.translate(_VIEWS[side])


@dataclass(frozen=True, slots=True)
class Form:
    """The shape that a stone in the middle of a line makes on it.

    ``fives`` and ``threes`` are the offsets from the stone at which another stone would make a five, and a
    straight four.
    """

    five: bool
    overline: bool
    fours: int
    fives: tuple[int, ...]
    threes: tuple[int, ...]


@lru_cache(maxsize=1 << 14)  # games produce a few thousand lines; an entry takes 300 bytes
def form(line: bytes, exactly: bool) -> Form:
    """The form of a line of 2 x REACH + 1 points if a stone is placed in its middle.

    ``exactly``: whether a row of more than five does not count as five.
    """
    cells = bytearray(line)
    cells[REACH] = OWN
    low, high = _run(cells, REACH)
    length = high - low - 1
    five = length == 5 or (length > 5 and not exactly)
    fives = [end for end in range(1, 2 * REACH) if not cells[end] and _makes_five(cells, end, exactly)]
    straight = len(fives) == 2 and fives[1] - fives[0] == 5  # both ends of one row of four: one four, not two
    steps = range(2, 2 * REACH - 1)
    threes = () if fives else tuple(at - REACH for at in steps if _makes_straight_four(cells, at, exactly))
    offsets = tuple(end - REACH for end in fives)
    return Form(five, length > 5, 1 if straight else len(fives), offsets, threes)


def is_crowded(board: Board, seen: bytes, point: int) -> bool:
    """Whether stones of the mover are near enough to make a move there forbidden.

    Overlines and two fours on one line take four of them on it, twos of fours and threes two on each of two.
    """
    stones = [line.count(OWN) for line in _lines(board, seen, point)]
    return max(stones) >= 4 or sum(count >= 2 for count in stones) >= 2


def renju_verdict(board: Board, seen: bytes, point: int) -> str | None:
    """Renju's verdict on a move of Black: FIVE if it wins, the text key of the rule that forbids it, or None.

    A three counts only if a move that is not forbidden itself and does not make a five turns it into a
    straight four. The verdict on that move is computed recursively, with the first stone in place. Source:
    the definitions of the Renju International Federation.
    """
    shapes = forms(board, seen, point, exactly=True)
    if any(made.five for made in shapes):
        return FIVE
    if any(made.overline for made in shapes):
        return OVERLINE
    if sum(made.fours for made in shapes) >= 2:
        return FOUR_FOUR
    threes = [(step, made.threes) for step, made in zip(board.directions, shapes, strict=True) if made.threes]
    if len(threes) < 2:
        return None
    placed = seen[:point] + bytes([OWN]) + seen[point + 1 :]
    real = 0
    for direction, ends in threes:
        real += any(renju_verdict(board, placed, point + end * direction) is None for end in ends)
    return THREE_THREE if real >= 2 else None


def omok_verdict(board: Board, seen: bytes, point: int, exactly: bool) -> str | None:
    """Omok's verdict on a move: FIVE, THREE_THREE for two open threes at once, or None.

    An open three is a row of three that one more stone turns into a straight four, even if that stone would
    be forbidden.
    """
    shapes = forms(board, seen, point, exactly)
    if any(made.five for made in shapes):
        return FIVE
    return THREE_THREE if sum(bool(made.threes) for made in shapes) >= 2 else None


def forms(board: Board, seen: bytes, point: int, exactly: bool) -> list[Form]:
    """What a stone on a point makes on each of the lines through it, in the order of `Board.directions`."""
    return [form(line, exactly) for line in _lines(board, seen, point)]


def _lines(board: Board, seen: bytes, point: int) -> list[bytes]:
    """The points within REACH on each of the lines through a point."""
    return [seen[line] for line in board.lines[point]]


def _run(cells: bytearray, at: int) -> tuple[int, int]:
    """The indices before and after the unbroken row of own stones through ``at``."""
    low, high = at - 1, at + 1
    while low >= 0 and cells[low] == OWN:
        low -= 1
    while high < len(cells) and cells[high] == OWN:
        high += 1
    return low, high


def _makes_five(cells: bytearray, at: int, exactly: bool) -> bool:
    """Whether a stone on the empty point ``at`` makes a five through the middle."""
    low, high = _run(cells, at)
    length = high - low - 1
    return low < REACH < high and (length == 5 or (length > 5 and not exactly))


def _makes_straight_four(cells: bytearray, at: int, exactly: bool) -> bool:
    """Whether a stone at ``at`` makes a row of four through the middle that both ends extend to five."""
    low, high = _run(cells, at)
    if cells[at] != EMPTY or high - low != 5 or not low < REACH < high:
        return False
    if cells[low] != EMPTY or cells[high] != EMPTY:
        return False
    # Where only exactly five win, a stone behind an open end would make six of it.
    return not exactly or (cells[low - 1] != OWN and cells[high + 1] != OWN)
