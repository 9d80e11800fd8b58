"""What the hounds and the hare can force, by plain recursion over the lines of the board.

Turns are counted, not positions: a trap within so many moves of the hounds needs no position twice. Positions
of the match that can return are not entered, since a third time they are the hare's win.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ai.claims.checkers.budget import Budget
from games.base import Side
from games.hare_and_hounds import (
    COLUMN,
    DEN,
    HOUND_STEPS,
    NEIGHBORS,
    PLY_LIMIT,
    POINTS,
    HarePosition,
)

_EVERY = range(len(POINTS))
_NODES = 3
"""The positions that are looked at in the time of a node."""


class Placement(NamedTuple):
    """The hounds (bits over `POINTS`), the hare (an index), and whether the hare is to move."""

    hounds: int
    hare: int
    is_hares_turn: bool

    @classmethod
    def of(cls, position: HarePosition) -> Placement:
        """Where the pieces of a position are."""
        return cls(position.hounds, position.hare, position.to_move is Side.SECOND)

    @property
    def passed(self) -> Placement:
        """The same places with the other side to move."""
        return Placement(self.hounds, self.hare, not self.is_hares_turn)

    @property
    def is_past(self) -> bool:
        """Whether the hare is to the left of every hound.

        Hounds never go left, so that all points on its way to b1 stay free: it has won.
        """
        return COLUMN[self.hare] < min(COLUMN[at] for at in _EVERY if self.hounds >> at & 1)

    @property
    def is_trapped(self) -> bool:
        """Whether the hare is to move and cannot."""
        return self.is_hares_turn and all(self.hounds >> to & 1 for to in NEIGHBORS[self.hare])

    @property
    def following(self) -> Iterator[Placement]:
        """What the moves of the side to move lead to."""
        if self.is_hares_turn:
            for to in NEIGHBORS[self.hare]:
                if not self.hounds >> to & 1:
                    yield Placement(self.hounds, to, False)
            return
        taken = self.hounds | 1 << self.hare
        for origin in _EVERY:
            for to in HOUND_STEPS[origin] if self.hounds >> origin & 1 else ():
                if not taken >> to & 1:
                    yield Placement(self.hounds ^ 1 << origin ^ 1 << to, self.hare, True)


def turns_left(position: HarePosition) -> int | None:
    """The moves that the hounds still have; None where turns are not counted."""
    return (PLY_LIMIT - position.ply) // 2 if position.variant == "classic" else None


@dataclass(frozen=True, slots=True)
class Hunt:
    """What is forced after a match's positions; ``seen`` are the keys of those that can return.

    All checks of a move share what is known of placements within a number of moves.
    """

    budget: Budget
    seen: frozenset[int] = frozenset()
    _counted: list[int] = field(default_factory=lambda: [0])

    def traps(self, placement: Placement, moves: int) -> bool:
        """Whether the hounds trap the hare with so many of their moves, whatever it does."""
        if placement.is_trapped:
            return True
        if moves < 1 or placement.is_past or self._key(placement) in self.seen:
            return False
        every = self.budget.known.setdefault(("traps", self.seen), {})
        known = every.get((placement, moves))
        if known is None:
            self._spend()
            if placement.is_hares_turn:
                known = all(self.traps(after, moves) for after in placement.following)
            else:
                known = any(self.traps(after, moves - 1) for after in placement.following)
            every[placement, moves] = known
        return known

    def passes(self, placement: Placement, moves: int) -> bool:
        """Whether the hare gets past every hound with so many of its moves, whatever they do."""
        if placement.is_past or placement.hare == DEN:
            return True
        if moves < 1 or placement.is_trapped:
            return False
        every = self.budget.known.setdefault("passes", {})
        known = every.get((placement, moves))
        if known is None:
            self._spend()
            following = list(placement.following)
            if placement.is_hares_turn:
                known = any(self.passes(after, moves - 1) for after in following)
            else:  # hounds that cannot move have lost without being passed
                known = bool(following) and all(self.passes(after, moves) for after in following)
            every[placement, moves] = known
        return known

    def _spend(self) -> None:
        self._counted[0] += 1
        if self._counted[0] % _NODES == 0:
            self.budget.spend()

    @staticmethod
    def _key(placement: Placement) -> int:
        return placement.hounds << 5 | placement.hare << 1 | placement.is_hares_turn
