"""Wins by force in Gomoku, proved by plain recursion: the attacker makes fours and open threes.

The attacker's moves are tried in turn, those of a line first. The defender's are all that can matter: against
a four, the point that stops it; against an open three, the points that spoil the straight four, and every
four of the defender's own. Whatever else the defender plays, the straight four comes, and after it the five.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ai.claims.checkers.budget import Budget
from ai.claims.checkers.gomoku_threats import attack_points, five_points, four_points, threat
from games.base import IllegalMove, Move, Side
from games.gomoku import GomokuPosition

_SCAN_NODES = 10
"""The nodes that it takes to look for fours and threes on the whole board."""


@dataclass(frozen=True, slots=True)
class Force:
    """A search for a win by force of ``attacker``, which tries the moves of ``line`` first."""

    attacker: Side
    line: Sequence[Move]
    budget: Budget

    def wins(self, position: GomokuPosition, moves: int) -> bool:
        """Whether the attacker, to move, makes a five with so many own moves at most."""
        if five_points(position, self.attacker):
            return moves > 0
        return self._attacks(position, moves, five_points(position, self.attacker.other), ())

    def wins_after(self, position: GomokuPosition, last: Move, moves: int) -> bool:
        """Whether the attacker, who has just played ``last``, makes a five with so many further moves."""
        return not five_points(position, position.to_move) and self._holds(position, last, moves, ())

    def _attacks(
        self, position: GomokuPosition, moves: int, stops: Sequence[Move], threes: Sequence[Move]
    ) -> bool:
        """Whether an attack wins: ``stops`` are the defender's fives, of which the attacker has none.

        ``threes`` are points of straight fours that earlier moves threatened.
        """
        if moves < 2 or len(stops) > 1:
            return False
        for move in stops or self._attack_moves(position):
            after = self._played(position, move)
            if after is not None and self._holds(after, move, moves - 1, threes):
                return True
        return False

    def _attack_moves(self, position: GomokuPosition) -> Sequence[Move]:
        self.budget.spend(_SCAN_NODES)
        points = attack_points(position, self.attacker)
        return sorted(points, key=lambda move: move not in self.line)  # stable: fours stay first

    def _holds(self, position: GomokuPosition, last: Move, moves: int, threes: Sequence[Move]) -> bool:
        """Whether no answer to the attacker's move ``last`` helps; the defender has no five."""
        made = threat(position, self.attacker, last)
        if len(made.fives) > 1:
            return moves > 0
        threes = (*made.straight_fours, *threes)
        if made.fives:
            return moves > 0 and self._survives(position, made.fives, moves, threes)
        straight = next((move for move in threes if self._makes_straight_four(position, move)), None)
        if straight is None or moves < 2:
            return False
        self.budget.spend(_SCAN_NODES)
        fives = threat(position, self.attacker, straight).fives
        spoilers = [straight, *fives, *four_points(position, self.attacker.other)]
        return self._survives(position, list(dict.fromkeys(spoilers)), moves, threes)

    def _survives(
        self, position: GomokuPosition, answers: Sequence[Move], moves: int, threes: Sequence[Move]
    ) -> bool:
        """Whether the attack wins against each of these answers; those that are not legal do not help."""
        for answer in answers:
            after = self._played(position, answer)
            if after is None:
                continue
            stops = threat(after, position.to_move, answer).fives
            if not self._attacks(after, moves, stops, threes):
                return False
        return True

    def _makes_straight_four(self, position: GomokuPosition, move: Move) -> bool:
        """Whether the attacker surely threatens two fives with a move, if the defender plays elsewhere."""
        if position.points[position.board.points[move]]:
            return False
        made = threat(position, self.attacker, move)
        if len(made.fives) < 2:
            return False
        if made.fours < 2 and made.threes < 2 and not made.overline:
            return True
        return not self._can_be_refused(position)  # and another stone may change that

    def _can_be_refused(self, position: GomokuPosition) -> bool:
        rules = position.rules
        return self.attacker in rules.no_three_three or (rules.renju and self.attacker is Side.FIRST)

    def _played(self, position: GomokuPosition, move: Move) -> GomokuPosition | None:
        """The position after a move; None if the rules refuse it."""
        self.budget.spend()
        try:
            return position.play(move)
        except IllegalMove:
            return None
