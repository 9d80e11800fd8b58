"""The root of a search: which move to play, on any board. Start reading at `think`.

Plain Python over a `Searcher`, which hides the board: iterative deepening, the end of the game solved first
with forward cuts and then exactly, time and nodes, misjudgements of the weaker levels, and the line a choice
shows. Values are centidiscs.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from ai.base import Choice, Limit
from ai.interrupt import stop_at
from games.base import PASS, Move
from games.othello import OthelloPosition

INFINITY = 25_000
"""Beyond every value."""
EXACT = 255
"""The confidence of a search without forward cuts, see `ai/othello/search.py`."""

_ALL_NODES = 1 << 62
_ONLY_MOVE_DEPTH = 4
_OPENING_PLIES = 10
_CERTAIN = 1_000  # centidiscs that make a result all but sure; see `expected`
_SORTING_DEPTH = 8  # deep enough to order the moves before an end game is solved
_LEAP = 10  # an end game of more empty squares than this beyond _SORTING_DEPTH is searched in steps first
_ASPIRATION = 150  # half the first window around the value that is expected
_WINDOWS = 6  # so many are tried, then all values are allowed


@dataclass(frozen=True, slots=True)
class Plan:
    """How a level searches: discs deep, from how many empty squares on exactly, with which errors.

    ``slip`` is by how many centidiscs it may misjudge each of its moves, ``variety`` the same in the first
    plies. ``confidence`` is that of its forward cuts in hundredths of a standard deviation. ``squares``:
    it judges by square weights alone.
    """

    depth: int
    exact: int
    slip: int = 0
    variety: int = 0
    confidence: int = 110
    squares: bool = False


class Searcher(Protocol):
    """A board's search kernels and what they remember. Values are for the side to move."""

    def begin(self, fresh: bool) -> None:
        """A new choice: count from 0; forget everything if it is to be ``fresh``."""

    def look(self, position: OthelloPosition, depth: int, low: int, high: int, confidence: int) -> int:
        """The value ``depth`` discs deep, exact inside (low, high); a depth of all empty squares solves."""

    def reply(self, position: OthelloPosition) -> Move | None:
        """The best move the search remembers here, if it does."""

    def allow(self, nodes: int) -> None:
        """Go on until ``nodes`` have been searched since `begin`."""

    def stop(self) -> None:
        """End a running search soon; safe from another thread."""

    @property
    def stopped(self) -> bool:
        """Whether the last search was cut short, by `stop` or its nodes."""

    @property
    def nodes(self) -> int:
        """How many nodes have been searched since `begin`."""


@dataclass(slots=True)
class Branch:
    """A move at the root, where it leads, its value and what it is misjudged by."""

    move: Move
    position: OthelloPosition
    favour: int
    value: int = -INFINITY


@dataclass(frozen=True, slots=True)
class Step:
    """A depth to search to, and how confidently."""

    depth: int
    confidence: int


Judge = Callable[[Branch, int, int], int]
"""The value of a branch for the side that plays it, exact inside (low, high)."""


def think(position: OthelloPosition, plan: Plan, limit: Limit, searcher: Searcher) -> Choice:
    """The move of a level that searches, in an unfinished position."""
    began = time.perf_counter()
    searcher.begin(fresh=limit.nodes is not None)
    branches = _branches(position, plan, random.Random(limit.seed))
    empties = empties_of(position)
    searcher.allow(_ALL_NODES)  # one disc deep costs next to nothing and makes every later stop safe
    reached = Step(1, EXACT)
    _sweep(branches, _judge(searcher, reached), searcher)
    with _until(began, limit, searcher):
        for step in _steps(plan, empties, len(branches)):
            if _is_sure(branches[0], position) or not _take(step, empties, branches, searcher):
                break
            reached = step
    best = branches[0]
    solved = reached.depth >= empties and reached.confidence == EXACT
    proven = solved or _is_sure(best, position)
    searcher.allow(_ALL_NODES)
    return Choice(
        move=best.move,
        score=_sign(best.value) if proven else expected(best.value),
        depth=reached.depth,
        nodes=searcher.nodes,
        line=_line(best, reached.depth, solved, searcher),
        proven=proven,
    )


def expected(value: int) -> float:
    """The expected result, between -1 and 1, of an estimate in centidiscs."""
    return max(-0.99, min(0.99, math.tanh(value / _CERTAIN)))


def empties_of(position: OthelloPosition) -> int:
    """How many squares are empty."""
    return position.size**2 - (position.black | position.white).bit_count()


def _sign(value: int) -> float:
    return float((value > 0) - (value < 0))


