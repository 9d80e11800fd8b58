"""The root of a search: which move to play, on any board. Start reading at `think`.

Plain Python over a `Searcher`, which hides the board: iterative deepening, a last phase that solves
the game exactly, time and nodes, variety in the opening, and the line a choice shows.
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
from ai.stopping import stopping
from games.base import PASS, Move
from games.othello import OthelloPosition

DECIDED = 10_000
"""Values of finished games are at least this far from zero, see `ai/othello/evaluate.py`."""
INFINITY = 25_000
"""Beyond every value in centidiscs."""

_DISCS = 101  # beyond every result in discs

_ALL_NODES = 1 << 62
_SHARE_OF_TIME = 0.92  # the rest is for starting up, one late node, and the answer's way back
_LOOK_FIRST = 0.25  # the part of the limit that is spent on judging when the rest may solve the game
_ONLY_MOVE_DEPTH = 4
_SURE_TO_SOLVE = 18  # above so many empty squares: first who wins, then by how much
_SORTING_DEPTH = 9
_OPENING_PLIES = 10
_CERTAIN = 1_000  # centidiscs that make a result all but sure; see `expected`


@dataclass(frozen=True, slots=True)
class Plan:
    """How a level searches: discs deep, from how many empty squares on exactly, and how varied.

    ``variety`` is how many centidiscs it may give away on each of the first plies; ``full`` says whether
    it judges by everything or by square weights alone. It remembers 2**memory positions.
    """

    depth: int
    exact: int
    variety: int
    full: bool = True
    memory: int = 16


class Searcher(Protocol):
    """A board's search kernels and what they remember. Values are for the side to move."""

    def begin(self, full: bool, memory: int) -> None:
        """Forget everything; judge by the ``full`` evaluation or not; remember 2**memory positions."""

    def look(self, position: OthelloPosition, depth: int, low: int, high: int) -> int:
        """The value in centidiscs, ``depth`` discs deep, exact inside (low, high)."""

    def finish(self, position: OthelloPosition, low: int, high: int) -> int:
        """The final disc difference under best play, exact inside (low, high)."""

    def reply(self, position: OthelloPosition, exact: bool) -> Move | None:
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
    """A move at the root, where it leads, its value and the favour that makes openings vary."""

    move: Move
    position: OthelloPosition
    favour: int
    value: int = -INFINITY


Judge = Callable[[Branch, int, int], int]
"""The value of a branch for the side that plays it, exact inside (low, high)."""


def think(position: OthelloPosition, plan: Plan, limit: Limit, searcher: Searcher) -> Choice:
    """The move of a level that searches, in an unfinished position."""
    began = time.perf_counter()
    searcher.begin(plan.full, plan.memory)
    branches = _branches(position, plan, random.Random(limit.seed))
    empties = _empties(position)
    exact = empties <= (plan.exact if len(branches) > 1 else min(plan.exact, _SURE_TO_SOLVE))
    searcher.allow(_ALL_NODES)  # one disc deep costs next to nothing and makes every later stop safe
    reached = _deepen(branches, 1, 1, searcher)
    with _until(_LOOK_FIRST if exact else 1.0, began, limit, searcher):
        reached = _deepen(branches, 2, _depth(plan, empties, len(branches)), searcher) or reached
    solved = False
    if exact:
        with _until(1.0, began, limit, searcher):
            solved = _finish(branches, empties, searcher)
    best = branches[0]
    proven = solved or abs(best.value) >= DECIDED or reached >= empties
    return Choice(
        move=best.move,
        score=_sign(best.value) if proven else expected(best.value),
        depth=empties if solved else reached,
        nodes=searcher.nodes,
        line=_line(best, empties if solved else reached, solved, searcher),
        proven=proven,
    )


def expected(value: int) -> float:
    """The expected result, between -1 and 1, of an estimate in centidiscs."""
    return max(-0.99, min(0.99, math.tanh(value / _CERTAIN)))


