"""Whether a chain of Go is caught by atari after atari, such as in a ladder, by plain recursion."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ai.claims.checkers.budget import Budget
from games.base import PASS, IllegalMove
from games.go import GoPosition

_FEW_LIBERTIES = 3
"""A chain with more is not looked at: ataris seldom catch it."""


@dataclass(frozen=True, slots=True)
class Chase:
    """Chases within a budget. Chains are named by the index of one of their stones."""

    budget: Budget

    def is_caught(self, position: GoPosition, stone: int) -> bool:
        """Whether the side to move captures the chain by ataris, whatever the other side answers."""
        liberties = position.chains.at(stone).liberties
        if len(liberties) > 2:
            return False
        for liberty in sorted(liberties):
            after = self.played(position, liberty)
            if after is not None and (len(liberties) == 1 or self.is_lost(after, stone)):
                return True
        return False

    def is_lost(self, position: GoPosition, stone: int) -> bool:
        """Whether the chain, in atari, is captured whatever its side, to move, answers."""
        chain = position.chains.at(stone)
        if len(chain.liberties) != 1:
            return False
        answers = dict.fromkeys([*chain.liberties, *self._captures(position, stone)])
        replies = (self.played(position, answer) for answer in answers)
        return all(after is None or self.is_caught(after, stone) for after in replies)

    def is_trapped(self, position: GoPosition, stone: int) -> bool:
        """Whether the chain, in no atari, is caught after each move of its side, which is to move."""
        chain = position.chains.at(stone)
        if not 1 < len(chain.liberties) <= _FEW_LIBERTIES:
            return False
        others = position.open_points
        replies = [
            None,
            *dict.fromkeys([*sorted(chain.liberties), *self._captures(position, stone), *others]),
        ]
        return all(self._is_caught_after(position, reply, stone) for reply in replies)

    def _is_caught_after(self, position: GoPosition, reply: int | None, stone: int) -> bool:
        """Whether the chain is caught after a reply; None is a pass. One that is no move saves nothing."""
        after = position.play(PASS) if reply is None else self.played(position, reply)
        return after is None or self.is_caught(after, stone)

    def _captures(self, position: GoPosition, stone: int) -> Iterator[int]:
        """Where the chain's side captures a chain beside it."""
        board, chain = position.board, position.chains.at(stone)
        for point in chain.points:
            for near in board.neighbors[point]:
                if position.stones[near] and position.stones[near] != position.stones[stone]:
                    beside = position.chains.at(near)
                    if len(beside.liberties) == 1:
                        yield from beside.liberties

    def played(self, position: GoPosition, point: int) -> GoPosition | None:
        """The position after a stone on a point; None if the rules refuse it."""
        self.budget.spend()
        try:
            return position.play(position.board.names[point])
        except IllegalMove:
            return None
