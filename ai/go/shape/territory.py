"""Corner, side and centre, contact with the enemy, and big points. Start reading at `territory`."""

from __future__ import annotations

from ai.go.shape.strategy import near_corner, reach, star_line
from ai.go.shape.weights import EDGE, WEIGHTS, Phase
from ai.go.sight import Sight

_SPACE = 3
"""A point is in the open when no stone is so many steps near."""


def territory(sight: Sight, point: int, phase: Phase) -> float:
    """All of it, added up."""
    return (
        WEIGHTS[region(sight, point)]
        + contact(sight, point, phase)
        + big_point(sight, point, phase)
        + edge(sight, point, phase)
    )


def region(sight: Sight, point: int) -> str:
    """Whether a point lies in a corner, on a side or in the centre."""
    if near_corner(sight, point) is not None:
        return "corner"
    return "side" if sight.line(point) <= reach(sight.size) - 1 else "centre"


def contact(sight: Sight, point: int, phase: Phase) -> float:
    """Touching enemy stones: too early to be good, then neither good nor bad, in the end good."""
    if not sight.chains(point, sight.enemy):
        return 0.0
    names = {Phase.OPENING: "opening", Phase.MIDDLE: "middle", Phase.LATE: "late"}
    return WEIGHTS[f"contact {names[phase]}"]


def is_spacious(sight: Sight, point: int) -> bool:
    """Whether nothing stands nearby."""
    return not sight.near(point, sight.own, _SPACE) and not sight.near(point, sight.enemy, _SPACE)


def big_point(sight: Sight, point: int, phase: Phase) -> float:
    """Room to take: an empty corner, an empty side, from the middle game on the empty centre."""
    star = star_line(sight.size) + 1
    if sight.line(point) < star - 1 or phase is Phase.LATE:
        return 0.0
    corner = near_corner(sight, point)
    if corner is not None:
        return WEIGHTS["big corner"] if corner.empty else 0.0
    if not is_spacious(sight, point):
        return 0.0
    if region(sight, point) == "side":
        return WEIGHTS["big side"] if sight.line(point) <= star else 0.0
    return WEIGHTS["big centre"] if phase is Phase.MIDDLE else 0.0


def edge(sight: Sight, point: int, phase: Phase) -> float:
    """The first and second line, which are worth little before the endgame."""
    line = sight.line(point)
    if line > 2:
        return 0.0
    return EDGE[phase] * WEIGHTS["first line" if line == 1 else "second line"]
