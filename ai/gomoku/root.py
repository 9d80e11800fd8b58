"""The root of a search: which move to play. Start reading at `think`.

Plain Python over the kernels: a forced move at once, a win by fours if there is one, else iterative
deepening over the root's moves; time and nodes, variety in the opening, and the line a choice shows.
"""

from __future__ import annotations

import contextlib
import math
import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from ai.base import Choice, Limit
from ai.gomoku.board import (
    BLACK,
    EMPTY,
    STONES,
    STRIDE,
    TURN,
    WHITE,
    board_of,
    find_shape,
    hash_of,
    move_of,
    place,
    take_back,
)
from ai.gomoku.clock import ALL_NODES, until
from ai.gomoku.forms import FIVES
from ai.gomoku.fours import chase
from ai.gomoku.search import QUIET, list_moves, pressure, search
from ai.gomoku.table import (
    BUDGET,
    DECIDED,
    FOUR_NODES,
    FOURS_END,
    INFINITY,
    LINE,
    LIST,
    LISTS,
    NODES,
    POINT,
    POINT_BITS,
    STOP,
    WIDTH,
    find,
    new_table,
    new_work,
)
from games.base import PASS, IllegalMove, Move
from games.gomoku import GomokuPosition

_CHASE_FIRST = 0.25  # the part of the limit that may be spent on winning by fours alone
_OPENING_STONES = 8
_CLOSE = {1: 1, 2: 2, 3: 2}
"""How near to a stone the first moves stay, by the stones there are: so far an estimate cannot tell."""
_ONLY_MOVE_DEPTH = 4
_LONGEST_LINE = 24
_MEMORY = 20
_CERTAIN = 400  # two units of log odds, see `ai/gomoku/forms.py`


@dataclass(frozen=True, slots=True)
class Plan:
    """How a level searches: plies deep, ``width`` quiet moves wide, within ``nodes`` on any machine.

    ``fours`` is how many nodes a chase by fours may take inside the search, and ``chase`` at the root;
    ``variety`` how much of an estimate it may give away in the opening. It remembers 2**memory positions.
    """

    depth: int
    nodes: int
    width: int
    fours: int
    chase: int
    variety: int
    memory: int = 16


@dataclass(slots=True)
class Branch:
    """A move at the root, its value, and the favour that makes openings vary."""

    point: int
    favour: int
    value: int = -INFINITY


class Memory:
    """The arrays that searches work in; made once in a process, swept for every move."""

    def __init__(self) -> None:
        self._whole = self.table = new_table(_MEMORY)
        self._every = self.seen = np.zeros(1 << _MEMORY, dtype=np.uint64)
        self.work = new_work()

    def sweep(self, plan: Plan) -> None:
        """Forget everything, and keep 2**plan.memory places for what comes."""
        self.table = self._whole[: 1 << min(plan.memory, _MEMORY)]
        self.seen = self._every[: 1 << min(plan.memory, _MEMORY)]
        self.table[:] = 0
        self.seen[:] = 0
        self.work[:LISTS] = 0
        self.work[WIDTH] = plan.width


