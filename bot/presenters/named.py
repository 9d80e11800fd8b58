"""What a brain has named for its hand, as presenters read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.base import Move


@dataclass(frozen=True, slots=True)
class Named:
    """A region (`games.regions`), and the moves that the hand can play."""

    region: str = ""
    """Empty where nothing is named."""
    moves: frozenset[Move] | None = None
    """None: every legal move."""

    def of(self, legal: Sequence[Move]) -> Sequence[Move]:
        """The legal moves that can be played, in their order."""
        moves = self.moves
        return legal if moves is None else [move for move in legal if move in moves]


ANYTHING = Named()
