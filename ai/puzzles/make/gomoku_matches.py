"""Matches of Gomoku without a search: each side draws its move by what the points gain it or deny the other.

A match takes milliseconds, and both sides overlook about as much as people do. Where a side can make five, it
does, and it stops a five of the other side.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random

from ai.gomoku.board import STRIDE, board_of, move_of, point_of, rules_of
from ai.gomoku.moves import FORCED, QUIET, urgency_of
from ai.gomoku.point_patterns import FIVES
from ai.gomoku.root import SearchMemory
from ai.gomoku.root_moves import list_root_moves
from ai.gomoku.table import POINT
from ai.gomoku.vcf import move_gain
from games import replay
from games.base import Move, Record
from games.gomoku import GomokuPosition

_CENTER = 2
"""Lines around the middle point on which the first stone is placed."""
_SURENESS = 0.2, 0.5
"""How much the root of a gain counts, between these two: the lower, the more is overlooked."""
_NEAR = 2
"""Rows and columns around the stones in which moves are drawn."""
_LONGEST = 60
"""The plies of the longest match."""


def matches(variants: tuple[str, ...], rng: Random) -> Iterator[Record]:
    """Yield the positions of matches without end."""
    memory = SearchMemory(12)
    while True:
        record, sureness = Record("gomoku", rng.choice(variants)), rng.uniform(*_SURENESS)
        position = replay(record)
        while position.outcome() is None and len(record.moves) < _LONGEST:
            assert isinstance(position, GomokuPosition)
            move = (
                _drawn(position, record.moves, memory, sureness, rng)
                if record.moves
                else _first(position, rng)
            )
            if move is None:
                break
            record = record.then(move)
            yield record
            position = replay(record)


def _first(position: GomokuPosition, rng: Random) -> Move:
    column, row = (position.size // 2 + rng.randint(-_CENTER, _CENTER) for _ in range(2))
    return position.board.grid.name(row * position.size + column)


def _drawn(
    position: GomokuPosition, moves: Sequence[Move], memory: SearchMemory, sureness: float, rng: Random
) -> Move | None:
    board, rules, side = board_of(position), rules_of(position.variant), int(position.to_move)
    own_five = int(board["counts"][side, FIVES]) > 0
    urgency = FORCED if not own_five and urgency_of(board, rules, side) == FORCED else QUIET
    length = int(list_root_moves(board, rules, memory.work, side, urgency))
    points = [int(entry) & POINT for entry in memory.work["lists"][0, :length]]
    if not points:
        return None
    stones = [point_of(position, move) for move in moves]
    near = [point for point in points if any(_are_near(point, stone) for stone in stones)] or points
    gains = [int(move_gain(board, rules, point, side)) for point in near]
    weights = [math.exp(sureness * math.copysign(math.sqrt(abs(gain)), gain)) for gain in gains]
    (drawn,) = rng.choices(near, weights)
    return move_of(position, drawn)


def _are_near(point: int, other: int) -> bool:
    row, column = divmod(abs(point - other) + STRIDE // 2, STRIDE)
    return row <= _NEAR and abs(column - STRIDE // 2) <= _NEAR
