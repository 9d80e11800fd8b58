"""When to stop: which points are worth a stone, and when to pass. Start reading at `assess`.

All levels end their games by these rules. A point is not worth a stone when it is settled, that is, almost
surely one side's (a long search may still find such a point better than the others). Where nothing is worth a
stone, a level passes. It also passes when the opponent has passed and the count, without the dead stones,
wins for it. Playouts answer this at every move; where they suggest a pass, the searches of the scoring phase
are asked first, and while a stone decides who owns a chain, play continues. After a dispute in the scoring
phase (see `ai/go/scoring_protocol.py`) it captures the dead stones before it passes again, so that nothing is
left to dispute.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ai.go.komi import komi_of, score_position
from ai.go.ownership import SETTLED, Judgement, Ownership, estimate, judge, ownership_change, share
from ai.go.tree import ANY_PASS, LATE_PASS, NO_PASS
from games.base import Side
from games.go import GoPosition
from games.go.board import Chain

_LATE = 0.35
"""The part of the board that is filled before anything counts as settled, unless a side passes."""
_UNLEARNED = 0.08
"""By how much more a point must be one side's before somebody without knowledge leaves it alone."""
_NEARLY_SETTLED = 0.15
"""If at most this part of the board is unsettled, a count shows the winner."""
_DOUBTING = 500
"""From this many simulations on, a search knows more than the playouts that decide what is settled."""
_TRIED = 4
"""The searches of the scoring phase are asked about at most this many stones."""
_NOISE = 1.5
"""By how many points two judgements of the same position may differ,"""
_CHANGES_HANDS = 1.0
"""and a point by how much, half of the distance between the sides.

Smaller changes all over the board are noise: they added up to twelve points, for which a stone worth two
points, and the game, was not played.
"""
_CLEAR = 0.8
"""A chain whose points are one side's by less is unclear;"""
_DECISIVE = 0.4
"""a stone that adds this much for its side decides it. Needless stones reached 0.2."""
_DISPUTED = 5
"""The plies without a stone in the shortest dispute: two passes, a mark, an agreement, a resumption."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """The points worth a stone; whether a pass wins at once; how to treat a pass.

    While some are worth one, ``settled`` are those that playouts consider settled, wrongly now and then.
    """

    points: tuple[int, ...]
    won: bool = False
    passing: int = ANY_PASS
    settled: tuple[int, ...] = ()

    def doubted(self, lines: int) -> tuple[int, ...]:
        """The settled points that a search of this many simulations considers too; a short one does not."""
        return self.settled if lines >= _DOUBTING else ()


def assess(position: GoPosition, knowledge: float = 1.0, thorough: bool = True) -> Assessment:
    """What is left to do in a position in play.

    Who has little ``knowledge``, from 0 to 1, does not see that points are settled, until the other side
    passes. Only who is ``thorough`` searches for what a stone or a pass would lose.
    """
    points = tuple(point for point in position.open_points if not own_eye(position, point))
    if not is_late(position):
        return Assessment(points)
    estimated = estimate(position)
    surely = SETTLED if position.passes else SETTLED + _UNLEARNED * (1 - knowledge)
    worth = tuple(point for point in points if not estimated.settled(point, surely))
    worth = _harmless(position, worth) if thorough else worth
    ends = bool(position.passes) and estimated.unsettled <= _NEARLY_SETTLED
    if worth and not ends:
        settled = tuple(point for point in points if point not in worth and estimated.settled(point))
        return Assessment(worth, passing=LATE_PASS, settled=settled)
    judged = judge(position)
    # The players have disputed the count: dead stones are captured, so that nothing is left to dispute.
    captures = _captures(position, judged) if plies_without_stone(position) >= _DISPUTED else ()
    if captures:
        return Assessment(captures, passing=NO_PASS)
    if judged.disputed:
        worth = tuple(point for point in points if point in worth or not judged.settled(point))
    elif ends and ahead(position, judged):
        return Assessment((), won=True)
    if not worth and thorough:
        deciding = deciding_point(position, points)
        worth = () if deciding is None else (deciding,)
    return Assessment(worth, passing=LATE_PASS)


def is_late(position: GoPosition) -> bool:
    """Whether anything counts as settled: much of the board is filled, or the other side has passed."""
    filled = len(position.stones) - position.stones.count(0)
    return bool(position.passes) or filled >= _LATE * position.board.area


def _harmless(position: GoPosition, points: tuple[int, ...]) -> tuple[int, ...]:
    """The points that fill no seki, by searches of the scoring phase.

    All of ``points`` if they are more than `_TRIED`, because each takes a search.
    """
    if len(points) > _TRIED:
        return points
    return tuple(point for point in points if _points_gained(ownership_change(position, point)) > -_NOISE)


def better_than_pass(position: GoPosition, as_good: Iterable[int], others: Iterable[int]) -> int | None:
    """The stone to place where a pass is considered, or None: the first that qualifies of either list.

    One that is as good as the pass is placed if it loses nothing by the searches of the scoring phase: in a
    decided game the tree hardly minds that a stone fills a seki. Any other only if it decides what the pass
    would leave unclear.
    """
    stone = next(iter(_harmless(position, tuple(as_good)[:_TRIED])), None)
    return deciding_point(position, others) if stone is None else stone


def deciding_point(position: GoPosition, points: Iterable[int]) -> int | None:
    """The first of some points whose stone decides who owns a chain that a pass leaves unclear."""
    judged = judge(position)
    unclear = [chain for chain in position.chains.every if abs(share(chain, judged.ownership)) < _CLEAR]
    at_stake = frozenset[int]().union(*(chain.liberties for chain in unclear))
    tried = [point for point in points if point in at_stake and not own_eye(position, point)]
    return next((point for point in tried[:_TRIED] if _decides(position, point, unclear)), None)


def _decides(position: GoPosition, point: int, unclear: list[Chain]) -> bool:
    changed = ownership_change(position, point)
    chains = (list(chain.points) for chain in unclear if point in chain.liberties)
    best = max(changed[points].mean() for points in chains)
    return bool(best > _DECISIVE and _points_gained(changed) >= 0)


def _points_gained(changed: Ownership) -> float:
    """The points won, or lost, that change hands."""
    return float(changed[np.abs(changed) >= _CHANGES_HANDS].sum())


def plies_without_stone(position: GoPosition) -> int:
    """How many plies of the match placed no stone: passes, marks, agreements, resumptions."""
    put = len(position.stones) - position.stones.count(0) + sum(position.captures)
    return position.ply - (put - position.variant.handicap)


def ahead(position: GoPosition, judgement: Judgement) -> bool:
    """Whether the side to move wins the count without the dead stones."""
    return score_position(position, judgement.dead).winner is position.to_move


def lead(position: GoPosition, judgement: Judgement) -> float:
    """By how many points the side to move is ahead if each point counts as much as it is owned."""
    black = sum(judgement.ownership) - komi_of(position.variant)
    return black if position.to_move is Side.FIRST else -black


def own_eye(position: GoPosition, point: int) -> bool:
    """Whether an empty point is an eye of the side to move: closed, and safe on the diagonals."""
    size, stones, own = position.size, position.stones, position.to_move
    if any(stones[near] != own for near in position.board.neighbors[point]):
        return False
    row, column = divmod(point, size)
    corners = [(row + r, column + c) for r in (-1, 1) for c in (-1, 1)]
    inside = [(r, c) for r, c in corners if 0 <= r < size and 0 <= c < size]
    enemies = sum(stones[r * size + c] == own.other for r, c in inside)
    return enemies <= (1 if len(inside) == len(corners) else 0)


def _captures(position: GoPosition, judgement: Judgement) -> tuple[int, ...]:
    """The legal points that take a liberty of the opponent's dead stones."""
    liberties: set[int] = set()
    for chain in position.chains.every:
        if chain.points[0] in judgement.dead and position.stones[chain.points[0]] != position.to_move:
            liberties |= chain.liberties
    return tuple(p for p in position.open_points if p in liberties and not own_eye(position, p))
