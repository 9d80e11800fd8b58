"""Who will own what when all is played out: the judgement that every level shares.

Start reading at `judge`. It depends on nothing but the stones, so that whoever asks, whenever, gets the
same answer. `dead_stones` is the question a scoring asks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ai.go.board import CELLS, cells_of, dice_of, load
from ai.go.playout import KEEN, survey
from games.base import Side
from games.go import GoPosition

_PLAYOUTS = {9: 400, 13: 240, 19: 120}
_PLAYOUTS_ELSEWHERE = 400
_WORD = 2**64 - 1
_DEAD = -0.4
"""A chain is dead if its side owns its points by less than this on average (1 always, -1 never)."""
_SETTLED = 0.9


@dataclass(frozen=True, slots=True)
class Judgement:
    """What playouts say of a board: 1 is Black's, -1 White's, and between them what is disputed."""

    ownership: tuple[float, ...]
    """By point."""
    dead: frozenset[int]
    """The stones, in whole chains, that will be taken."""

    def settled(self, point: int) -> bool:
        """Whether a point is all but surely one side's."""
        return abs(self.ownership[point]) >= _SETTLED

    @property
    def unsettled(self) -> float:
        """Which part of the board is not settled."""
        return sum(not self.settled(point) for point in range(len(self.ownership))) / len(self.ownership)


def judge(position: GoPosition) -> Judgement:
    """Judge the stones of a position, whoever is to move and whatever is marked."""
    return _judge(GoPosition(position.variant, position.stones, Side.FIRST, position.key))


def dead_stones(position: GoPosition) -> frozenset[int]:
    """The points of the stones that are dead where they stand, in whole chains."""
    return judge(position).dead


@lru_cache(maxsize=16)
def _judge(position: GoPosition) -> Judgement:
    board = load(position)
    owned, first = np.zeros(CELLS, dtype=np.int32), np.zeros(CELLS, dtype=np.int32)
    games = _PLAYOUTS.get(position.size, _PLAYOUTS_ELSEWHERE)
    survey(board, board.copy(), Side.FIRST, games, KEEN, owned, first, dice_of(position.key & _WORD))
    shares = owned[cells_of(position.size)] / games
    ownership = tuple(float(share) for share in shares)
    return Judgement(ownership, _dead(position, ownership))


def _dead(position: GoPosition, ownership: tuple[float, ...]) -> frozenset[int]:
    dead: set[int] = set()
    for chain in position.chains.every:
        sign = 1 if position.stones[chain.points[0]] == Side.FIRST else -1
        share = sign * sum(ownership[point] for point in chain.points) / len(chain.points)
        if share < _DEAD:
            dead.update(chain.points)
    return frozenset(dead)