def think(position: GomokuPosition, plan: Plan, limit: Limit, memory: Memory) -> Choice:
    """The move of a level that searches, in an unfinished position."""
    began = time.perf_counter()
    if not any(position.cells):
        centre = position.board.grid.name(position.size**2 // 2)
        return Choice(centre, 0.0, 1, 1, (centre,))
    memory.sweep(plan)
    root = _Root(position, memory)
    if five := root.five():
        return Choice(five, 1.0, 1, 1, (five,), proven=True)
    branches = root.branches(plan, random.Random(limit.seed))
    if not branches:
        return Choice(PASS, 0.0, 1, 1, (PASS,))
    root.sweep(branches, 0)  # a glance at every move makes every later stop safe
    reached, won = 1, 0
    with until(limit, began, memory.work, plan.nodes) as nodes:
        won = root.chase(min(plan.chase, int(nodes * _CHASE_FIRST)))
        if won == 0:
            memory.work[FOUR_NODES] = plan.fours
            reached = root.deepen(branches, plan.depth)
    choice = root.won(won) if won else root.choice(branches[0], reached)
    if position.passes and choice.score < 0:
        return Choice(PASS, 0.0, choice.depth, choice.nodes, (PASS,), proven=True)  # a second pass draws
    return choice


def expected(value: int) -> float:
    """The expected result, between -1 and 1, of an estimate."""
    return max(-0.99, min(0.99, math.tanh(value / _CERTAIN)))


class _Root:
    """One position being thought about."""

    def __init__(self, position: GomokuPosition, memory: Memory) -> None:
        self._position, self._memory = position, memory
        self._side = int(position.to_move)
        self._board = board_of(position)
        self._key = hash_of(self._board, self._side)
        self._pressed = int(pressure(self._board, self._side))
        memory.work[BUDGET] = ALL_NODES

    def five(self) -> Move | None:
        """A move that makes five, if there is one."""
        point = int(find_shape(self._board, self._side, FIVES))
        return move_of(self._position, point) if point else None

    def branches(self, plan: Plan, rng: random.Random) -> list[Branch]:
        """The moves worth trying, most promising first, equal ones in any order."""
        work, stones = self._memory.work, self._position.size**2 - self._position.points.count(0)
        if stones in _CLOSE:
            work[WIDTH] = LIST
        length = list_moves(self._board, self._side, self._pressed, 1, 0, 0, work)
        work[WIDTH] = plan.width
        if length == 0 and self._pressed != QUIET:  # lost, but a move must be made
            length = list_moves(self._board, self._side, QUIET, 1, 0, 0, work)
        entries = [int(entry) for entry in work[LISTS : LISTS + length]]
        rng.shuffle(entries)
        entries.sort(key=lambda entry: -(entry >> POINT_BITS))
        if stones in _CLOSE:
            close = [entry for entry in entries if self._is_close(entry & POINT, _CLOSE[stones])]
            entries = (close or entries)[: plan.width]
        variety = plan.variety if stones < _OPENING_STONES else 0
        return [Branch(entry & POINT, rng.randint(0, variety)) for entry in entries]

    def _is_close(self, point: int, reach: int) -> bool:
        """Whether a stone stands at most ``reach`` rows and columns away."""
        rows = range(point - reach * STRIDE, point + reach * STRIDE + 1, STRIDE)
        return any(
            self._board[at] in (BLACK, WHITE) for row in rows for at in range(row - reach, row + reach + 1)
        )

    def chase(self, nodes: int) -> int:
        """In how many plies continuous fours win; 0 if none are found within ``nodes``."""
        work = self._memory.work
        work[FOURS_END] = work[NODES] + nodes
        return max(0, int(chase(self._board, self._key, self._side, 0, self._memory.seen, work)))

    def deepen(self, branches: list[Branch], depth: int) -> int:
        """Search deeper and deeper; the depth that was reached."""
        if len(branches) == 1:
            depth = min(depth, _ONLY_MOVE_DEPTH)
        reached = 1
        for deep in range(1, depth + 1):
            if not self.sweep(branches, deep - 1) or abs(branches[0].value) > DECIDED:
                break
            reached = deep
        return reached

    def sweep(self, branches: list[Branch], depth: int) -> bool:
        """Judge every branch, ``depth`` plies deep, and bring the best to the front; False if cut short."""
        best = -INFINITY
        for place_in_list, branch in enumerate(list(branches)):
            floor = best - branch.favour if place_in_list else -INFINITY
            value = self._judge(branch, depth, floor, floor + 1 if place_in_list else INFINITY)
            if place_in_list and value > floor:
                value = self._judge(branch, depth, floor, INFINITY)
            if self._memory.work[STOP]:
                return False
            if place_in_list == 0 or value > floor:
                branch.value = value
                best = value + branch.favour
                branches.remove(branch)
                branches.insert(0, branch)
        return True

    def _judge(self, branch: Branch, depth: int, low: int, high: int) -> int:
        memory, other = self._memory, 3 - self._side
        key = self._key ^ STONES[self._side, branch.point] ^ TURN
        place(self._board, branch.point, self._side)
        value = search(self._board, key, other, depth, -high, -low, 1, memory.table, memory.seen, memory.work)
        take_back(self._board, branch.point)
        return -int(value)

    def won(self, plies: int) -> Choice:
        """The choice of a chase by fours that wins."""
        points = self._memory.work[LINE : LINE + max(1, plies - 2)]  # to the four that cannot be stopped
        line = self._legal(move_of(self._position, int(point)) for point in points)
        return Choice(line[0], 1.0, plies, int(self._memory.work[NODES]), line, proven=True)

    def choice(self, best: Branch, reached: int) -> Choice:
        """The choice of a search."""
        proven = best.value > DECIDED or (best.value < -DECIDED and self._pressed != QUIET)
        score = math.copysign(1.0, best.value) if proven else expected(best.value)
        line = self._legal(self._remembered(best))
        return Choice(line[0], score, reached, int(self._memory.work[NODES]), line, proven)

    def _remembered(self, best: Branch) -> Iterator[Move]:
        # The best move, and what the table holds best after it.
        board, key, side, point = self._board.copy(), self._key, self._side, best.point
        for _ in range(_LONGEST_LINE):
            yield move_of(self._position, point)
            place(board, point, side)
            key, side = key ^ STONES[side, point] ^ TURN, 3 - side
            known = find(self._memory.table, key)
            point = int(self._memory.table[known]["move"]) if known >= 0 else 0
            if point == 0 or board[point] != EMPTY:
                return

    def _legal(self, moves: Iterable[Move]) -> tuple[Move, ...]:
        line: list[Move] = []
        position = self._position
        with contextlib.suppress(IllegalMove):
            for move in moves:
                position = position.play(move)
                line.append(move)
        return tuple(line)
