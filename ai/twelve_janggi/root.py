"""Level 8 without the tablebase, at the root: which move to play. Start reading at `think`.

Iterative deepening (`ai/deepening.py`) over the kernel `ai.twelve_janggi.search.search`.
"""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass, field

import numpy as np

from ai import deepening
from ai.base import Choice, Limit
from ai.deepening import ALL_NODES, UNSEARCHED, Reserve
from ai.twelve_janggi.evaluate import SURE, WON
from ai.twelve_janggi.search import (
    BUDGET,
    DRAWN,
    INFINITY,
    NODES,
    PLIES,
    STOP,
    new_table,
    new_work,
    search,
    slot_of,
)
from ai.twelve_janggi.state import drawn_states, move_name, state_of
from games.base import Move
from games.twelve_janggi import JanggiPosition

_TABLE_BITS = 21
"""32 MiB."""
_MIN_BITS = 10
_RESERVE = Reserve(share=0.92)
_ONLY_MOVE_DEPTH = 4
_OPENING_PLIES = 6
_CERTAIN = 600
"""An advantage that makes a win all but sure."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a level searches: at most ``depth`` plies and ``nodes`` nodes.

    ``variety`` is how much of the evaluation it may give away on each of the first plies (a Man is about
    100). The transposition table has 2**table_bits entries. Nodes, not seconds, end the search of all levels
    but the last, so that they are equally strong on every machine.
    """

    depth: int
    nodes: int
    variety: int
    table_bits: int = 16


@dataclass(slots=True, eq=False)
class Branch:
    """A move at the root, the position after it and its packed state, see `ai.deepening.Branch`."""

    move: Move
    position: JanggiPosition
    bonus: int
    value: int = UNSEARCHED
    state: np.uint64 = field(init=False)
    result: int | None = field(init=False)
    """The value of a game that ends with this move, for the side that plays it; None if it continues."""

    def __post_init__(self) -> None:
        self.state = np.uint64(state_of(self.position))
        outcome = self.position.outcome()
        if outcome is None:
            self.result = None
        elif outcome.winner is None:
            self.result = 0
        else:
            self.result = 1 - WON if outcome.winner is self.position.to_move else WON - 1


class Searcher:
    """The search kernel with its table and work arrays, one per process; `begin` prepares it for a move."""

    def __init__(self) -> None:
        self._whole = self._table = new_table(_TABLE_BITS)
        self._work = new_work()
        self._line = np.zeros(PLIES, dtype=np.uint64)

    def begin(self, position: JanggiPosition, table_bits: int) -> None:
        """Clear everything and search from ``position``, with a table of 2**table_bits entries."""
        # A choice must not depend on earlier ones, or it could not be repeated.
        self._table = self._whole[: 1 << min(table_bits, _TABLE_BITS)]
        self._table[:] = 0
        self._work[:] = 0
        drawn = drawn_states(position)
        self._work[DRAWN] = len(drawn)
        self._line = np.array([state_of(position), *[0] * (PLIES - 1), *drawn], dtype=np.uint64)

    def search(self, branch: Branch, depth: int, low: int, high: int) -> int:
        """The value of a branch for the side that plays it, ``depth`` plies deep, exact in (low, high)."""
        if branch.result is not None:
            return branch.result
        return -int(search(branch.state, depth - 1, -high, -low, 1, self._table, self._work, self._line))

    def table_move(self, position: JanggiPosition) -> Move | None:
        """The best move in the transposition table, if the position is there."""
        state = np.uint64(state_of(position))
        entry = self._table[slot_of(self._table, state)]
        if entry["key"] != state or entry["move"] == 0:
            return None
        return move_name(int(entry["move"]), position.to_move)

    def allow_nodes(self, nodes: int) -> None:
        """Clear the stop flag and search until ``nodes`` have been visited since `begin`."""
        self._work[BUDGET] = nodes
        self._work[STOP] = 0

    def stop(self) -> None:
        """End a running search soon. Safe from another thread."""
        self._work[STOP] = 1

    @property
    def stopped(self) -> bool:
        """Whether the last search was cut short, by `stop` or by its node budget."""
        return bool(self._work[STOP])

    @property
    def nodes(self) -> int:
        """How many nodes have been searched since `begin`."""
        return int(self._work[NODES])


def think(position: JanggiPosition, plan: Plan, limit: Limit, searcher: Searcher) -> Choice:
    """The move of a level that searches, in an unfinished position."""
    began = time.perf_counter()
    searcher.begin(position, _table_bits(plan, limit))
    branches = _branches(position, plan, random.Random(limit.seed))
    searcher.allow_nodes(ALL_NODES)  # one ply costs next to nothing and makes every later stop safe
    _search(branches, 1, searcher)
    depth = plan.depth if len(branches) > 1 else _ONLY_MOVE_DEPTH
    with deepening.limited(searcher, began, limit, _RESERVE, plan.nodes):
        reached = deepening.deepen(
            range(2, depth + 1),
            search=lambda deeper: _search_or_resort(branches, deeper, searcher),
            decided=lambda: abs(branches[0].value) >= SURE,
            reached=1,
        )
    best = branches[0]
    proven = best.value >= SURE or all(branch.value <= -SURE for branch in branches)
    return Choice(
        move=best.move,
        score=math.copysign(1.0, best.value) if proven else expected_result(best.value),
        depth=reached,
        nodes=searcher.nodes + 1,  # and the root
        line=deepening.principal_variation(best.move, best.position, reached, searcher.table_move),
        proven=proven,
    )


def _table_bits(plan: Plan, limit: Limit) -> int:
    # Clearing a table that a few nodes cannot fill would take longer than they do.
    nodes = plan.nodes if limit.nodes is None else min(plan.nodes, limit.nodes)
    return min(plan.table_bits, max(_MIN_BITS, nodes.bit_length() + 1))


def expected_result(value: int) -> float:
    """The expected result, between -1 and 1, of an estimate."""
    return deepening.expected_result(value, _CERTAIN)


def _branches(position: JanggiPosition, plan: Plan, rng: random.Random) -> list[Branch]:
    variety = plan.variety if len(position.history) < _OPENING_PLIES else 0
    branches = [Branch(move, position.play(move), rng.randint(0, variety)) for move in position.legal_moves()]
    rng.shuffle(branches)
    return branches


def _search_or_resort(branches: list[Branch], depth: int, searcher: Searcher) -> bool:
    if _search(branches, depth, searcher):
        return True
    if branches[0].value <= -SURE:  # it turned out to lose; another that was not searched as deep may not
        branches.sort(key=lambda branch: -branch.value)
    return False


def _search(branches: list[Branch], depth: int, searcher: Searcher) -> bool:
    def judge(branch: Branch, low: int, high: int) -> int:
        return searcher.search(branch, depth, low, high)

    return deepening.search_branches(branches, judge, searcher, INFINITY, decided=SURE)
