"""The root of a search: which move to play. Start reading at `think`.

Plain Python over the kernel `ai.twelve_janggi.search.search`: iterative deepening, time and nodes, variety
in the opening, and the line a choice shows.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from ai.base import Choice, Limit
from ai.interrupt import stop_at
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
    place_of,
    search,
)
from ai.twelve_janggi.state import drawn_states, move_name, state_of
from games.base import Move
from games.twelve_janggi import JanggiPosition

_TABLE_BITS = 21  # 32 MiB
_LEAST_BITS = 10
_SHARE_OF_TIME = 0.92  # the rest is for starting up, one late node, and the answer's way back
_ONLY_MOVE_DEPTH = 4
_OPENING_PLIES = 6
_CERTAIN = 600  # an advantage that makes a win all but sure; see `expected`


@dataclass(frozen=True, slots=True)
class Plan:
    """How a level searches: plies deep, with how many nodes at most, and how varied.

    ``variety`` is how much it may give away on each of the first plies (a Man is about 100). It remembers
    2**memory states. Nodes, not seconds, end the search of all levels but the last, so that they are as
    strong on any machine.
    """

    depth: int
    nodes: int
    variety: int
    memory: int = 16


@dataclass(slots=True)
class Branch:
    """A move at the root, where it leads, its value (at most, if another was better) and its favour."""

    move: Move
    position: JanggiPosition
    favour: int
    state: np.uint64
    value: int = -INFINITY

    @property
    def result(self) -> int | None:
        """The value of a game that ends with this move, for who plays it; None if it goes on."""
        outcome = self.position.outcome()
        if outcome is None:
            return None
        if outcome.winner is None:
            return 0
        return 1 - WON if outcome.winner is self.position.to_move else WON - 1


class Searcher:
    """The search kernel and what it remembers; one for a process, made ready by `begin` for every move."""

    def __init__(self) -> None:
        self._whole = self._table = new_table(_TABLE_BITS)
        self._work = new_work()
        self._line = np.zeros(PLIES, dtype=np.uint64)

    def begin(self, position: JanggiPosition, memory: int) -> None:
        """Forget everything; search from here on, remembering 2**memory states."""
        # A choice must not depend on the choices before it, or it could not be repeated.
        self._table = self._whole[: 1 << min(memory, _TABLE_BITS)]
        self._table[:] = 0
        self._work[:] = 0
        drawn = drawn_states(position)
        self._work[DRAWN] = len(drawn)
        self._line = np.array([state_of(position), *[0] * (PLIES - 1), *drawn], dtype=np.uint64)

    def look(self, branch: Branch, depth: int, low: int, high: int) -> int:
        """The value of a branch for who plays it, ``depth`` plies deep, exact inside (low, high)."""
        return -int(search(branch.state, depth - 1, -high, -low, 1, self._table, self._work, self._line))

    def reply(self, position: JanggiPosition) -> Move | None:
        """The best move the search remembers here, if it does."""
        state = np.uint64(state_of(position))
        entry = self._table[place_of(self._table, state)]
        if entry["key"] != state or entry["move"] == 0:
            return None
        return move_name(int(entry["move"]), position.to_move)

    def allow(self, nodes: int) -> None:
        """Go on until ``nodes`` have been searched since `begin`."""
        self._work[BUDGET] = nodes
        self._work[STOP] = 0

    def stop(self) -> None:
        """End a running search soon; safe from another thread."""
        self._work[STOP] = 1

    @property
    def stopped(self) -> bool:
        """Whether the last search was cut short, by `stop` or its nodes."""
        return bool(self._work[STOP])

    @property
    def nodes(self) -> int:
        """How many nodes have been searched since `begin`."""
        return int(self._work[NODES])


def think(position: JanggiPosition, plan: Plan, limit: Limit, searcher: Searcher) -> Choice:
    """The move of a level that searches, in an unfinished position."""
    began = time.perf_counter()
    searcher.begin(position, _memory(plan, limit))
    branches = _branches(position, plan, random.Random(limit.seed))
    searcher.allow(1 << 62)  # one ply costs next to nothing and makes every later stop safe
    _sweep(branches, 1, searcher)
    with _until(began, plan, limit, searcher):
        reached = _deepen(branches, plan.depth if len(branches) > 1 else _ONLY_MOVE_DEPTH, searcher)
    best = branches[0]
    proven = best.value >= SURE or all(branch.value <= -SURE for branch in branches)
    return Choice(
        move=best.move,
        score=math.copysign(1.0, best.value) if proven else expected(best.value),
        depth=reached,
        nodes=searcher.nodes + 1,  # and the root
        line=_line(best, reached, searcher),
        proven=proven,
    )


def _memory(plan: Plan, limit: Limit) -> int:
    # Clearing a table that a few nodes cannot fill would take longer than they do.
    most = plan.nodes if limit.nodes is None else min(plan.nodes, limit.nodes)
    return min(plan.memory, max(_LEAST_BITS, most.bit_length() + 1))


def expected(value: int) -> float:
    """The expected result, between -1 and 1, of an estimate."""
    return max(-0.99, min(0.99, math.tanh(value / _CERTAIN)))


def _branches(position: JanggiPosition, plan: Plan, rng: random.Random) -> list[Branch]:
    variety = plan.variety if len(position.history) < _OPENING_PLIES else 0
    branches = []
    for move in position.legal_moves():
        after = position.play(move)
        branches.append(Branch(move, after, rng.randint(0, variety), np.uint64(state_of(after))))
    rng.shuffle(branches)
    return branches


@contextmanager
def _until(began: float, plan: Plan, limit: Limit, searcher: Searcher) -> Iterator[None]:
    searcher.allow(plan.nodes if limit.nodes is None else max(1, min(plan.nodes, limit.nodes)))
    with stop_at(began + limit.seconds * _SHARE_OF_TIME, searcher.stop):
        yield


def _deepen(branches: list[Branch], depth: int, searcher: Searcher) -> int:
    # The depth that was reached. The best branch comes first.
    for deep in range(2, depth + 1):
        if abs(branches[0].value) >= SURE:
            return deep - 1
        if not _sweep(branches, deep, searcher):
            if branches[0].value <= -SURE:  # it turned out to lose; another, not looked at so deeply, may not
                branches.sort(key=lambda branch: -branch.value)
            return deep - 1
    return depth


def _sweep(branches: list[Branch], depth: int, searcher: Searcher) -> bool:
    """Judge every branch and bring the best to the front; False if cut short."""
    best = -INFINITY
    for place, branch in enumerate(list(branches)):
        favour = branch.favour if -SURE < best < SURE else 0  # what is proven is not given away
        floor = best - favour if place else best
        value = branch.result
        if value is None:
            value = searcher.look(branch, depth, floor, floor + 1 if place else INFINITY)
            if place and value > floor and not searcher.stopped:
                value = searcher.look(branch, depth, floor, INFINITY)
            if searcher.stopped:
                return False
        branch.value = value
        if place == 0 or value > floor:
            best = value + branch.favour if -SURE < value < SURE else value
            branches.remove(branch)
            branches.insert(0, branch)
    return True


def _line(best: Branch, depth: int, searcher: Searcher) -> tuple[Move, ...]:
    line, position = [best.move], best.position
    while len(line) < depth and position.outcome() is None:
        move = searcher.reply(position)
        if move is None or move not in position.legal_moves():
            break
        line.append(move)
        position = position.play(move)
    return tuple(line)
