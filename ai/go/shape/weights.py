"""The weights of the player ``shape``. Start reading at `WEIGHTS`.

The source names the elements and their order, and hardly a number. Each entry says what the source says, and
what was chosen where it gives no number. A larger element of the source is a larger number here: tactics are
"by far the heaviest", so that the smallest of them outweighs everything else together.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

WEIGHTS: dict[str, float] = {
    # Tactics. Source: "by far the heaviest: capture (grows with stones taken), save a group in atari, put
    # the opponent in atari". Chosen: in that order; each grows with the stones concerned.
    "capture": 1000.0,
    "capture stone": 200.0,
    "save": 800.0,
    "save stone": 150.0,
    "atari": 400.0,
    "atari stone": 50.0,
    # Strategy, multiplied by the phase. Source: "empty-corner points (4-4, 3-4), enclosing one's own corner,
    # approaching the opponent's, side extension on lines 3 (territory) and 4 (influence), connectivity with
    # own stones nearby". Chosen: in that order, so that corners come before sides.
    "empty corner 4-4": 60.0,
    "empty corner 3-4": 55.0,
    "enclosure": 40.0,
    "approach": 35.0,
    "extension line 3": 25.0,
    "extension line 4": 22.0,
    "connection": 4.0,
    # Good shapes. Source: "tiger's mouth/knight connection, bamboo joint, solid connection, eye making;
    # their weight is lower in the opening". Chosen: eyes first, then by how well the shape connects.
    "eye": 18.0,
    "bamboo joint": 15.0,
    "solid connection": 14.0,
    "tiger's mouth": 13.0,
    "knight connection": 8.0,
    # Bad shapes. Source: "empty triangle, bulky five/clumsy shape, heavy connection". Chosen: a bulky five is
    # several empty triangles already and costs only a little more.
    "empty triangle": 25.0,
    "clumsy": 15.0,
    "heavy connection": 12.0,
    # Territory. Source: "corner > side > center; contact with enemy stones is penalized in the opening,
    # neutral in the middle game, rewarded late; big points: empty corners first, then sides, then (from the
    # middle game) the center". Chosen: so small that strategy decides where it has something to say.
    "corner": 6.0,
    "side": 4.0,
    "center": 2.0,
    "contact opening": -15.0,
    "contact middle": 0.0,
    "contact late": 10.0,
    "big corner": 20.0,
    "big side": 12.0,
    "big center": 8.0,
    # Source: none. Chosen: the edge itself is neither territory nor influence before the endgame.
    "first line": -20.0,
    "second line": -8.0,
}
"""Only the order of these points has a meaning."""


class Phase(IntEnum):
    """Source: "phase multiplier by stones on the board: 0-30 high, 31-150 medium, 151+ low"."""

    OPENING, MIDDLE, LATE = range(3)


MULTIPLIER = {Phase.OPENING: 1.5, Phase.MIDDLE: 1.0, Phase.LATE: 0.5}
"""For strategy. Source: high, medium, low. Chosen: the numbers."""
GOOD_SHAPE = {Phase.OPENING: 0.5, Phase.MIDDLE: 1.0, Phase.LATE: 1.0}
"""For good shapes. Source: lower in the opening. Chosen: half."""
EDGE = {Phase.OPENING: 1.0, Phase.MIDDLE: 1.0, Phase.LATE: 0.2}
"""For the first two lines, which the endgame is about."""

_OPENING_STONES, _MIDDLE_STONES, _SOURCE_AREA = 30, 150, 361


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most stones of the opening and of the middle game on a board."""

    opening: int
    middle: int


def bounds(size: int) -> Bounds:
    """The bounds on a board of ``size`` lines.

    The source has numbers of stones for 19x19; on smaller boards they are the same share of the points.
    """
    area = size * size
    return Bounds(_OPENING_STONES * area // _SOURCE_AREA, _MIDDLE_STONES * area // _SOURCE_AREA)


def phase(stones: int, size: int) -> Phase:
    """The phase of a game by the stones on the board."""
    limits = bounds(size)
    if stones <= limits.opening:
        return Phase.OPENING
    return Phase.MIDDLE if stones <= limits.middle else Phase.LATE
