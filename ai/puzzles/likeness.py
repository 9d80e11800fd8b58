"""Which puzzles are near copies: turned, mirrored or shifted ones, and moments of one fight.

Imports no engine, because the bot's process compares puzzles.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ai.puzzles.puzzle import Puzzle
from games import replay
from games.base import Move, Record, Side
from games.go.position import GoPosition
from games.gomoku import GomokuPosition
from games.grid import square_images
from games.hare_and_hounds import HarePosition
from games.othello import OthelloPosition
from games.symmetry import canonical
from games.twelve_janggi import JanggiPosition

NEAR = 4
"""Lines around the answer in which stones are compared."""
ALIKE = 0.6
"""The share of stones around the answer that two near copies have in common."""
SAME_BOARD = 0.75
"""The share of all stones that two moments of one fight have in common, whoever is asked, and for what."""
_GRIDS = OthelloPosition | GomokuPosition | GoPosition
_Stones = frozenset[tuple[int, int, bool]]
"""Stones by column and row from the answer, and whether they are the solver's."""


def are_alike(first: Puzzle, second: Puzzle) -> bool:
    """Whether somebody who has just seen one of two puzzles knows the other."""
    if first.game != second.game:
        return False
    if _are_of_one_fight(first, second):
        return True
    views, (other, *_) = (_views(puzzle.record, puzzle.answer) for puzzle in (first, second))
    return any(_shared(view, other) >= ALIKE for view in views)


def _are_of_one_fight(first: Puzzle, second: Puzzle) -> bool:
    """Whether the boards, one turned in any way, have most stones in common, and the answers are near."""
    turned, boards = (_boards(puzzle.record, puzzle.answer) for puzzle in (first, second))
    if not turned or not boards or turned[0].size != boards[0].size:
        return False
    return any(board.is_near(boards[0]) and board.shared(boards[0]) >= SAME_BOARD for board in turned)


def _shared(first: frozenset[object], second: frozenset[object]) -> float:
    return len(first & second) / max(1, len(first | second))


class _Board(NamedTuple):
    """A board turned in one way: both colors' stones as bits, and where the answer is."""

    size: int
    black: int
    white: int
    answer: int

    def is_near(self, other: _Board) -> bool:
        """Whether the answers are at most `NEAR` lines apart."""
        (row, column), (to_row, to_column) = divmod(self.answer, self.size), divmod(other.answer, self.size)
        return max(abs(row - to_row), abs(column - to_column)) <= NEAR

    def shared(self, other: _Board) -> float:
        """The share of all stones that both have."""
        both = (self.black & other.black).bit_count() + (self.white & other.white).bit_count()
        every = (self.black | other.black).bit_count() + (self.white | other.white).bit_count()
        return both / max(1, every)


@cache
def _boards(record: Record, answer: Move) -> tuple[_Board, ...]:
    """The board in each way in which it can be turned; none in a game whose pieces move."""
    position = replay(record)
    if not isinstance(position, _GRIDS):
        return ()
    stones, at = _stones(position), position.board.grid.index(answer)
    return tuple(
        _Board(
            position.size,
            sum(1 << image[point] for point, color in stones.items() if color == Side.FIRST),
            sum(1 << image[point] for point, color in stones.items() if color == Side.SECOND),
            image[at],
        )
        for image in square_images(position.size)
    )


@cache
def _views(record: Record, answer: Move) -> tuple[frozenset[object], ...]:
    """What is compared of a puzzle, in each way in which the board can be turned."""
    position = replay(record)
    if isinstance(position, _GRIDS):
        return tuple(map(frozenset, _turned(_around(answer, position))))
    assert isinstance(position, (HarePosition, JanggiPosition))
    image = canonical(position)
    assert image is not None
    pieces = {(at, cell) for at, cell in enumerate(image.cells) if cell}
    return (frozenset({*pieces, image.move(answer)}),)


def _around(answer: Move, position: OthelloPosition | GomokuPosition | GoPosition) -> _Stones:
    size, index = position.size, position.board.grid.index
    row, column = divmod(index(answer), size)
    stones = _stones(position)
    return frozenset(
        (at % size - column, at // size - row, side == position.to_move)
        for at, side in stones.items()
        if max(abs(at % size - column), abs(at // size - row)) <= NEAR
    )


def _stones(position: OthelloPosition | GomokuPosition | GoPosition) -> dict[int, int]:
    if isinstance(position, OthelloPosition):
        cells = range(position.size**2)
        return {at: 1 if position.black >> at & 1 else 2 for at in cells if _taken(position) >> at & 1}
    colors = position.cells if isinstance(position, GomokuPosition) else position.stones
    return {at: color for at, color in enumerate(colors) if color}


def _taken(position: OthelloPosition) -> int:
    return position.black | position.white


def _turned(stones: _Stones) -> list[_Stones]:
    turned = list[_Stones]()
    for flip in (1, -1):
        around = frozenset((flip * x, y, own) for x, y, own in stones)
        for _ in range(4):
            turned.append(around)
            around = frozenset((-y, x, own) for x, y, own in around)
    return turned
