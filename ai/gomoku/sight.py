"""What a person sees in a position of Gomoku, see `ai.human.sight`.

Threats are what people overlook, so a win counts as read only if its whole way to the five is as short as the
depth: a five at 1, a four of the other side at 2, a winning four at 3, an open three of the other side at 4,
and from 5 on what the search finds. Everything else is a matter of judgment, the same at each depth that has
no more to show.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ai.gomoku.board import (
    EMPTY,
    STRIDE,
    board_of,
    find_shape,
    may_play,
    move_of,
    place,
    point_of,
    rules_of,
    shape_of,
    take_back,
)
from ai.gomoku.evaluate import evaluate
from ai.gomoku.point_patterns import FIVES, WINNING_FOUR
from ai.gomoku.root import SearchMemory
from ai.gomoku.root_moves import search_root, table_line
from ai.gomoku.table import DECIDED as DECIDED_VALUE
from ai.gomoku.table import INFINITY, WIN
from ai.gomoku.values import Values
from ai.human.sight import DECIDED, Reading
from games.base import PASS, Move
from games.gomoku import GomokuPosition

_UNIT = 100.0
"""The evaluation that is a unit; 200 are one unit of log odds."""
_MOST = 4.0
"""No judgment is beyond this: it is far from a decided game."""
_LATER = 1.2
"""How much less a win is worth for each ply that it takes: even who is lost stops a four."""
_END = 1.0
"""How much worse a four is for each further point that makes it a five: who is lost stops one of them."""
_SHAPES_DEPTH = 4
"""Up to this depth, the shapes on the board say what is decided."""
_BEYOND = 3
"""The search sees so many plies beyond its depth, by the shapes at its end."""
_LIKED = 4.0
"""The root of a gain (`ai.gomoku.values`) that is a unit of first impression."""
_OWN_MOST, _THEIR_MOST = 800.0, 500.0
"""Gains beyond these look alike: to block a five looks no better than to block a four."""
_BLOCKING = 0.9
"""A point of the other side attracts less than one of the own side."""
_NEAR = 2
_ROW = 4
"""A row of five reaches so far from one of its stones."""
_TABLE_BITS = 16
_ALL_NODES = 1 << 40

_PROMISE = Values.untrained().gain[:, 1]


class GomokuSight:
    """A position of Gomoku with at least two moves to consider."""

    deepest = 16

    def __init__(self, position: GomokuPosition, memory: SearchMemory, moves: Sequence[Move] = ()) -> None:
        self._position, self._memory = position, memory
        self._board, self._rules = board_of(position), rules_of(position.variant)
        self._side = int(position.to_move)
        memory.reset(_TABLE_BITS, clear=True)
        memory.work["stop"], memory.work["budget"] = 0, _ALL_NODES
        mine, theirs = self._side, 3 - self._side
        self.shown = self._threatened(moves[-1:], theirs) | self._threatened(moves[-2:-1], mine)
        self._points = {move: point_of(position, move) for move in self._near()}

    def _near(self) -> list[Move]:
        """The moves at most two points from a stone, or beside the only one; first of all, the middle."""
        position, size = self._position, self._position.size
        stones = np.frombuffer(position.cells, dtype=np.uint8).reshape(size, size) > 0
        if not stones.any():
            return [Move(position.board.grid.name(size * size // 2))]
        reach = 1 if stones.sum() == 1 else _NEAR
        wide, steps = np.pad(stones, reach), range(2 * reach + 1)
        near = np.logical_or.reduce([wide[r : r + size, c : c + size] for r in steps for c in steps]).ravel()
        moves = [move for move in position.legal_moves() if move != PASS]
        return [move for move in moves if near[position.board.grid.index(move)]] or moves

    def _threatened(self, last: Sequence[Move], side: int) -> frozenset[Move]:
        """The points on the rows of a side's last stone where it threatens a five or a winning four."""
        if not last or last[0] not in self._position.board.names.values():
            return frozenset()
        start = point_of(self._position, last[0])
        near = {
            start + step * at for step in (1, STRIDE - 1, STRIDE, STRIDE + 1) for at in range(-_ROW, _ROW + 1)
        }
        cells = self._board["cells"]
        threatened = [
            point
            for point in near
            if 0 <= point < len(cells)
            and cells[point] == EMPTY
            and shape_of(self._board, self._rules, side, point) in (WINNING_FOUR, FIVES)
        ]
        return frozenset(move_of(self._position, point) for point in threatened)

    def impressions(self) -> dict[Move, float]:
        """Rows to extend and, less so, to block."""
        return {move: self._liked(point) for move, point in self._points.items()}

    def _liked(self, point: int) -> float:
        mine, theirs = (
            float(_PROMISE[self._board["refuses"][side]][self._board["codes"][side, point]])
            for side in (self._side, 3 - self._side)
        )
        return (math.sqrt(min(mine, _OWN_MOST)) + _BLOCKING * math.sqrt(min(theirs, _THEIR_MOST))) / _LIKED

    def read(self, moves: Sequence[Move], depth: int) -> list[Reading]:
        """Read each move by itself."""
        return [self._read(self._points[move], depth) for move in moves]

    def _read(self, point: int, depth: int) -> Reading:
        if shape_of(self._board, self._rules, self._side, point) == FIVES:
            return Reading(DECIDED)
        place(self._board, self._rules, point, self._side)
        try:
            reading = self._by_shapes(depth)
        finally:
            take_back(self._board, self._rules, point)
        return reading if depth <= _SHAPES_DEPTH or abs(reading.value) > _MOST else self._search(point, depth)

    def _by_shapes(self, depth: int) -> Reading:
        # What is decided after the move, by shapes alone.
        board, rules, mine, theirs = self._board, self._rules, self._side, 3 - self._side
        if depth >= 2 and (five := int(find_shape(board, rules, theirs, FIVES))):
            ends = int(board["counts"][theirs, FIVES])
            return Reading(-_win_in(2) - _END * (ends - 1), move_of(self._position, five))
        if depth >= 3 and board["counts"][mine, FIVES] >= 2:
            return Reading(_win_in(3))
        if (
            depth >= 4
            and not board["counts"][mine, FIVES]
            and (four := int(find_shape(board, rules, theirs, WINNING_FOUR)))
        ):
            return Reading(-_win_in(4), move_of(self._position, four))
        return Reading(self._judged())

    def _judged(self) -> float:
        """What the stones look like after the own move: after a four, once it is stopped."""
        board, rules, mine, theirs = self._board, self._rules, self._side, 3 - self._side
        five = int(find_shape(board, rules, mine, FIVES))
        if not five:
            return _in_units(-int(evaluate(board, rules, theirs)))
        if board["counts"][mine, FIVES] > 1 or not may_play(board, rules, five, theirs):
            return _MOST
        place(board, rules, five, theirs)
        try:
            return _in_units(int(evaluate(board, rules, mine)))
        finally:
            take_back(board, rules, five)

    def _search(self, point: int, depth: int) -> Reading:
        branch = np.array([(point, 0, -INFINITY)], dtype=np.int64)
        table, work = self._memory.table, self._memory.work
        search_root(self._board, self._rules, work, table, branch, self._side, max(1, depth - _BEYOND))
        value = int(branch[0, 2])
        answer = self._answer(point)
        if abs(value) <= DECIDED_VALUE:
            return Reading(_in_units(value), answer)
        plies = WIN - abs(value)
        if plies <= depth:
            return Reading(math.copysign(_win_in(plies), value), answer)
        return Reading(math.copysign(_MOST / 2, value), answer)

    def _answer(self, point: int) -> Move | None:
        line: NDArray[np.int64] = np.zeros(2, dtype=np.int64)
        length = table_line(self._board.copy(), self._rules, self._memory.table, self._side, point, line)
        return move_of(self._position, int(line[1])) if length > 1 else None


def _win_in(plies: int) -> float:
    return DECIDED - _LATER * plies


def _in_units(value: int) -> float:
    return max(-_MOST, min(_MOST, value / _UNIT))
