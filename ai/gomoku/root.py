"""The root of a search: which move to play. Start reading at `decide`.

Plain Python over the kernels: a forced move at once, a win by fours if there is one, else iterative
deepening over the root's moves; time and nodes, variety in the opening, and the line a choice shows.
"""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.base import Choice, Limit
from ai.gomoku.board import (
    BLACK,
    MARGIN,
    STRIDE,
    WHITE,
    board_of,
    find_shape,
    move_of,
    rules_of,
)
from ai.gomoku.clock import until
from ai.gomoku.forms import FIVES
from ai.gomoku.fours import chase
from ai.gomoku.moves import QUIET, pressure
from ai.gomoku.sweep import PLACE, VALUE, follow, list_legal, sweep
from ai.gomoku.table import DECIDED, INFINITY, POINT, POINT_BITS, WIN, new_memory, new_table
from ai.gomoku.threes import win_by_threes
from games.base import PASS
from games.gomoku import GomokuPosition

_CHASE_FIRST = 0.2  # the part of the nodes that may be spent on winning by fours alone
_CHASE_A_SECOND = 100_000  # and how many nodes for each second of the limit, some tenth of it
_THREES_FIRST, _THREES = 0.5, 3  # the part of that for winning by threes too, and how many of them
_OPENING_STONES = 8
_CLOSE = {1: 1, 2: 2, 3: 2}
"""How near to a stone the first moves stay, by the stones there are: so far an estimate cannot tell."""
_ONLY_MOVE_DEPTH = 4
_LONGEST_LINE = 24
_MEMORY = 20
_CERTAIN = 400  # two units of log odds


