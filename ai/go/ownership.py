"""Who owns each point at the end of the game: the judgement that every level shares.

Start reading at `judge`. It searches from the stones as they are, once with either side to move, and takes
the mean: playouts alone let the wrong side win races of liberties. Chains that live or die by who moves first
are *disputed*: passing is premature, and a side that passes nevertheless finds them alive. `estimate` is a
fast version by playouts, cheap enough for every move; before a pass, and in the scoring phase, `judge`
decides.

Both depend on the stones alone, so the answer is always the same. `dead_stones` is what the scoring phase
asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.go.board import CELLS, cells_of, dice_of, load
from ai.go.playout import FULL_READING, run_playouts
from ai.go.search import Searcher
from games.base import Move, Side
from games.go import GoPosition, Ruleset
from games.go.board import Chain
from games.go.variant import Variant

Ownership = NDArray[np.float64]
"""The owner of every point: 1 Black, -1 White."""

_PLAYOUTS = {9: 400, 13: 240, 19: 120}
_PLAYOUTS_ELSEWHERE = 400
_LINES = 2_000
"""With either side to move."""
_NODES = 100_000
"""Enough for this many simulations: every eighth gives a node at most all moves of 19x19."""
_WORD = 2**64 - 1
_DEAD = -0.5
"""A chain is dead if its side owns its points by less than this whoever moves first (1 always, -1 never).

In thirteen games of levels 2 and 4 on all sizes, 48 dead chains were owned by -0.88 at most, one by -0.67,
and one in a race that the first move decides by -0.37. A lone stone that can still live has -0.27, or more.
"""
_LIKELY_DEAD = -0.2
"""By playouts, which are less sure of everything."""
SETTLED = 0.9
"""A point is settled if one side owns it by so much."""
_DISPUTED = 1.0
"""A chain is disputed if its points are Black's by this much more when Black moves first.

It is half of the possible range. In a seki they are White's then, because the searches hardly consider
passes.
"""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The owner of every point: 1 Black, -1 White, and between them what is uncertain."""

    ownership: tuple[float, ...]
    """By point."""
    dead: frozenset[int]
    """The stones, in whole chains, that will be captured."""
    disputed: frozenset[int]
    """The stones, in whole chains, that live or die by who moves first."""

    def settled(self, point: int, surely: float = SETTLED) -> bool:
        """Whether a point is almost surely one side's."""
        return abs(self.ownership[point]) >= surely

    @property
    def unsettled(self) -> float:
        """The part of the board that is not settled."""
        return sum(not self.settled(point) for point in range(len(self.ownership))) / len(self.ownership)


def judge(position: GoPosition) -> Judgement:
    """Judge the stones of a position by searches, independent of the side to move and of marks."""
    return _judge(_stones_only(position))


def share(chain: Chain, ownership: Sequence[float] | Ownership) -> float:
    """The mean ownership of a chain's points."""
    return float(sum(ownership[point] for point in chain.points)) / len(chain.points)


def ownership_change(position: GoPosition, point: int) -> Ownership:
    """What a stone does to every point, compared with a pass, if the other side moves next.

    2 where the point becomes the mover's instead of the other side's, -2 the other way round.
    """
    side = position.to_move
    put = _stones_only(position, side).play(Move(position.board.names[point]))
    becomes = _searched_ownership(_stones_only(put, side.other)) - _searched_ownership(
        _stones_only(position, side.other)
    )
    return becomes if side is Side.FIRST else -becomes


def estimate(position: GoPosition) -> Judgement:
    """Judge the stones of a position by playouts, in about 10 ms, and sometimes wrongly."""
    return _estimate(_stones_only(position))


def dead_stones(position: GoPosition) -> frozenset[int]:
    """The points of the dead stones, in whole chains."""
    return judge(position).dead


def _stones_only(position: GoPosition, side: Side = Side.FIRST) -> GoPosition:
    """The stones and nothing else, counted by area, where no move in one's own area costs anything."""
    return GoPosition(Variant(position.size, Ruleset.CHINESE), position.stones, side, position.key)


@cache
def _searcher() -> Searcher:
    """The judge's own searcher, because a match continues with what the other searcher's tree has learned."""
    return Searcher(_NODES)


@lru_cache(maxsize=32)
def _searched_ownership(position: GoPosition) -> Ownership:
    return _searcher().ownership(position, _LINES, position.key)


@lru_cache(maxsize=16)
def _judge(position: GoPosition) -> Judgement:
    black, white = (_searched_ownership(_stones_only(position, side)) for side in Side)
    disputed = [
        point
        for chain in position.chains.every
        for point in chain.points
        if share(chain, black) - share(chain, white) > _DISPUTED
    ]
    return Judgement(
        tuple(((black + white) / 2).tolist()),
        _dead(position, (black, white), _DEAD),
        frozenset(disputed),
    )


@lru_cache(maxsize=16)
def _estimate(position: GoPosition) -> Judgement:
    board = load(position)
    owned, first = np.zeros(CELLS, dtype=np.int32), np.zeros(CELLS, dtype=np.int32)
    games = _PLAYOUTS.get(position.size, _PLAYOUTS_ELSEWHERE)
    run_playouts(
        board, board.copy(), Side.FIRST, games, FULL_READING, owned, first, dice_of(position.key & _WORD)
    )
    ownership = owned[cells_of(position.size)] / games
    dead = _dead(position, (ownership,), _LIKELY_DEAD)
    return Judgement(tuple(ownership.tolist()), dead, frozenset())


def _dead(position: GoPosition, ownerships: Sequence[Ownership], below: float) -> frozenset[int]:
    """The stones of chains that every one of ``ownerships`` gives to their side by less than ``below``."""
    dead: set[int] = set()
    for chain in position.chains.every:
        sign = 1 if position.stones[chain.points[0]] == Side.FIRST else -1
        if all(sign * share(chain, ownership) < below for ownership in ownerships):
            dead.update(chain.points)
    return frozenset(dead)
