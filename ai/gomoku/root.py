"""Level 8 at the root: which move to play. Start reading at `decide`.

Plain Python over the kernels: a five at once, then a win by continuous fours (VCF) or by fours and threes
(VCT) if one is found, else iterative deepening (`ai/deepening.py`) over the root's moves.
"""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai import deepening
from ai.base import Choice, Limit
from ai.gomoku.board import BLACK, MARGIN, STRIDE, WHITE, board_of, find_shape, move_of, rules_of
from ai.gomoku.moves import QUIET, urgency_of
from ai.gomoku.point_patterns import FIVES
from ai.gomoku.root_moves import POINT_COLUMN, VALUE, list_root_moves, search_root, table_line
from ai.gomoku.search_limit import RESERVE, SearchLimit
from ai.gomoku.table import DECIDED, INFINITY, POINT, POINT_BITS, WIN, new_state, new_table
from ai.gomoku.vcf import search_vcf
from ai.gomoku.vct import search_vct
from games.base import PASS
from games.gomoku import GomokuPosition

_VCF_SHARE = 0.2
"""The part of the nodes that VCF may take,"""
_VCF_NODES_A_SECOND = 100_000
"""and at most this many for each second of the limit, about a tenth of it."""
_VCT_SHARE, _VCT_THREES = 0.5, 3
"""The part of VCF's nodes that VCT may take, and how many threes it may play."""
_OPENING_STONES = 8
_NEAR = {1: 1, 2: 2, 3: 2}
"""How near to a stone the first moves stay, by the stones on the board: the evaluation says little there."""
_ONLY_MOVE_DEPTH = 4
_LONGEST_LINE = 24
_TABLE_BITS = 20
_CERTAIN = 320
"""Fitted so that the expected results of short searches agree on average with those of ten times the seconds.

By the evaluation alone, it would be 400: two units of log odds.
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a level searches: at most ``depth`` plies and ``nodes`` nodes, on any machine.

    ``vcf_nodes`` limits VCF at the root; VCT may take half as many more. ``variety`` is how much of the
    evaluation may be given away in the opening, ``noise`` how much always, in games to learn from. The
    transposition table has 2**table_bits entries.
    """

    depth: int
    nodes: int
    vcf_nodes: int
    variety: int
    noise: int = 0
    table_bits: int = 16


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a search found: its value and the points of its line, an empty one where renju's Black passes."""

    line: tuple[int, ...]
    value: int
    depth: int
    nodes: int

    @property
    def proven(self) -> bool:
        """Whether the value is a forced win or loss."""
        return abs(self.value) > DECIDED


class SearchMemory:
    """The arrays that searches work in, allocated once per process."""

    def __init__(self, bits: int = _TABLE_BITS) -> None:
        self.bits = bits
        self._whole = self.table = new_table(bits)
        self.work = new_state()

    def reset(self, bits: int, clear: bool) -> None:
        """Prepare for a search with a table of 2**bits entries; ``clear`` empties it."""
        self.table = self._whole[: min(1 << bits, len(self._whole))]
        for field in ("history", "counter", "killers", "excluded", "moves", "made"):
            self.work[field] = 0
        self.work["nodes"] = 0
        if clear:
            self.table.view(np.uint64)[:] = 0  # many times faster than field by field
            self.work["seen"][:] = 0


def think(position: GomokuPosition, plan: Plan, limit: Limit, memory: SearchMemory) -> Choice:
    """The move of a level that searches, in an unfinished position."""
    board, rules = board_of(position), rules_of(position.variant)
    verdict = decide(board, rules, int(position.to_move), plan, limit, memory)
    if not verdict.line or (position.passes and verdict.value < 0):  # a second pass draws
        return Choice(PASS, 0.0, verdict.depth, verdict.nodes, (PASS,), proven=bool(position.passes))
    line = tuple(move_of(position, point) for point in verdict.line)
    score = math.copysign(1.0, verdict.value) if verdict.proven else expected_result(verdict.value)
    return Choice(line[0], score, verdict.depth, verdict.nodes, line, verdict.proven)


