"""The exact end of a game of Othello, by plain recursion over the rules' bits."""

from __future__ import annotations

from dataclasses import dataclass

from ai.claims.checkers.budget import Budget
from games.othello import Board, OthelloPosition, bits

_SORTED_EMPTIES = 5
"""With fewer empty squares, sorting the moves takes longer than it saves."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The results of a board's positions. Empty squares go to the winner."""

    board: Board
    budget: Budget

    def is_exactly(self, position: OthelloPosition, lead: int) -> bool:
        """Whether the side to move ends with exactly this lead, in discs."""
        return self.is_at_least(position, lead) and not self.is_at_least(position, lead + 1)

    def is_at_least(self, position: OthelloPosition, lead: int) -> bool:
        """Whether the side to move ends with this lead or more."""
        return self._reaches(position.own, position.other, lead, has_passed=False)

    def _reaches(self, own: int, other: int, lead: int, *, has_passed: bool) -> bool:
        """Whether ``own``, to move, ends at least ``lead`` discs ahead."""
        self.budget.spend()
        moves = self.board.mobility(own, other)
        if moves:
            return any(
                not self._reaches(*after, 1 - lead, has_passed=False)
                for after in self._after(own, other, moves)
            )
        if has_passed:
            return self._lead(own, other) >= lead
        return not self._reaches(other, own, 1 - lead, has_passed=True)

    def _after(self, own: int, other: int, moves: int) -> list[tuple[int, int]]:
        """The boards after each move, as the other side sees them, those with its fewest moves first."""
        following = list[tuple[int, int]]()
        for index in bits(moves):
            square = 1 << index
            turned = self.board.flips(own, other, square)
            following.append((other & ~turned, own | turned | square))
        if (self.board.full & ~(own | other)).bit_count() >= _SORTED_EMPTIES:
            following.sort(key=lambda after: self.board.mobility(*after).bit_count())
        return following

    def _lead(self, own: int, other: int) -> int:
        mine, theirs = own.bit_count(), other.bit_count()
        empties = self.board.size**2 - mine - theirs
        lead = mine - theirs
        return lead + (empties if lead > 0 else -empties if lead < 0 else 0)
