"""Who will own what when all is played out: the judgement that every level shares.

Start reading at `judge`. It searches from the stones as they stand, once with either side to move, and takes
the mean: playouts alone let the wrong side win races of liberties. Chains that live or die by who moves first
are *disputed*: nobody should pass yet, and who did so anyway finds them alive. `glance` is a first look, by
playouts, cheap enough for every move; before a pass, and in a scoring, `judge` has the last word.

Both depend on nothing but the stones, so that whoever asks, whenever, gets the same answer. `dead_stones` is
the question a scoring asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.go.board import CELLS, cells_of, dice_of, load
from ai.go.playout import KEEN, survey
from ai.go.search import Searcher
from games.base import Move, Side
from games.go import GoPosition, Ruleset
from games.go.board import Chain
from games.go.variant import Variant

Ownership = NDArray[np.float64]
"""Whose every point is: 1 Black's, -1 White's."""

_PLAYOUTS = {9: 400, 13: 240, 19: 120}
_PLAYOUTS_ELSEWHERE = 400
_LINES = 2_000
"""With either side to move."""
_NODES = 100_000
"""As many as so many lines can ask for: every eighth gives a node at most all moves of 19x19."""
_WORD = 2**64 - 1
_DEAD = -0.2
"""A chain is dead if its side owns its points by less than this on average (1 always, -1 never)."""
_SETTLED = 0.9
_DISPUTED = 1.0
"""A chain whose points are Black's by so much more if Black moves first, half of all there is between,
depends on that. In a seki they are White's then, for the searches hardly think of passes."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is thought of a board: 1 is Black's, -1 White's, and between them what is not certain."""

    ownership: tuple[float, ...]
    """By point."""
    dead: frozenset[int]
    """The stones, in whole chains, that will be taken."""
    disputed: frozenset[int]
    """The stones, in whole chains, that live or die by who moves first."""

    def settled(self, point: int) -> bool:
        """Whether a point is all but surely one side's."""
        return abs(self.ownership[point]) >= _SETTLED

    @property
    def unsettled(self) -> float:
        """Which part of the board is not settled."""
        return sum(not self.settled(point) for point in range(len(self.ownership))) / len(self.ownership)


def judge(position: GoPosition) -> Judgement:
    """Judge the stones of a position by searches, whoever is to move and whatever is marked."""
    return _judge(_bare(position))


def share(chain: Chain, ownership: Sequence[float] | Ownership) -> float:
    """Whose a chain's points are, on average."""
    return float(sum(ownership[point] for point in chain.points)) / len(chain.points)


def change(position: GoPosition, point: int) -> Ownership:
    """What a stone does to every point, compared with a pass, if the other side moves next.

    2 where the point becomes the side's to move instead of the other's, -2 the other way round.
    """
    side = position.to_move
    put = _bare(position, side).play(Move(position.board.names[point]))
    becomes = _outlook(_bare(put, side.other)) - _outlook(_bare(position, side.other))
    return becomes if side is Side.FIRST else -becomes


def glance(position: GoPosition) -> Judgement:
    """Judge the stones of a position by playouts: a hundredth of a second, and wrong now and then."""
    return _glance(_bare(position))


def dead_stones(position: GoPosition) -> frozenset[int]:
    """The points of the stones that are dead where they stand, in whole chains."""
    return judge(position).dead


def _bare(position: GoPosition, side: Side = Side.FIRST) -> GoPosition:
    """The stones and nothing else; counted by area, by which no move in one's own area costs anything."""
    return GoPosition(Variant(position.size, Ruleset.CHINESE), position.stones, side, position.key)


@cache
def _searcher() -> Searcher:
    """The judge's own, for a match goes on with what the other's tree has learnt."""
    return Searcher(_NODES)


@lru_cache(maxsize=32)
def _outlook(position: GoPosition) -> Ownership:
    return _searcher().ownership(position, _LINES, position.key)


@lru_cache(maxsize=16)
def _judge(position: GoPosition) -> Judgement:
    black, white = (_outlook(_bare(position, side)) for side in Side)
    apart = [
        point
        for chain in position.chains.every
        for point in chain.points
        if share(chain, black) - share(chain, white) > _DISPUTED
    ]
    return _judgement(position, (black + white) / 2, frozenset(apart))


@lru_cache(maxsize=16)
def _glance(position: GoPosition) -> Judgement:
    board = load(position)
    owned, first = np.zeros(CELLS, dtype=np.int32), np.zeros(CELLS, dtype=np.int32)
    games = _PLAYOUTS.get(position.size, _PLAYOUTS_ELSEWHERE)
    survey(board, board.copy(), Side.FIRST, games, KEEN, owned, first, dice_of(position.key & _WORD))
    return _judgement(position, owned[cells_of(position.size)] / games, frozenset())


def _judgement(position: GoPosition, ownership: Ownership, disputed: frozenset[int]) -> Judgement:
    dead: set[int] = set()
    for chain in position.chains.every:
        sign = 1 if position.stones[chain.points[0]] == Side.FIRST else -1
        if chain.points[0] not in disputed and sign * share(chain, ownership) < _DEAD:
            dead.update(chain.points)
    return Judgement(tuple(ownership.tolist()), frozenset(dead), disputed)
