"""Which puzzles are near copies: one turned, mirrored or shifted, or an earlier moment of the same fight."""

from __future__ import annotations

from functools import cache

from ai.puzzles.puzzle import Puzzle
from games import replay
from games.base import Move, Record
from games.go.position import GoPosition
from games.gomoku import GomokuPosition
from games.hare_and_hounds import HarePosition
from games.othello import OthelloPosition
from games.symmetry import canonical
from games.twelve_janggi import JanggiPosition

NEAR = 4
"""Lines around the answer in which stones are compared."""
ALIKE = 0.6
"""The share of stones that two near copies have in common."""
_GRIDS = OthelloPosition | GomokuPosition | GoPosition
_Stones = frozenset[tuple[int, int, bool]]
"""Stones by column and row from the answer, and whether they are the solver's."""


def are_alike(first: Puzzle, second: Puzzle) -> bool:
    """Whether somebody who has just seen one of two puzzles knows the other."""
    if first.game != second.game:
        return False
    views, (other, *_) = (_views(puzzle.record, puzzle.answer) for puzzle in (first, second))
    return any(_shared(view, other) >= ALIKE for view in views)


def _shared(first: frozenset[object], second: frozenset[object]) -> float:
    return len(first & second) / max(1, len(first | second))


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
