"""Corner, side and center, contact with the enemy, and big points. Start reading at `territory`."""

from __future__ import annotations

from ai.go.one_ply_features import OnePlyFeatures
from ai.go.shape.strategy import near_corner, reach, star_line
from ai.go.shape.weights import EDGE, WEIGHTS, Phase

_SPACE = 3
"""A point is open when no stone is this many steps near."""


def territory(features: OnePlyFeatures, point: int, phase: Phase) -> float:
    """The sum of all elements."""
    return (
        WEIGHTS[region(features, point)]
        + contact(features, point, phase)
        + big_point(features, point, phase)
        + edge(features, point, phase)
    )


def region(features: OnePlyFeatures, point: int) -> str:
    """Whether a point is in a corner, on a side or in the center."""
    if near_corner(features, point) is not None:
        return "corner"
    return "side" if features.line(point) <= reach(features.size) - 1 else "center"


def contact(features: OnePlyFeatures, point: int, phase: Phase) -> float:
    """Contact with enemy stones: bad in the opening, then neutral, good late."""
    if not features.chains(point, features.enemy):
        return 0.0
    names = {Phase.OPENING: "opening", Phase.MIDDLE: "middle", Phase.LATE: "late"}
    return WEIGHTS[f"contact {names[phase]}"]


def is_spacious(features: OnePlyFeatures, point: int) -> bool:
    """Whether no stone is nearby."""
    return not features.near(point, features.own, _SPACE) and not features.near(point, features.enemy, _SPACE)


def big_point(features: OnePlyFeatures, point: int, phase: Phase) -> float:
    """Open space: an empty corner, an empty side, from the middle game on the empty center."""
    star = star_line(features.size) + 1
    if features.line(point) < star - 1 or phase is Phase.LATE:
        return 0.0
    corner = near_corner(features, point)
    if corner is not None:
        return WEIGHTS["big corner"] if corner.empty else 0.0
    if not is_spacious(features, point):
        return 0.0
    if region(features, point) == "side":
        return WEIGHTS["big side"] if features.line(point) <= star else 0.0
    return WEIGHTS["big center"] if phase is Phase.MIDDLE else 0.0


def edge(features: OnePlyFeatures, point: int, phase: Phase) -> float:
    """The first and second line, which are worth little before the endgame."""
    line = features.line(point)
    if line > 2:
        return 0.0
    return EDGE[phase] * WEIGHTS["first line" if line == 1 else "second line"]