def _is_sure(best: Branch, position: OthelloPosition) -> bool:
    # No estimate is as large as the result of taking every disc.
    return best.value >= 100 * position.size**2


def _steps(plan: Plan, empties: int, choices: int) -> Iterator[Step]:
    exact = empties <= plan.exact
    if choices == 1:
        exact = exact and empties <= _SORTING_DEPTH + _LEAP
        yield from (Step(depth, plan.confidence) for depth in range(2, min(empties, _ONLY_MOVE_DEPTH)))
    else:
        deepest = min(plan.depth, max(_SORTING_DEPTH, empties - _LEAP)) if exact else plan.depth
        yield from (Step(depth, plan.confidence) for depth in range(2, min(deepest + 1, empties)))
        if exact and plan.confidence != EXACT and empties > _SORTING_DEPTH + 6:
            yield Step(empties, plan.confidence)
    if exact or plan.depth >= empties:
        yield Step(empties, EXACT)


def _branches(position: OthelloPosition, plan: Plan, rng: random.Random) -> list[Branch]:
    ply = (position.black | position.white).bit_count() - 4
    slip = max(plan.slip, plan.variety if ply < _OPENING_PLIES else 0)
    branches = [Branch(move, position.play(move), rng.randint(0, slip)) for move in position.legal_moves()]
    rng.shuffle(branches)
    return branches


@contextmanager
def _until(began: float, limit: Limit, searcher: Searcher) -> Iterator[None]:
    # Search until the limit is spent, less what starting up and the answer's way back take.
    searcher.allow(_ALL_NODES if limit.nodes is None else min(_ALL_NODES, max(1, limit.nodes)))
    with stop_at(began + max(0.9 * limit.seconds, limit.seconds - 0.03), searcher.stop):
        yield


def _judge(searcher: Searcher, step: Step) -> Judge:
    return lambda branch, low, high: (
        -searcher.look(branch.position, step.depth - 1, -high, -low, step.confidence)
    )


def _take(step: Step, empties: int, branches: list[Branch], searcher: Searcher) -> bool:
    # False if it was cut short: then the values are those of the step before, but for a better move found.
    if step.depth == empties:
        for branch in branches:  # whoever can count it out misjudges nothing
            branch.favour = 0
    return _sweep(branches, _judge(searcher, step), searcher)


def _sweep(branches: list[Branch], judge: Judge, searcher: Searcher) -> bool:
    """Judge every branch and bring the best to the front; False if cut short."""
    best = -INFINITY
    for place, branch in enumerate(list(branches)):
        if place == 0:
            value = _aspire(branch, judge, searcher)
        else:
            floor = best - branch.favour
            value = judge(branch, floor, floor + 1)
            if value > floor and not searcher.stopped:
                value = judge(branch, floor, INFINITY)
        if searcher.stopped:
            return False
        if place == 0 or value > floor:
            branch.value = value
            best = value + branch.favour
            branches.remove(branch)
            branches.insert(0, branch)
    return True


def _aspire(branch: Branch, judge: Judge, searcher: Searcher) -> int:
    if branch.value == -INFINITY:
        return judge(branch, -INFINITY, INFINITY)
    return close_in(lambda low, high: judge(branch, low, high), branch.value, searcher)


def close_in(look: Callable[[int, int], int], expected_value: int, searcher: Searcher) -> int:
    """The value by a window around the one that is expected, moved to where a search says it must be.

    ``look`` is a search with a window (low, high); meaningless if the searcher is stopped.
    """
    step = _ASPIRATION
    low, high = expected_value - step, expected_value + step
    for _ in range(_WINDOWS):
        value = look(low, high)
        if low < value < high or searcher.stopped:
            return value
        step *= 2
        low, high = (value - step, value + 1) if value <= low else (value - 1, value + step)
    return look(-INFINITY, INFINITY)  # forward cuts are not always of one mind


def _line(best: Branch, depth: int, solved: bool, searcher: Searcher) -> tuple[Move, ...]:
    line, position = [best.move], best.position
    while len(line) < depth and position.outcome() is None:
        move = PASS if position.must_pass else searcher.reply(position)
        if solved and move is None and empties_of(position) <= _SORTING_DEPTH:
            move = _solution(position, searcher)
        if move is None or move not in position.legal_moves():
            break
        line.append(move)
        position = position.play(move)
    return tuple(line)


def _solution(position: OthelloPosition, searcher: Searcher) -> Move:
    # The best move of a position near the end, which searches do not remember.
    def result(move: Move) -> int:
        return -searcher.look(position.play(move), empties_of(position) - 1, -INFINITY, INFINITY, EXACT)

    return max(position.legal_moves(), key=result)
