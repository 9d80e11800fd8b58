"""What stones threaten: the points where a side makes a five, and those where it comes to threaten that.

All points here are moves, such as ``h8``. That a point is named does not say that a move there is legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.base import Move, Side
from games.gomoku.boards import EMPTY, VARIANTS
from games.gomoku.forbidden import OWN, Form, form, forms, seen_by
from games.gomoku.rules import GomokuPosition


@dataclass(frozen=True, slots=True)
class Threat:
    """What a side's stone on a point threatens, whether the stone is there or only would be."""

    fives: tuple[Move, ...] = ()
    """Where another stone makes a five."""
    straight_fours: tuple[Move, ...] = ()
    """Where another stone makes a straight four, on lines that have no four."""
    fours: int = 0
    """The number of fours; a straight four is a single one."""
    threes: int = 0
    """The number of lines with an open three."""
    overline: bool = False
    """Whether the stone makes a row of more than five."""


def threat(position: GomokuPosition, side: Side, move: Move) -> Threat:
    """What a stone of ``side`` on a point threatens."""
    names, point = position.board.names, position.board.points[move]
    fives, straight = list[Move](), list[Move]()
    made = _forms(position, side, point)
    for step, line in zip(position.board.directions, made, strict=True):
        fives += [names[point + offset * step] for offset in line.fives]
        straight += [names[point + offset * step] for offset in line.threes]
    fours, threes = sum(shape.fours for shape in made), sum(bool(shape.threes) for shape in made)
    overline = any(shape.overline for shape in made)
    return Threat(tuple(dict.fromkeys(fives)), tuple(straight), fours, threes, overline)


def five_points(position: GomokuPosition, side: Side) -> Sequence[Move]:
    """Where a stone of ``side`` makes a five."""
    every = _shapes(position.variant, position.points, side)
    return [move for move, shapes in every if any(shape.five for shape in shapes)]


def four_points(position: GomokuPosition, side: Side) -> Sequence[Move]:
    """Where a stone of ``side`` makes a four."""
    every = _shapes(position.variant, position.points, side)
    return [move for move, shapes in every if any(shape.fives for shape in shapes)]


def attack_points(position: GomokuPosition, side: Side) -> Sequence[Move]:
    """Where a stone of ``side`` makes a four or an open three, the fours first."""
    every, fours = _shapes(position.variant, position.points, side), four_points(position, side)
    threes = (move for move, shapes in every if any(shape.threes for shape in shapes))
    return list(dict.fromkeys([*fours, *threes]))


def threat_points(position: GomokuPosition, side: Side) -> Sequence[Move]:
    """The points of `attack_points`, without those of more threats at once that the rules may forbid."""
    points = attack_points(position, side)
    if side not in position.rules.no_three_three and not (position.rules.renju and side is Side.FIRST):
        return points
    made = ((point, threat(position, side, point)) for point in points)
    return [point for point, each in made if each.fours < 2 and each.threes < 2 and not each.overline]


@lru_cache(maxsize=256)
def _shapes(variant: str, points: bytes, side: Side) -> Sequence[tuple[Move, Sequence[Form]]]:
    """The empty points, with what ``side`` makes there on each line that has two of its stones near."""
    rules = VARIANTS[variant]
    seen, lines, exactly = seen_by(side, points), rules.board.lines, side in rules.exactly_five
    shapes = list[tuple[Move, Sequence[Form]]]()
    for move, point in rules.board.in_order:
        if seen[point] == EMPTY:
            near = [line for line in map(seen.__getitem__, lines[point]) if line.count(OWN) > 1]
            if near:
                shapes.append((move, [form(line, exactly) for line in near]))
    return shapes


def _forms(position: GomokuPosition, side: Side, point: int) -> list[Form]:
    exactly = side in position.rules.exactly_five
    return forms(position.board, seen_by(side, position.points), point, exactly)