def _sign(value: int) -> float:
    return float((value > 0) - (value < 0))


def _empties(position: OthelloPosition) -> int:
    return position.size**2 - (position.black | position.white).bit_count()


def _depth(plan: Plan, empties: int, choices: int) -> int:
    if choices == 1:
        return min(plan.depth, empties, _ONLY_MOVE_DEPTH)
    if empties <= min(plan.exact, _SURE_TO_SOLVE):
        return min(plan.depth, empties, _SORTING_DEPTH)
    return min(plan.depth, empties)


def _branches(position: OthelloPosition, plan: Plan, rng: random.Random) -> list[Branch]:
    ply = (position.black | position.white).bit_count() - 4
    variety = plan.variety if ply < _OPENING_PLIES else 0
    branches = [Branch(move, position.play(move), rng.randint(0, variety)) for move in position.legal_moves()]
    rng.shuffle(branches)
    return branches


@contextmanager
def _until(share: float, began: float, limit: Limit, searcher: Searcher) -> Iterator[None]:
    # Search until a share of the limit is spent.
    searcher.allow(_ALL_NODES if limit.nodes is None else max(1, int(limit.nodes * share)))
    with stopping(began + limit.seconds * _SHARE_OF_TIME * share, searcher.stop):
        yield


def _deepen(branches: list[Branch], start: int, depth: int, searcher: Searcher) -> int:
    # The depth that was reached; 0 if not even ``start``, or if the result was known before.
    reached = 0
    for deep in range(start, depth + 1):
        if abs(branches[0].value) >= DECIDED and deep > 1:
            break
        if not _sweep(branches, _judge(searcher, deep - 1), -INFINITY, INFINITY, searcher):
            break
        reached = deep
    return reached


def _judge(searcher: Searcher, depth: int) -> Judge:
    return lambda branch, low, high: -searcher.look(branch.position, depth, -high, -low)


def _finish(branches: list[Branch], empties: int, searcher: Searcher) -> bool:
    """Solve the game; whether at least its winner is known. The best branch comes first."""

    def result(branch: Branch, low: int, high: int) -> int:
        return -searcher.finish(branch.position, -high, -low)

    judged = [(branch, branch.value) for branch in branches]
    for branch in branches:
        branch.favour = 0
    if empties <= _SURE_TO_SOLVE:
        known = _sweep(branches, result, -_DISCS, _DISCS, searcher)
    else:
        known = _sweep(branches, result, -1, 1, searcher)
        winner = _sign(branches[0].value)
        if known and winner:
            _sweep(branches, result, *((0, _DISCS) if winner > 0 else (-_DISCS, 0)), searcher)
    if not known:  # a few results in discs say nothing beside estimates in centidiscs
        for branch, value in judged:
            branch.value = value
    return known


def _sweep(branches: list[Branch], judge: Judge, low: int, high: int, searcher: Searcher) -> bool:
    """Judge every branch inside (low, high) and bring the best to the front; False if cut short."""
    best = low
    for place, branch in enumerate(list(branches)):
        floor = best - branch.favour if place else low
        value = judge(branch, floor, floor + 1 if place else high)
        if place and floor < value < high and not searcher.stopped:
            value = judge(branch, floor, high)
        if searcher.stopped:
            return False
        if place == 0 or value > floor:
            branch.value = value
            best = max(low, value + branch.favour)
            branches.remove(branch)
            branches.insert(0, branch)
        if best >= high:
            break
    return True


def _line(best: Branch, depth: int, exact: bool, searcher: Searcher) -> tuple[Move, ...]:
    line, position = [best.move], best.position
    while len(line) < depth and position.outcome() is None:
        move = PASS if position.must_pass else searcher.reply(position, exact)
        if move is None or move not in position.legal_moves():
            break
        line.append(move)
        position = position.play(move)
    return tuple(line)
