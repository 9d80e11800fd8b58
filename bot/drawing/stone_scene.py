"""What a picture of stones on lines shows, by points instead of pixels.

Go and Gomoku make a `StoneScene`, `stone_board` draws it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Self

from bot.drawing.base import LineMoves, Window
from games.base import Move, Side


class Mark(Enum):
    """What is marked at a point. Each mark has a side: the owner of the stone or of the point."""

    LAST = auto()  # the stone just played
    LAST_NUMBER = auto()  # the same, around its number
    WINNING = auto()  # a stone of the five
    CAPTURED = auto()  # where the last move captured a stone
    DEAD = auto()  # a stone agreed or proposed to be dead
    TERRITORY = auto()
    FORBIDDEN = auto()  # Gomoku forbids the side to move a stone here, by the shape it would make
    REPETITION = auto()  # ko: a stone here would repeat an earlier position
    SUGGESTION = auto()
    GROUP = auto()  # a stone of the group that a question or a claim is about
    DOT = auto()  # an empty point that a claim is about
    BUTTON = auto()  # an empty point that has a button
    NEUTRAL = auto()  # an empty point amid an area that is nobody's in a count
    MISTAKE = auto()  # the stone of a mistake, which is not there


PlacedMark = tuple[Mark, int, Side]


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """An empty board: its size, the letters of its columns, its star points as (column, row).

    Without letters neither columns nor rows are named.
    """

    size: int
    letters: str
    stars: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, size: int, letters: str) -> Self:
        """The board of a size: nine star points on 19x19 and larger, five on others."""
        near = 2 if size < 13 else 3
        middle, far = size // 2, size - 1 - near
        lines = (near, middle, far)
        every = [(column, row) for column in lines for row in lines]
        kept = every if size >= 19 else [(c, r) for c, r in every if (c == middle) == (r == middle)]
        return cls(size, letters, tuple(kept))


@dataclass(frozen=True, slots=True)
class StoneScene:
    """A board with everything on it. Points are indices from the top left along the rows."""

    layout: BoardLayout
    stones: bytes
    """For each point 0 or the side whose stone is there."""
    marks: Sequence[PlacedMark] = ()
    dead: frozenset[int] = frozenset()
    labels: Mapping[int, str] = field(default_factory=dict)
    """What the buttons of points say."""
    numbers: Mapping[int, int] = field(default_factory=dict)
    """The number of the move that placed each stone, if numbers are shown."""
    line: Mapping[int, tuple[Side, int]] = field(default_factory=dict)
    """Stones that are not there but expected: their sides, and their numbers in a line from 1."""
    chosen: Window | None = None
    """What is brighter."""


def move_numbers(moves: Sequence[Move], points: Mapping[str, int], stones: bytes) -> dict[int, int]:
    """The number of the move that placed each stone; a point played twice has the later number."""
    numbers = {points[move]: number for number, move in enumerate(moves, 1) if move in points}
    return {point: number for point, number in numbers.items() if stones[point]}


def line_stones(
    line: LineMoves, points: Mapping[str, int], stones: bytes, mistake: Move | None = None
) -> dict[int, tuple[Side, int]]:
    """The stones of a line on empty points; of a point that is played twice, the first one.

    The point of the ``mistake`` beside it shows that alone.
    """
    expected: dict[int, tuple[Side, int]] = {}
    for number, (move, side) in enumerate(line, 1):
        if move in points and move != mistake and not stones[points[move]]:
            expected.setdefault(points[move], (side, number))
    return expected


def with_buttons(
    rings: Iterable[str], points: Mapping[str, int], stones: bytes, side: Side
) -> Iterator[PlacedMark]:
    """The marks of the empty points that have buttons."""
    indices = sorted(points[name] for name in rings if name in points)
    return ((Mark.BUTTON, point, side) for point in indices if not stones[point])


def with_claim(
    group: Iterable[str], dots: Iterable[str], points: Mapping[str, int], stones: bytes, taken: Iterable[str]
) -> Iterator[PlacedMark]:
    """The marks of the stones and the empty points that a claim is about, except on points ``taken``."""
    free = points.keys() - set(taken)
    for name in sorted(free & set(group)):
        if stone := stones[points[name]]:
            yield Mark.GROUP, points[name], Side(stone)
    for name in sorted(free & set(dots)):
        if not stones[points[name]]:
            yield Mark.DOT, points[name], Side.FIRST


def with_mistake(mistake: Move | None, points: Mapping[str, int], side: Side) -> Iterator[PlacedMark]:
    """The mark of a mistake by ``side``, if it is a stone."""
    if mistake is not None and mistake in points:
        yield Mark.MISTAKE, points[mistake], side


def by_index(labels: Mapping[str, str], points: Mapping[str, int]) -> dict[int, str]:
    """Labels by the indices of their points; names that are not on the board are ignored."""
    return {points[name]: text for name, text in labels.items() if name in points}
