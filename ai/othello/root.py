"""Level 8 at the root: which move to play, on a board of any size. Start reading at `think`.

Iterative deepening (`ai/deepening.py`) over a `Searcher`, which hides the board. The end of the game is
solved first with forward cuts and then exactly. Values are centidiscs.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from ai import deepening
from ai.base import Choice, Limit
from ai.deepening import ALL_NODES, UNSEARCHED, Interruptible, Reserve
from ai.othello.levels import CERTAIN_DISCS
from games.base import PASS, Move
from games.othello import OthelloPosition

INFINITY = 25_000
"""Beyond every value."""
EXACT = 255
"""The confidence of a search without forward cuts, see `ai/othello/search.py`."""

_ONLY_MOVE_DEPTH = 4
_OPENING_PLIES = 10
_CERTAIN = 100 * CERTAIN_DISCS
"""Centidiscs that make a result all but sure."""
_SORTING_DEPTH = 8
"""Deep enough to order the moves before an endgame is solved."""
_LEAP = 10
"""An endgame with more empty squares than this beyond `_SORTING_DEPTH` is searched in steps first."""
_ASPIRATION = 150
"""Half the width of the first aspiration window."""
_WINDOWS = 6
"""How many aspiration windows are tried before the full one."""
_RESERVE = Reserve(share=0.9, at_most=0.03)


@dataclass(frozen=True, slots=True)
class Plan:
    """How a level searches.

    ``depth`` in discs; ``exact``: from how many empty squares on it solves the endgame. ``variety``: by how
    many centidiscs it may misjudge each of the first moves. ``confidence`` of its forward cuts, in hundredths
    of a standard deviation.
    """

    depth: int
    exact: int
    variety: int = 0
    confidence: int = 110


class Searcher(Interruptible, Protocol):
    """A board's search kernels and their transposition table. Values are for the side to move."""

    def begin(self, clear: bool) -> None:
        """Start a new choice: count nodes from 0, and ``clear`` the table if asked."""

    def search(self, position: OthelloPosition, depth: int, low: int, high: int, confidence: int) -> int:
        """The value ``depth`` discs deep, exact inside (low, high); a depth of all empty squares solves."""

    def table_move(self, position: OthelloPosition) -> Move | None:
        """The best move in the transposition table, if the position is there."""

    @property
    def nodes(self) -> int:
        """How many nodes have been searched since `begin`."""


@dataclass(slots=True, eq=False)
class Branch:
    """A move at the root and the position after it, see `ai.deepening.Branch`."""

    move: Move
    position: OthelloPosition
    bonus: int
    value: int = UNSEARCHED


@dataclass(frozen=True, slots=True)
class Step:
    """A depth to search to, and the confidence of forward cuts."""

    depth: int
    confidence: int


def think(position: OthelloPosition, plan: Plan, limit: Limit, searcher: Searcher) -> Choice:
    """The move of a level that searches, in an unfinished position."""
    began = time.perf_counter()
    searcher.begin(clear=limit.nodes is not None)
    branches = branches_of(position, plan, random.Random(limit.seed))
    empties = empties_of(position)
    searcher.allow_nodes(ALL_NODES)  # one disc deep costs next to nothing and makes every later stop safe
    reached = Step(1, EXACT)
    search_step(branches, reached, searcher)
    with deepening.limited(searcher, began, limit, _RESERVE):
        reached = deepening.deepen(
            steps_of(plan, empties, len(branches)),
            search=lambda step: _take(step, empties, branches, searcher),
            decided=lambda: takes_every_disc(branches[0], position),
            reached=reached,
        )
    best = branches[0]
    solved = reached.depth >= empties and reached.confidence == EXACT
    proven = solved or takes_every_disc(best, position)
    searcher.allow_nodes(ALL_NODES)
    return Choice(
        move=best.move,
        score=sign_of(best.value) if proven else expected_result(best.value),
        depth=reached.depth,
        nodes=searcher.nodes,
        line=line_of(best, reached.depth, solved, searcher),
        proven=proven,
    )


def expected_result(value: int) -> float:
    """The expected result, between -1 and 1, of an estimate in centidiscs."""
    return deepening.expected_result(value, _CERTAIN)


def empties_of(position: OthelloPosition) -> int:
    """How many squares are empty."""
    return position.size**2 - (position.black | position.white).bit_count()


def sign_of(value: int) -> float:
    """The result of a value: 1, 0 or -1."""
    return float((value > 0) - (value < 0))


def takes_every_disc(best: Branch, position: OthelloPosition) -> bool:
    """Whether a move wins every square, which is exact: no estimate is as large as this result."""
    return best.value >= 100 * position.size**2


def steps_of(plan: Plan, empties: int, choices: int) -> Iterator[Step]:
    """The depths to search to one after another, for a number of legal moves."""
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


def branches_of(position: OthelloPosition, plan: Plan, rng: random.Random) -> list[Branch]:
    """The legal moves in random order, with a level's bonuses."""
    ply = (position.black | position.white).bit_count() - 4
    variety = plan.variety if ply < _OPENING_PLIES else 0
    branches = [Branch(move, position.play(move), rng.randint(0, variety)) for move in position.legal_moves()]
    rng.shuffle(branches)
    return branches


def _take(step: Step, empties: int, branches: list[Branch], searcher: Searcher) -> bool:
    if step.depth == empties:
        for branch in branches:  # a solved endgame is not misjudged
            branch.bonus = 0
    return search_step(branches, step, searcher)


def search_step(branches: list[Branch], step: Step, searcher: Searcher) -> bool:
    """Search every branch and move the best to the front. False if that was cut short."""

    def judge(branch: Branch, low: int, high: int) -> int:
        return -searcher.search(branch.position, step.depth - 1, -high, -low, step.confidence)

    def first(branch: Branch) -> int:
        if branch.value == UNSEARCHED:
            return judge(branch, -INFINITY, INFINITY)
        return aspirate(partial(judge, branch), branch.value, searcher)

    return deepening.search_branches(branches, judge, searcher, INFINITY, first=first)


def aspirate(search: Callable[[int, int], int], expected: int, searcher: Searcher) -> int:
    """The value of ``search`` by an aspiration window around the expected value, moved where a search fails.

    ``search`` takes the window (low, high). The value is meaningless if the searcher is stopped.
    """
    width = _ASPIRATION
    low, high = expected - width, expected + width
    for _ in range(_WINDOWS):
        value = search(low, high)
        if low < value < high or searcher.stopped:
            return value
        width *= 2
        low, high = (value - width, value + 1) if value <= low else (value - 1, value + width)
    return search(-INFINITY, INFINITY)  # searches with forward cuts may contradict one another


def line_of(best: Branch, depth: int, solved: bool, searcher: Searcher) -> tuple[Move, ...]:
    """The line from a branch on, to a depth in discs; the end of it too where the game is ``solved``."""

    def reply(position: OthelloPosition) -> Move | None:
        move = PASS if position.must_pass else searcher.table_move(position)
        if solved and move is None and empties_of(position) <= _SORTING_DEPTH:
            return _solution(position, searcher)
        return move

    return deepening.principal_variation(best.move, best.position, depth, reply)


def _solution(position: OthelloPosition, searcher: Searcher) -> Move:
    # The best move of a position near the end, which the table does not hold.
    def result(move: Move) -> int:
        return -searcher.search(position.play(move), empties_of(position) - 1, -INFINITY, INFINITY, EXACT)

    return max(position.legal_moves(), key=result)
