"""The forced answers of a position, found by playing moves and not by what ranks them.

Gomoku: what makes a five; else what stops one; else what makes an open four, and what stops an open or split
three. Go: what saves a chain that the last move put in atari or captures one that it left in atari, and what
takes a ko.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.base import Move, Position, Side
from games.go import GoPosition
from games.gomoku import GomokuPosition, Variant
from games.gomoku.boards import EMPTY
from games.gomoku.rules import makes_five


def forced(position: Position, before: Sequence[Move]) -> frozenset[int]:
    """The points of the forced answers; legal ones only."""
    if isinstance(position, GoPosition):
        return frozenset(_of_go(position, before))
    if isinstance(position, GomokuPosition) and position.stage is None:
        return frozenset(_of_gomoku(position))
    return frozenset()


# -- Go -----------------------------------------------------------------------------------------------------


def _of_go(position: GoPosition, before: Sequence[Move]) -> Iterator[int]:
    last = position.board.index.get(before[-1]) if before else None
    if last is None or position.scoring:
        return
    touched = {
        one
        for near in (last, *position.board.neighbors[last])
        if position.stones[near] and len((one := position.chains.at(near)).liberties) == 1
    }
    for point in position.open_points:
        after = position.play(Move(position.board.names[point]))
        taken = position.stones.count(0) - 1 < after.stones.count(0)
        for one in touched:
            head = one.points[0]
            own = position.stones[head] == position.to_move
            if (own and len(after.chains.at(head).liberties) > 1) or (not own and not after.stones[head]):
                yield point
        if taken and after.ko is not None:
            yield point


# -- Gomoku -------------------------------------------------------------------------------------------------


def _of_gomoku(position: GomokuPosition) -> Iterator[int]:
    points, own, other = position.points, position.to_move, position.to_move.other
    legal = [at for name, at in position.board.in_order if not points[at] and name not in position.forbidden]
    names, grid = position.board.names, position.board.grid
    found = [at for at in legal if _wins(position.rules, points, at, own)]
    found = found or [at for at in legal if _wins(position.rules, points, at, other)]
    if not found:
        steps = position.board.directions
        found = [at for at in legal if any(_opens(position.rules, points, at, own, step) for step in steps)]
        found += [at for at in _stops(position, other) if at in legal]
    return (grid.index(names[at]) for at in found)


def _stops(position: GomokuPosition, other: Side) -> Iterator[int]:
    """The points on which a stone keeps ``other`` from an open four on a line on which it could make one."""
    rules, points, own = position.rules, position.points, position.to_move
    for threat in position.board.names:
        for step in position.board.directions if points[threat] == EMPTY else ():
            if not _opens(rules, points, threat, other, step):
                continue
            line = [at for at in _line(threat, step) if points[at] == EMPTY]
            for at in line:
                after = _with(points, at, own)
                if not any(_opens(rules, after, left, other, step) for left in line if left != at):
                    yield at


def _line(at: int, step: int) -> range:
    return range(at - 4 * step, at + 4 * step + 1, step)


def _with(points: bytes, at: int, side: Side) -> bytes:
    return points[:at] + bytes([side]) + points[at + 1 :]


def _wins(rules: Variant, points: bytes, at: int, side: Side) -> bool:
    return makes_five(rules, _with(points, at, side), at)


def _opens(rules: Variant, points: bytes, at: int, side: Side, step: int) -> bool:
    """Whether a stone on ``at`` lets ``side`` make a five of its line in two ways."""
    if points[at - 4 * step : at + 4 * step + 1 : step].count(side) < 3:
        return False
    after = _with(points, at, side)
    return sum(after[end] == EMPTY and _wins(rules, after, end, side) for end in _line(at, step)) > 1
