"""Life and death in Go: whether a group in a small region is captured or lives, by plain recursion.

The region holds a chain, the target, and all that is connected with it by points that are not the
attacker's; the attacker's chains around it are the wall. Only what is forced is proved: a side gets its way
although the other side retakes every ko at once, and although a repetition is a failure. So True never
depends on who wins a ko; False says that nothing is shown.

The defender may play elsewhere instead. A wall with four liberties outside of the region is gone after four
such moves, and the target has to be captured before: so no search of the rest of the board is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ai.claims.checkers.budget import Budget
from games.go import GoPosition
from games.go.board import EMPTY, Board

_MOST_POINTS = 10
"""The most points of a region that are empty or hold the attacker's stones."""
_MOST_MOVES = 4_000
"""The most stones that a proof places; it also leaves half of the budget to other checks."""
_DEEPEST = 100
"""The longest line that is followed, in moves of both sides."""
_MOVES_OF_NODE = 3
"""Stones placed here in the time of a node of the budget."""

_State = tuple[bytes, bool, int | None, int]
"""The stones, whether the attacker is to move, where its own side cannot retake, and the defender's moves
elsewhere that are left."""


class _TooLarge(Exception):
    """A proof takes too many moves."""


@dataclass(frozen=True, slots=True)
class Region:
    """Where a fight takes place."""

    target: int
    points: frozenset[int]
    defender: int
    elsewhere: int
    """How many moves the defender can play elsewhere before a chain of the wall can be captured."""


def region_of(position: GoPosition, target: int) -> Region | None:
    """The region around the chain of a stone; None if it is not small and enclosed."""
    stones, board = position.stones, position.board
    defender = stones[target]
    inside = _connected(board, stones, target, 3 - defender)
    if not defender or inside is None:
        return None
    around = {at for point in inside for at in board.neighbors[point] if stones[at] == 3 - defender}
    captives, outside = set[int](), list[int]()
    for chain in {position.chains.at(at) for at in around}:
        free = len(chain.liberties - inside)
        outside += [free] if free else []
        captives.update(() if free else chain.points)
    beside = {near for at in captives for near in board.neighbors[at]} - inside
    is_apart = not any(stones[near] == defender for near in beside)  # a capture would let the target out
    points = frozenset(inside | captives)
    if not is_apart or not outside or sum(stones[at] != defender for at in points) > _MOST_POINTS:
        return None
    return Region(target, points, defender, min(outside) - 1)


def _connected(board: Board, stones: bytes, start: int, other: int) -> set[int] | None:
    """The points connected with a stone by points that the other side does not hold; None if too many."""
    points, waiting, empty = {start}, [start], 0
    while waiting:
        for near in board.neighbors[waiting.pop()]:
            if stones[near] != other and near not in points:
                points.add(near)
                waiting.append(near)
                empty += stones[near] == EMPTY
        if empty > _MOST_POINTS:
            return None
    return points


def dies(position: GoPosition, stone: int, budget: Budget) -> bool:
    """Whether the chain of a stone is captured by force; whoever is to move begins."""
    return _is_shown(position, stone, budget, to_die=True)


def lives(position: GoPosition, stone: int, budget: Budget) -> bool:
    """Whether the chain of a stone is never captured, in seki or with eyes."""
    return _is_shown(position, stone, budget, to_die=False)


def _is_shown(position: GoPosition, stone: int, budget: Budget, *, to_die: bool) -> bool:
    if position.passes > 1:
        return False
    region = region_of(position, stone)
    if region is None:
        return False
    known = budget.known.setdefault("go.life", {})
    key = (position.stones, position.to_move, position.ko, region.points, stone, to_die)
    if key not in known:
        bound = min(_MOST_MOVES, budget.left * _MOVES_OF_NODE // 2)
        fight = _Fight(position.board, region, budget, to_die, bound)
        attacks = position.to_move != region.defender
        ko = position.ko if attacks is to_die else None
        try:
            known[key] = fight.is_won((position.stones, attacks, ko, region.elsewhere))
        except _TooLarge:
            known[key] = False
    return known[key]


@dataclass(slots=True)
class _Fight:
    """A proof that the target dies (``to_die``), or that it lives."""

    board: Board
    region: Region
    budget: Budget
    to_die: bool
    bound: int
    known: dict[_State, bool] = field(default_factory=dict)
    placed: int = 0
    depth: int = 0
    useful: dict[tuple[bool, int], int] = field(default_factory=dict)
    """How often a point has decided a position, by whether the attacker plays there."""

    def is_won(self, state: _State) -> bool:
        """Whether the side that the proof is of gets its way."""
        if state not in self.known:
            if self.depth == _DEEPEST:
                raise _TooLarge
            self.known[state] = False  # so a repetition below is a failure
            self.depth += 1
            self.known[state] = self._searched(state)
            self.depth -= 1
        return self.known[state]

    def _searched(self, state: _State) -> bool:
        stones, attacks, _, elsewhere = state
        if attacks is not self.to_die:
            return self._is_forced(state)
        if not self.to_die and self.is_won((stones, True, None, elsewhere)):  # elsewhere is good enough
            return True
        for at, after in self._after(state):
            if after is None or self.is_won(after):
                self.useful[attacks, at] = self.useful.get((attacks, at), 0) + 1
                return True
        return False

    def _is_forced(self, state: _State) -> bool:
        """Whether no move of the other side helps it."""
        stones, attacks, _, elsewhere = state
        for at, after in self._after(state):
            if after is None or not self.is_won(after):
                self.useful[attacks, at] = self.useful.get((attacks, at), 0) + 1
                return False
        # An attacker that passes gains nothing: the defender passes, too.
        return attacks or (elsewhere > 0 and self.is_won((stones, True, None, elsewhere - 1)))

    def _after(self, state: _State) -> Iterator[tuple[int, _State | None]]:
        """The points where a side can play, and what follows: None if the target is captured."""
        stones, attacks, barred, elsewhere = state
        defender = self.region.defender
        color, is_own = 3 - defender if attacks else defender, attacks is self.to_die
        points = [point for point in sorted(self.region.points) if not stones[point] and point != barred]
        for at in sorted(points, key=lambda point: -self.useful.get((attacks, point), 0)):
            self._spend()
            placed = self.board.place(stones, at, color)
            if placed is None:
                continue
            after, taken = placed
            if self.region.target in taken:
                yield at, None
                continue
            # The other side retakes a ko at once, as if it had won every threat.
            ko = None if is_own else self.board.ko(after, at, taken)
            yield at, (after, not attacks, ko, elsewhere)

    def _spend(self) -> None:
        self.placed += 1
        if self.placed > self.bound:
            raise _TooLarge
        if self.placed % _MOVES_OF_NODE == 0:
            self.budget.spend()
