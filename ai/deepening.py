"""Iterative deepening at the root, shared by Othello, Gomoku and Twelve Janggi.

A game supplies its kernels, its depths and its units; this module holds what is alike: the limits, the loop
over depths, principal variation search of the root's moves, and the line to show. It is plain Python, because
it runs once per root move and depth.

https://www.chessprogramming.org/Iterative_Deepening and
https://www.chessprogramming.org/Principal_Variation_Search describe the techniques.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol, TypeVar

from ai.base import Limit
from ai.interrupt import stop_at
from games.base import Move, Position

ALL_NODES = 1 << 62
"""A node budget that no search reaches."""
UNSEARCHED = -(1 << 62)
"""The value of a branch before its first search. It is further from 0 than any decided value."""

S = TypeVar("S")
P = TypeVar("P", bound=Position)


class Interruptible(Protocol):
    """A search that a node budget or another thread can end."""

    def allow_nodes(self, nodes: int) -> None:
        """Clear the stop flag and search until ``nodes`` have been visited in all."""

    def stop(self) -> None:
        """End a running search soon. Safe from another thread."""

    @property
    def stopped(self) -> bool:
        """Whether the last search was cut short, by `stop` or by its node budget."""


class Branch(Protocol):
    """A move at the root.

    ``value`` is for the side that plays it: exact for the best branch, an upper bound for the others,
    `UNSEARCHED` at first. ``bonus`` is added when branches are compared, so that weak levels err and openings
    vary.
    """

    bonus: int
    value: int


B = TypeVar("B", bound=Branch)


@dataclass(frozen=True, slots=True)
class Reserve:
    """The part of a time limit that a search leaves unused, for startup and for the answer's way back.

    A search may use ``share`` of the limit, or all of it but ``at_most`` seconds, whichever is longer.
    """

    share: float
    at_most: float = math.inf

    def deadline(self, began: float, limit: Limit) -> float:
        """When a search that began at ``began`` must end, both as `time.perf_counter` counts."""
        return began + max(self.share * limit.seconds, limit.seconds - self.at_most)


def node_budget(limit: Limit, at_most: int = ALL_NODES) -> int:
    """The nodes a search may visit: those of the limit, but no more than ``at_most``."""
    return at_most if limit.nodes is None else min(at_most, max(1, limit.nodes))


def limited(
    search: Interruptible, began: float, limit: Limit, reserve: Reserve, at_most: int = ALL_NODES
) -> AbstractContextManager[None]:
    """A block in which ``search`` stops at the limit's deadline or at its `node_budget`."""
    search.allow_nodes(node_budget(limit, at_most))
    return stop_at(reserve.deadline(began, limit), search.stop)


def deepen(steps: Iterable[S], search: Callable[[S], bool], decided: Callable[[], bool], reached: S) -> S:
    """Search deeper step by step, until the result is decided or a step is cut short.

    ``search`` returns whether it finished its step. Returns the last finished step, ``reached`` if none was.
    """
    for step in steps:
        if decided() or not search(step):
            break
        reached = step
    return reached


def search_branches(
    branches: list[B],
    judge: Callable[[B, int, int], int],
    search: Interruptible,
    infinity: int,
    decided: int | None = None,
    first: Callable[[B], int] | None = None,
) -> bool:
    """Search every branch by PVS and move the best to the front. False if the search was cut short.

    ``judge`` gives the value of a branch for the side that plays it, exact inside the window (low, high).
    ``first`` replaces it for the first branch, where an aspiration window pays. Bonuses do not count against
    values at least ``decided`` away from 0: a proven result is not given away. After a cut the values are
    those of the step before, except for a better branch that was found.
    """
    decided = infinity if decided is None else decided
    best = floor = -infinity
    for index, branch in enumerate(list(branches)):
        if index == 0:
            value = judge(branch, -infinity, infinity) if first is None else first(branch)
        else:
            # A branch beats the best if its value and bonus do: first by a null window below its bonus.
            floor = best - (branch.bonus if abs(best) < decided else 0)
            value = judge(branch, floor, floor + 1)
            if value > floor and not search.stopped:
                value = judge(branch, floor, infinity)
        if search.stopped:
            return False
        branch.value = value
        if index == 0 or value > floor:
            best = value + (branch.bonus if abs(value) < decided else 0)
            branches.remove(branch)
            branches.insert(0, branch)
    return True


def principal_variation(
    first: Move, position: P, length: int, reply: Callable[[P], Move | None]
) -> tuple[Move, ...]:
    """The line from a move at the root on: ``position`` follows ``first``, ``reply`` knows the best answers.

    The line ends after ``length`` moves, at the end of the game, or where no legal answer is known.
    """
    line = [first]
    while len(line) < length and position.outcome() is None:
        move = reply(position)
        if move is None or move not in position.legal_moves():
            break
        line.append(move)
        position = position.play(move)
    return tuple(line)


def expected_result(value: int, certain: float) -> float:
    """The expected result, -0.99 to 0.99, of an estimate; ``certain`` is one that makes it all but sure."""
    return max(-0.99, min(0.99, math.tanh(value / certain)))
