"""A claim on a move in a position of any game, and the positions that checks look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from ai.claims.checkers.budget import Budget
from ai.claims.claim import Claim
from games.base import Move, Position, Side

P = TypeVar("P", bound=Position)


@dataclass(frozen=True, slots=True)
class Case(Generic[P]):
    """A claim on a move in a position, with what its check may compute.

    Properties raise `games.base.RuleError` for moves that are not legal, `IndexError` for a line that is too
    short.
    """

    position: P
    move: Move
    claim: Claim
    budget: Budget

    @property
    def mover(self) -> Side:
        """Who plays the move."""
        return self.position.to_move

    @property
    def opponent(self) -> Side:
        """Who answers it."""
        return self.position.to_move.other

    @property
    def after(self) -> P:
        """The position after the move."""
        return self.position.play(self.move)

    @property
    def better(self) -> Move:
        """The better move. Raises `KeyError` if the claim has none."""
        if self.claim.better is None:
            raise KeyError("better")
        return self.claim.better

    @property
    def instead(self) -> P:
        """The position after the better move. Raises `KeyError` as `better`."""
        return self.position.play(self.better)

    @property
    def first(self) -> Move:
        """The first move of the line."""
        return self.claim.line[0]
