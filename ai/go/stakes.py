"""What a search plays for besides winning by the rules' komi: points, and a handicap made up for."""

from __future__ import annotations

from typing import NamedTuple

from games.go import GoPosition

_STONE = 7.0
_COMPENSATED = 200 / 361


class Margin(NamedTuple):
    """How much of a result, of 100, is by how many points it is won, and how many are told apart at most."""

    weight: int
    reach: int

    def of_points(self, points: float) -> float:
        """What so many points are worth in a result."""
        return points * self.weight / 100 / (2 * self.reach)

    @classmethod
    def of(cls, size: int) -> Margin:
        """What wins most on boards of so many lines (docs/GO.md)."""
        return cls(10, 81) if size <= 9 else cls(30, 42)


def compensation(position: GoPosition) -> float:
    """Points that White gets beside the komi while a handicap game is thought about.

    Where nearly every line is won, or lost, a search sees no difference between moves. So the handicap is
    made up for, less from move to move: Petr Baudis's linear compensation ("Balancing MCTS by dynamically
    adjusting the komi value", 2011), whose 7 points a stone last 200 moves of 19x19.
    """
    lasting = _COMPENSATED * position.board.area
    return _STONE * position.variant.handicap * max(0.0, 1.0 - position.ply / lasting)
