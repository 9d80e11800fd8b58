"""What a search plays for besides winning by the rules' komi: the margin, and compensation for a handicap."""

from __future__ import annotations

from typing import NamedTuple

from games.go import GoPosition

_STONE = 7.0
_COMPENSATED = 200 / 361


class MarginWeight(NamedTuple):
    """How much of a result, in percent, is the margin of victory, and the largest margin in points."""

    weight: int
    reach: int

    def of_points(self, points: float) -> float:
        """The value of this many points in a result."""
        return points * self.weight / 100 / (2 * self.reach)

    @classmethod
    def of(cls, size: int) -> MarginWeight:
        """What wins most on boards of this many lines (docs/experiments/go.md)."""
        return cls(10, 81) if size <= 9 else cls(30, 42)


def handicap_compensation(position: GoPosition) -> float:
    """The points that White gets beside the komi in the searches of a handicap game.

    Where nearly every simulation is won, or lost, a search sees no difference between moves. So the handicap
    is compensated, less from move to move: Petr Baudis's linear compensation ("Balancing MCTS by dynamically
    adjusting the komi value", 2011), whose 7 points a stone last 200 moves of 19x19.
    """
    lasting = _COMPENSATED * position.board.area
    return _STONE * position.variant.handicap * max(0.0, 1.0 - position.ply / lasting)
