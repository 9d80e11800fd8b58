"""What has a button when the stones of a Go board are counted, what is in question, and what is left."""

from __future__ import annotations

import math
import statistics
from collections.abc import Collection

from games.base import Side
from games.go import GoPosition
from games.go.board import Chain
from games.go.scoring import BOTH

_SMALL = 8.0
_POINTS_A_STONE = 8
"""A stone beside a region surrounds at most so many of its points, so that the first stones surround none."""
_MINORITY = 0.25
"""Up to this share of the stones around a region are taken for captured ones that still stand there."""
_OPEN = 0.25
"""The share of a board's points that are left to play for when a game comes to its end."""
_LARGE_NEUTRAL = 8
"""Points of one region that hardly stay neutral at the end of a game: dame and seki have fewer."""


def undecided(position: GoPosition) -> list[str]:
    """A point amid each region that is neutral as the stones are marked and too large for that.

    Such a region touches stones of both colors. The largest comes first.
    """
    left = bytes(0 if point in position.dead else color for point, color in enumerate(position.stones))
    neutral = (region.points for region in position.board.regions(left) if region.borders == BOTH)
    large = sorted((points for points in neutral if len(points) >= _LARGE_NEUTRAL), key=len, reverse=True)
    return [position.board.names[_middle(position, points)] for points in large]


def is_nearly_settled(position: GoPosition) -> bool:
    """Whether little is left to play for, so that a pass is natural.

    That is the empty regions that neither color surrounds: 4 to 22 % of the points where computers of
    levels 2 to 5 passed first.
    """
    board, stones, left = position.board, position.stones, 0
    for region in board.regions(stones):
        around = {near for point in region.points for near in board.neighbors[point] if stones[near]}
        black = sum(stones[point] == Side.FIRST for point in around)
        is_surrounded = _POINTS_A_STONE * len(around) >= len(region.points)
        if not is_surrounded or min(black, len(around) - black) > _MINORITY * len(around):
            left += len(region.points)
    return left <= _OPEN * board.area


def _middle(position: GoPosition, points: Collection[int]) -> int:
    """The empty point of a region that is nearest to the middle of all its points."""
    rows, columns = zip(*(divmod(point, position.size) for point in sorted(points)), strict=True)
    middle = statistics.fmean(rows), statistics.fmean(columns)
    empty = sorted(point for point in points if not position.stones[point])
    return min(empty, key=lambda point: math.dist(divmod(point, position.size), middle))


def parts_to_mark(position: GoPosition, room: int) -> list[tuple[Chain, ...]]:
    """The chains that a button marks together, those most in question first; of ``room`` buttons.

    Each chain has its own while there is room, else they are grouped as `Chains.groups`: a group has a
    button, and where only some of its chains are marked dead, those and the others have one each. Chains that
    are marked dead come first, then by `_doubt`. Empty unless the stones are counted. In thirteen games of
    levels 2 and 4, boards of 19x19 had up to 47 chains, but no board more than nine groups.
    """
    if not position.scoring:
        return []
    groups, stones = position.chains.groups, position.stones
    doubts: dict[Chain, tuple[bool, float]] = {}
    for group in groups:
        points = len(position.board.reach(stones, group[0].points[0]))
        doubt = _doubt(points, sum(len(connected.points) for connected in group))
        for chain in group:  # of one group, the chain with the fewest liberties comes first
            doubts[chain] = (chain.points[0] in position.dead, doubt + 1 / len(chain.liberties))
    chains = position.chains.every
    parts: list[tuple[Chain, ...]] = [(single,) for single in chains]
    if len(chains) > room:
        parts = [part for marked in groups for part in _by_mark(position, marked)]
    return sorted(parts, key=lambda part: max(doubts[chain] for chain in part), reverse=True)


def _by_mark(position: GoPosition, group: tuple[Chain, ...]) -> list[tuple[Chain, ...]]:
    """The chains of a group that are marked dead, and those that are not, if there are such."""
    dead = tuple(chain for chain in group if chain.points[0] in position.dead)
    alive = tuple(chain for chain in group if chain not in dead)
    return [part for part in (dead, alive) if part]


def _doubt(points: int, stones: int) -> float:
    """How likely stones are dead: few in a large area, or in one too small for two eyes."""
    return (points - stones) / stones + _SMALL / points
