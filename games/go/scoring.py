"""The count of a finished board.

Dead stones are removed; all other stones are alive. An empty region bordered by one color belongs to that
color, any other region is neutral. The Chinese count is stones and regions. The Korean count is regions and
prisoners, without the eyes of groups in seki.

Seki is inferred from the board: a group is the chains of one color that border the same regions of that
color. A group that touches a neutral point and whose only region has three points or fewer does not have two
eyes and lives only by seki. A group that touches no neutral point, owns two regions, or owns one region large
enough to be divided is alive on its own. (Korean rules ask the players to fill neutral points before the
count; a group connected to others only through an unfilled neutral point counts as seki.)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.base import Side
from games.go.board import Board, Chains, Region
from games.go.variant import Ruleset, Variant

LARGEST_SINGLE_EYE = 3
BOTH = 3
"""The `Region.borders` of a region that touches stones of both colors."""
NOBODYS = (0, BOTH)
"""Those of neutral regions: of no stone, and of stones of both colors."""


@dataclass(frozen=True, slots=True)
class Score:
    """The points of both sides, and the territory of each: its empty points and the points of dead stones."""

    black: float
    white: float
    black_territory: frozenset[int]
    white_territory: frozenset[int]

    def of(self, side: Side) -> float:
        """The points of ``side``."""
        return self.black if side is Side.FIRST else self.white

    def territory(self, side: Side) -> frozenset[int]:
        """The territory of ``side``, as indices."""
        return self.black_territory if side is Side.FIRST else self.white_territory

    @property
    def winner(self) -> Side | None:
        """The side with more points; None for a tie."""
        if self.black == self.white:
            return None
        return Side.FIRST if self.black > self.white else Side.SECOND


def count(variant: Variant, stones: bytes, dead: Iterable[int], captures: tuple[int, int]) -> Score:
    """The score of ``stones`` if those on ``dead`` are dead.

    ``captures`` are the stones captured during play by Black and by White.
    """
    dead = frozenset(dead)
    left = bytes(0 if point in dead else color for point, color in enumerate(stones))
    owned = variant.board.regions(left)
    korean = variant.ruleset is Ruleset.KOREAN
    if korean:
        owned = without_seki(variant.board, left, owned)
    black, white = (
        frozenset(point for region in owned if region.borders == side for point in region.points)
        for side in Side
    )
    if korean:
        dead_white = sum(stones[point] == Side.SECOND for point in dead)
        extra = (captures[0] + dead_white, captures[1] + len(dead) - dead_white)
    else:
        extra = (left.count(Side.FIRST), left.count(Side.SECOND))
    return Score(len(black) + extra[0], len(white) + extra[1] + variant.komi, black, white)


def without_seki(board: Board, stones: bytes, regions: list[Region]) -> list[Region]:
    """The regions bordered by one color whose group is not in seki."""
    chains = Chains(board, stones)
    neutral = frozenset(p for region in regions if region.borders in NOBODYS for p in region.points)
    owned = [region for region in regions if region.borders not in NOBODYS]
    kept: list[Region] = []
    for group in _groups(board, stones, chains, owned):
        touching = any(
            not neutral.isdisjoint(chains.at(near).liberties) for near in _border(board, stones, group)
        )
        single_eye = len(group) == 1 and len(group[0].points) <= LARGEST_SINGLE_EYE
        if not (touching and single_eye):
            kept += group
    return kept


def _groups(board: Board, stones: bytes, chains: Chains, owned: list[Region]) -> list[list[Region]]:
    """The regions grouped: two regions are in one group if a chain borders both."""
    groups: list[tuple[set[int], list[Region]]] = []
    for region in owned:
        bordering = {chains.at(near).points[0] for near in _border(board, stones, [region])}
        joined = [region]
        apart = []
        # Merge this region with every group that it shares a chain with: what was apart may become one.
        for heads, group in groups:
            if bordering.isdisjoint(heads):
                apart.append((heads, group))
            else:
                bordering |= heads
                joined += group
        groups = [*apart, (bordering, joined)]
    return [regions for _, regions in groups]


def _border(board: Board, stones: bytes, regions: list[Region]) -> set[int]:
    """The stones adjacent to ``regions``."""
    points = {point for region in regions for point in region.points}
    return {near for point in points for near in board.neighbors[point] if stones[near]}