@dataclass(frozen=True, slots=True)
class Plan:
    """How a level searches: plies deep, within ``nodes`` on any machine.

    ``chase`` is how many nodes a chase by fours may take at the root, half as many more one by fours and
    threes; ``variety`` how much of an estimate the level may give away in the opening, ``mood`` how much
    always. It remembers 2**memory positions.
    """

    depth: int
    nodes: int
    chase: int
    variety: int
    mood: int = 0
    memory: int = 16


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a search found: the points of its line (none where renju's Black passes) and its value."""

    line: tuple[int, ...]
    value: int
    depth: int
    nodes: int

    @property
    def proven(self) -> bool:
        """Whether the value is a forced win or loss."""
        return abs(self.value) > DECIDED


class Memory:
    """The arrays that searches work in; made once in a process."""

    def __init__(self, bits: int = _MEMORY) -> None:
        self.bits = bits
        self._whole = self.table = new_table(bits)
        self.work = new_memory()

    def sweep(self, bits: int, forget: bool) -> None:
        """Keep 2**bits places for what comes; ``forget`` all there was."""
        self.table = self._whole[: min(1 << bits, len(self._whole))]
        for field in ("history", "counter", "killers", "excluded", "moves", "made"):
            self.work[field] = 0
        self.work["nodes"] = 0
        if forget:
            self.table.view(np.uint64)[:] = 0  # many times faster than field by field
            self.work["seen"][:] = 0


def think(position: GomokuPosition, plan: Plan, limit: Limit, memory: Memory) -> Choice:
    """The move of a level that searches, in an unfinished position."""
    board, rules = board_of(position), rules_of(position.variant)
    found = decide(board, rules, int(position.to_move), plan, limit, memory)
    if not found.line or (position.passes and found.value < 0):  # a second pass draws
        return Choice(PASS, 0.0, found.depth, found.nodes, (PASS,), proven=bool(position.passes))
    line = tuple(move_of(position, point) for point in found.line)
    score = math.copysign(1.0, found.value) if found.proven else expected(found.value)
    return Choice(line[0], score, found.depth, found.nodes, line, found.proven)


def decide(board: Any, rules: Any, side: int, plan: Plan, limit: Limit, memory: Memory) -> Verdict:
    """Search an unfinished position with ``side`` to move; the board is left as it was."""
    began = time.perf_counter()
    if board["empties"] == board["size"] ** 2:
        return Verdict(((MARGIN + board["size"] // 2) * (STRIDE + 1),), 0, 1, 1)
    forget = limit.nodes is not None or limit.seed is not None or plan.memory < _MEMORY
    room = min(plan.nodes, limit.nodes or plan.nodes).bit_length() + 1  # enough, and soon forgotten
    memory.sweep(min(plan.memory, room) if forget else plan.memory, forget)
    root = _Root(board, rules, side, memory)
    if five := int(find_shape(board, rules, side, FIVES)):
        return Verdict((five,), WIN - 1, 1, 1)
    branches = root.branches(plan, random.Random(limit.seed))
    if not len(branches):
        return Verdict((), 0, 1, 1)
    with until(limit, began, memory.work, plan.nodes) as nodes:
        fours = min(plan.chase, int(nodes * _CHASE_FIRST), int(limit.seconds * _CHASE_A_SECOND))
        if won := root.chase(fours):
            return won
        if won := root.threaten(int(fours * _THREES_FIRST)):
            return won
        reached = root.deepen(branches, plan.depth)
    value = int(branches[0, VALUE])
    value = max(value, -WIN) if value > -INFINITY else 0
    return Verdict(root.line(int(branches[0, PLACE])), value, max(1, reached), root.nodes)


def expected(value: int) -> float:
    """The expected result, between -1 and 1, of an estimate."""
    return max(-0.99, min(0.99, math.tanh(value / _CERTAIN)))


class _Root:
    """One position being thought about."""

    def __init__(self, board: Any, rules: Any, side: int, memory: Memory) -> None:
        self._board, self._rules, self._side, self._memory = board, rules, side, memory
        self._work = memory.work

    @property
    def nodes(self) -> int:
        """How many nodes were searched."""
        return max(1, int(self._work["nodes"]))

    def branches(self, plan: Plan, rng: random.Random) -> NDArray[np.int64]:
        """The moves worth trying, most promising first, equal ones in any order: see `ai.gomoku.sweep`."""
        stones = int(self._board["size"] ** 2 - self._board["empties"])
        entries = self._entries(pressure(self._board, self._rules, self._side)) or self._entries(QUIET)
        rng.shuffle(entries)
        entries.sort(key=lambda entry: -(entry >> POINT_BITS))
        if stones in _CLOSE:
            close = [entry for entry in entries if self._is_close(entry & POINT, _CLOSE[stones])]
            entries = close or entries
        variety = plan.variety if stones < _OPENING_STONES else plan.mood
        found = [(entry & POINT, rng.randint(0, variety), -INFINITY) for entry in entries]
        return np.array(found, dtype=np.int64).reshape(-1, 3)

    def _entries(self, pressed: int) -> list[int]:
        length = list_legal(self._board, self._rules, self._work, self._side, pressed)
        return [int(entry) for entry in self._work["lists"][0, :length]]

    def _is_close(self, point: int, reach: int) -> bool:
        """Whether a stone stands at most ``reach`` rows and columns away."""
        cells = self._board["cells"]
        rows = range(point - reach * STRIDE, point + reach * STRIDE + 1, STRIDE)
        return any(cells[at] in (BLACK, WHITE) for row in rows for at in range(row - reach, row + reach + 1))

    def chase(self, nodes: int) -> Verdict | None:
        """A win by continuous fours, if one is found within ``nodes``."""
        work = self._work
        work["fours_end"] = work["nodes"] + nodes
        plies = int(chase(self._board, self._rules, work, self._side, 0))
        if plies <= 0:
            return None
        line = work["line"][: max(1, plies - 2)]  # to the four that cannot be stopped
        return Verdict(tuple(int(point) for point in line), WIN - plies, plies, self.nodes)

    def threaten(self, nodes: int) -> Verdict | None:
        """A win by fours and threes, if one is found within ``nodes``."""
        work = self._work
        plies = int(win_by_threes(self._board, self._rules, work, self._side, 0, _THREES, nodes))
        if plies <= 0:
            return None
        return Verdict((int(work["line"][0]),), WIN - plies, plies, self.nodes)

    def deepen(self, branches: NDArray[np.int64], depth: int) -> int:
        """Search deeper and deeper; the depth that was reached."""
        if len(branches) == 1:
            depth = min(depth, _ONLY_MOVE_DEPTH)
        reached = 0
        for deep in range(1, depth + 1):
            if not self._sweep(branches, deep) or abs(branches[0, VALUE]) > DECIDED:
                break
            reached = deep
        return reached

    def _sweep(self, branches: NDArray[np.int64], depth: int) -> bool:
        table = self._memory.table
        return bool(sweep(self._board, self._rules, self._work, table, branches, self._side, depth))

    def line(self, point: int) -> tuple[int, ...]:
        """A move at the root, and what the table holds best after it."""
        board, line = self._board.copy(), np.zeros(_LONGEST_LINE, dtype=np.int64)
        length = follow(board, self._rules, self._memory.table, self._side, point, line)
        return tuple(int(each) for each in line[:length])
