"""Scores with the komi of the rules or of a GTP controller, and what a search adds to it.

On Discord a match's komi is its rules'. A GTP controller may set another, in a process that serves it alone.
A search also plays for the margin of victory (`MarginWeight`), and compensates a handicap
(`handicap_compensation`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from games.go import GoPosition, Score
from games.go.scoring import count
from games.go.variant import Variant

_override: list[float] = []
"""The controller's komi, if it has set one."""
_STONE = 7.0
"""What a handicap stone is worth at first, in points, see `handicap_compensation`,"""
_COMPENSATED = 200 / 361
"""and for how many moves it is compensated, as a part of the points of the board."""


def override_komi(komi: float | None) -> None:
    """Score with this komi from now on; None: with that of the rules."""
    _override[:] = [] if komi is None else [komi]


def komi_of(variant: Variant) -> float:
    """White's compensation for moving second, in points."""
    return _override[0] if _override else variant.komi


def score_position(position: GoPosition, dead: Iterable[int]) -> Score:
    """The score of a position if the stones on ``dead`` points are dead."""
    score = count(position.variant, position.stones, dead, position.captures)
    return replace(score, white=score.white - position.variant.komi + komi_of(position.variant))


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
