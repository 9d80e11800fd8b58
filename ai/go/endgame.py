"""When to stop: which points are worth a stone, and when a pass is right. Start reading at `look`.

All levels end their games by these rules. A point is not worth a stone when it is settled: all but surely
one side's, however it goes on (a long search may still find such a point better than the others). Where
nothing is worth a stone, a level passes. It passes too when the opponent has passed and the count, without
the dead stones, wins for it. Playouts tell this at every move; where they would have it pass, the searches
of a scoring are asked first, and while a stone decides whose a chain is, it goes on. After a dispute in the
scoring (see `ai/go/agreement.py`) it takes the dead stones off the board before it passes again, so that
nothing is left to dispute.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ai.go.judge import Judgement, Ownership, change, glance, judge, share
from ai.go.reckoning import reckon
from ai.go.tree import ANY_PASS, LATE_PASS, NO_PASS
from games.base import Side
from games.go import GoPosition
from games.go.board import Chain

_LATE = 0.35
"""The part of the board that is filled before anything is settled, unless somebody passes."""
_NEARLY_SETTLED = 0.15
"""With no more of the board unsettled, a count tells who has won."""
_DOUBTING = 500
"""From so many lines on a search sees more than the playouts that tell what is settled."""
_TRIED = 4
"""Of so many stones the searches of a scoring are asked whether one is better than a pass."""
_OFF = 1.5
"""By how many points two judgements of the same may differ,"""
_CHANGES_HANDS = 1.0
"""and a point by how much, half of what there is between the sides. Lesser changes all over the board are
noise: they made up to twelve points, for which a stone that was worth two, and the game, was not put."""
_CLEAR = 0.8
"""A chain whose points are one side's by less is unclear;"""
_DECISIVE = 0.4
"""a stone that makes them its side's by so much more decides it. Such as are needless reached 0.2."""
_DISPUTED = 5
"""The plies that put no stone down in the shortest dispute: two passes, a mark, agreeing, resuming."""


@dataclass(frozen=True, slots=True)
class Look:
    """The points worth a stone; whether a pass wins at once; what else to think of a pass.

    While some are worth one, ``settled`` are those of which playouts think otherwise, wrongly now and then.
    """

    points: tuple[int, ...]
    won: bool = False
    passing: int = ANY_PASS
    settled: tuple[int, ...] = ()

    def doubted(self, lines: int) -> tuple[int, ...]:
        """The settled points that a search of so many lines looks at too: a short one knows no better."""
        return self.settled if lines >= _DOUBTING else ()


def look(position: GoPosition) -> Look:
    """What is left to do in a position in play."""
    filled = position.stones.count(Side.FIRST) + position.stones.count(Side.SECOND)
    points = tuple(point for point in position.open_points if not own_eye(position, point))
    if not position.passes and filled < _LATE * position.board.area:
        return Look(points)
    glanced = glance(position)
    worth = _harmless(position, tuple(point for point in points if not glanced.settled(point)))
    ends = bool(position.passes) and glanced.unsettled <= _NEARLY_SETTLED
    if worth and not ends:
        settled = tuple(point for point in points if glanced.settled(point))
        return Look(worth, passing=LATE_PASS, settled=settled)
    judged = judge(position)
    captures = _captures(position, judged) if restless(position) >= _DISPUTED else ()
    if captures:
        return Look(captures, passing=NO_PASS)
    if judged.disputed:
        worth = tuple(point for point in points if point in worth or not judged.settled(point))
    elif ends and ahead(position, judged):
        return Look((), won=True)
    if not worth:
        deciding = decider(position, points)
        worth = () if deciding is None else (deciding,)
    return Look(worth, passing=LATE_PASS)


def _harmless(position: GoPosition, points: tuple[int, ...]) -> tuple[int, ...]:
    """The points that fill no seki, as far as the searches of a scoring can be asked about so many."""
    if len(points) > _TRIED:
        return points
    return tuple(point for point in points if _changing_hands(change(position, point)) > -_OFF)


def rather_than_pass(position: GoPosition, as_good: Iterable[int], others: Iterable[int]) -> int | None:
    """The stone that is to be put where a pass is thought of, or None: the first that fits of either list.

    One that looks as good as the pass is put if it loses nothing by the searches of a scoring: in a decided
    game the tree hardly minds that a stone fills a seki. Any other only if it decides what the pass would
    leave unclear.
    """
    stone = next(iter(_harmless(position, tuple(as_good)[:_TRIED])), None)
    return decider(position, others) if stone is None else stone


def decider(position: GoPosition, points: Iterable[int]) -> int | None:
    """The first of some points whose stone decides whose a chain is that a pass leaves unclear."""
    judged = judge(position)
    unclear = [chain for chain in position.chains.every if abs(share(chain, judged.ownership)) < _CLEAR]
    at_stake = frozenset[int]().union(*(chain.liberties for chain in unclear))
    tried = [point for point in points if point in at_stake and not own_eye(position, point)]
    return next((point for point in tried[:_TRIED] if _decides(position, point, unclear)), None)


def _decides(position: GoPosition, point: int, unclear: list[Chain]) -> bool:
    changed = change(position, point)
    chains = (list(chain.points) for chain in unclear if point in chain.liberties)
    best = max(changed[points].mean() for points in chains)
    return bool(best > _DECISIVE and _changing_hands(changed) >= 0)


def _changing_hands(changed: Ownership) -> float:
    """How much is won, or lost, of the points that become the other side's."""
    return float(changed[np.abs(changed) >= _CHANGES_HANDS].sum())


def restless(position: GoPosition) -> int:
    """How many plies of the match put no stone on the board: passes, marks, agreements, resumptions."""
    put = len(position.stones) - position.stones.count(0) + sum(position.captures)
    return position.ply - (put - position.variant.handicap)


def ahead(position: GoPosition, judgement: Judgement) -> bool:
    """Whether the side to move wins the count without the dead stones."""
    return reckon(position, judgement.dead).winner is position.to_move


def own_eye(position: GoPosition, point: int) -> bool:
    """Whether an empty point is an eye of the side to move: closed, and not to be broken diagonally."""
    size, stones, own = position.size, position.stones, position.to_move
    if any(stones[near] != own for near in position.board.neighbors[point]):
        return False
    row, column = divmod(point, size)
    corners = [(row + r, column + c) for r in (-1, 1) for c in (-1, 1)]
    inside = [(r, c) for r, c in corners if 0 <= r < size and 0 <= c < size]
    enemies = sum(stones[r * size + c] == own.other for r, c in inside)
    return enemies <= (1 if len(inside) == len(corners) else 0)


def _captures(position: GoPosition, judgement: Judgement) -> tuple[int, ...]:
    """The legal points that take away a liberty of the opponent's dead stones."""
    liberties: set[int] = set()
    for chain in position.chains.every:
        if chain.points[0] in judgement.dead and position.stones[chain.points[0]] != position.to_move:
            liberties |= chain.liberties
    return tuple(p for p in position.open_points if p in liberties and not own_eye(position, p))
