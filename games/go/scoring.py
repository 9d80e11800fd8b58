"""Who owns what on a finished board. Start reading at `count`.

The dead stones are taken off; what then stands is alive. An empty region that one colour alone borders is
that colour's, any other is neutral. The Chinese count is stones and regions. The Korean count is regions
and prisoners, without the eyes of groups in seki.

Seki is read off the board: a group is chains of one colour that border the same regions of their own. A
living group that touches a neutral point, and whose only region has three points or fewer, has no two eyes
and lives by seki alone. A group that touches no neutral point, owns two regions, or one large enough to be
divided is alive by itself. (Korean rules ask players to fill neutral points before they count; a group
that hangs on its friends by an unfilled neutral point alone reads as seki.)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.base import Side
from games.go.board import Board, Chains, Region
from games.go.variant import Ruleset, Variant

LARGEST_SINGLE_EYE = 3
NOBODYS = (0, 3)


@dataclass(frozen=True, slots=True)
class Score:
    """The points of both sides, and the empty and dead-stone points that count for each."""

    black: float
    white: float
    black_territory: frozenset[int]
    white_territory: frozenset[int]

    def of(self, side: Side) -> float:
        """The points of ``side``."""
        return self.black if side is Side.FIRST else self.white

    def territory(self, side: Side) -> frozenset[int]:
        """The points that count for ``side`` without a stone of its own on them."""
        return self.black_territory if side is Side.FIRST else self.white_territory

    @property
    def winner(self) -> Side | None:
        """Who has more; None if neither."""
        if self.black == self.white:
            return None
        return Side.FIRST if self.black > self.white else Side.SECOND


def count(variant: Variant, stones: bytes, dead: Iterable[int], captures: tuple[int, int]) -> Score:
    """The score of ``stones`` when those on ``dead`` are agreed to be dead.

    ``captures`` are the stones taken so far by Black and by White.
    """
    dead = frozenset(dead)
    left = bytes(0 if point in dead else colour for point, colour in enumerate(stones))
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
    """The regions of one colour that do not belong to a group in seki."""
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
    """Regions of one colour, together with those that a chain joins them to."""
    groups: list[tuple[set[int], list[Region]]] = []
    for region in owned:
        bordering = {chains.at(near).points[0] for near in _border(board, stones, [region])}
        joined = [region]
        apart = []
        for heads, group in groups:
            if bordering.isdisjoint(heads):
                apart.append((heads, group))
            else:
                bordering |= heads
                joined += group
        groups = [*apart, (bordering, joined)]
    return [group for _, group in groups]


def _border(board: Board, stones: bytes, regions: list[Region]) -> set[int]:
    """The stones that stand beside ``regions``."""
    return {
        near
        for region in regions
        for point in region.points
        for near in board.neighbours[point]
        if stones[near]
    }