def decide(
    board: np.void, rules: np.void, side: int, plan: Plan, limit: Limit, memory: SearchMemory
) -> Verdict:
    """Search an unfinished position with ``side`` to move. The board is unchanged afterwards."""
    began = time.perf_counter()
    if board["empties"] == board["size"] ** 2:
        center = (MARGIN + board["size"] // 2) * (STRIDE + 1)  # its row and column are equal
        return Verdict((center,), 0, 1, 1)
    clear = limit.nodes is not None or limit.seed is not None or plan.table_bits < _TABLE_BITS
    room = min(plan.nodes, limit.nodes or plan.nodes).bit_length() + 1  # enough, and quickly cleared
    memory.reset(min(plan.table_bits, room) if clear else plan.table_bits, clear)
    root = Root(board, rules, side, memory)
    if five := int(find_shape(board, rules, side, FIVES)):
        return Verdict((five,), WIN - 1, 1, 1)
    branches = root.branches(plan, random.Random(limit.seed))
    if not len(branches):
        return Verdict((), 0, 1, 1)
    nodes = deepening.node_budget(limit, plan.nodes)
    with deepening.limited(SearchLimit(memory.work), began, limit, RESERVE, plan.nodes):
        fours = min(plan.vcf_nodes, int(nodes * _VCF_SHARE), int(limit.seconds * _VCF_NODES_A_SECOND))
        if won := root.search_vcf(fours):
            return won
        if won := root.search_vct(int(fours * _VCT_SHARE)):
            return won
        reached = root.deepen(branches, plan.depth)
    value = int(branches[0, VALUE])
    value = max(value, -WIN) if value > -INFINITY else 0
    return Verdict(root.line(int(branches[0, POINT_COLUMN])), value, max(1, reached), root.nodes)


def expected_result(value: int) -> float:
    """The expected result of a value that is no forced win or loss."""
    return deepening.expected_result(value, _CERTAIN)


class Root:
    """The position that is searched."""

    def __init__(self, board: np.void, rules: np.void, side: int, memory: SearchMemory) -> None:
        self._board, self._rules, self._side, self._memory = board, rules, side, memory
        self._work = memory.work

    @property
    def nodes(self) -> int:
        """How many nodes have been searched."""
        return max(1, int(self._work["nodes"]))

    def branches(self, plan: Plan, rng: random.Random) -> NDArray[np.int64]:
        """The moves worth trying, best first, equal ones in random order: see `ai.gomoku.root_moves`."""
        stones = int(self._board["size"] ** 2 - self._board["empties"])
        entries = self._entries(urgency_of(self._board, self._rules, self._side)) or self._entries(QUIET)
        rng.shuffle(entries)
        entries.sort(key=lambda entry: -(entry >> POINT_BITS))
        if stones in _NEAR:
            near = [entry for entry in entries if self._is_near(entry & POINT, _NEAR[stones])]
            entries = near or entries
        variety = plan.variety if stones < _OPENING_STONES else plan.noise
        rows = [(entry & POINT, rng.randint(0, variety), -INFINITY) for entry in entries]
        return np.array(rows, dtype=np.int64).reshape(-1, 3)

    def _entries(self, urgency: int) -> list[int]:
        length = list_root_moves(self._board, self._rules, self._work, self._side, urgency)
        return [int(entry) for entry in self._work["lists"][0, :length]]

    def _is_near(self, point: int, reach: int) -> bool:
        """Whether a stone is at most ``reach`` rows and columns away."""
        cells = self._board["cells"]
        rows = range(point - reach * STRIDE, point + reach * STRIDE + 1, STRIDE)
        return any(cells[at] in (BLACK, WHITE) for row in rows for at in range(row - reach, row + reach + 1))

    def search_vcf(self, nodes: int) -> Verdict | None:
        """A win by continuous fours, if one is found within ``nodes``."""
        work = self._work
        work["vcf_end"] = work["nodes"] + nodes
        plies = int(search_vcf(self._board, self._rules, work, self._side, 0))
        if plies <= 0:
            return None
        line = work["line"][: max(1, plies - 2)]  # to the four that cannot be stopped
        return Verdict(tuple(int(point) for point in line), WIN - plies, plies, self.nodes)

    def search_vct(self, nodes: int) -> Verdict | None:
        """A win by fours and threes, if one is found within ``nodes``."""
        work = self._work
        plies = int(search_vct(self._board, self._rules, work, self._side, 0, _VCT_THREES, nodes))
        if plies <= 0:
            return None
        return Verdict((int(work["line"][0]),), WIN - plies, plies, self.nodes)

    def deepen(self, branches: NDArray[np.int64], depth: int) -> int:
        """Search the branches deeper and deeper, the best to the front; the last depth without a decision."""

        def search(depth: int) -> bool:
            whole = search_root(
                self._board, self._rules, self._work, self._memory.table, branches, self._side, depth
            )
            return bool(whole) and abs(branches[0, VALUE]) <= DECIDED

        depth = min(depth, _ONLY_MOVE_DEPTH) if len(branches) == 1 else depth
        return deepening.deepen(range(1, depth + 1), search, decided=lambda: False, reached=0)

    def line(self, point: int) -> tuple[int, ...]:
        """A move at the root and the best moves that the table holds after it."""
        board, line = self._board.copy(), np.zeros(_LONGEST_LINE, dtype=np.int64)
        length = table_line(board, self._rules, self._memory.table, self._side, point, line)
        return tuple(map(int, line[:length]))
