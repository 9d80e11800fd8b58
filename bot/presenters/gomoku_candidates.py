"""The legal points of Gomoku, the most probable next move first. Start reading at `ranked_points`.

Forced points come first (`forced_points`), then the others by a sum of weights: what a stone of either side
makes on the four lines through a point, and how far the point is from the last two moves and from the middle.
`python -m bench.move_entry_fit` fits the weights to recorded games.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bot.presenters.gomoku_lines import FIVE, FOUR, KINDS, OPEN_FOUR, Lines, cells_of, double
from bot.presenters.point_offsets import offset_count, offsets
from games.base import Move
from games.gomoku import GomokuPosition
from games.gomoku.boards import Board

NEAR = 4
"""The largest distance from a move, in rows or in columns, that has a weight of its own."""
OFFSETS = offset_count(NEAR)
RECENT = 2
"""How many of the last moves have weights by distance."""
RINGS = 10
DOUBLES = 3
UNFORCED = 4
"""The rank of a point that is not forced, above those of `forced_points`."""
WEIGHTS = Path(__file__).with_name("gomoku_candidates.json")


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of every feature: the logarithm of its strength.

    ``own`` and ``theirs`` are by the kind of a line, ``own_double`` and ``their_double`` by `double`,
    ``last`` and ``before`` by `offset` from the last move and from the one before, ``ring`` by distance from
    the middle.
    """

    own: Sequence[float]
    theirs: Sequence[float]
    own_double: Sequence[float]
    their_double: Sequence[float]
    last: Sequence[float]
    before: Sequence[float]
    ring: Sequence[float]


@cache
def weights() -> Weights:
    """The fitted weights."""
    return Weights(**json.loads(WEIGHTS.read_text("utf-8")))


@cache
def rings(size: int) -> Sequence[int]:
    """By point: the distance from the middle, in lines."""
    middle = size // 2
    return tuple(max(abs(r - middle), abs(c - middle)) for r in range(size) for c in range(size))


def ranked_points(position: GomokuPosition, moves: Sequence[Move]) -> list[int]:
    """Every legal point, as an index from the top left along the rows, the most probable next move first.

    ``moves`` are the moves that led to the position.
    """
    if position.outcome() is not None or (position.stage and position.stage.choices):
        return []
    lines = Lines(position)
    if len(lines.empty) == position.size**2:
        return sorted(lines.empty, key=rings(position.size).__getitem__)
    appeal = _appeals(lines, recent_points(position.board, moves))
    legal = lines.empty
    if position.forbidden:
        names, cells = position.board.names, cells_of(position.board)
        legal = [point for point in legal if names[cells[point]] not in position.forbidden]
    legal = sorted(legal, key=appeal.__getitem__, reverse=True)
    forced = forced_points(lines)
    if not forced:
        return legal
    return sorted(legal, key=lambda point: forced.get(point, UNFORCED))


def _appeals(lines: Lines, recent: Sequence[int | None]) -> dict[int, float]:
    """The weight of every empty point."""
    fitted, size = weights(), lines.board.size
    by_pair, ring = _weights_of_pairs(), [fitted.ring[away] for away in rings(size)]
    last, before = (offsets(size, point, NEAR) for point in recent)
    by_last, by_before = fitted.last, fitted.before
    appeals = {
        point: by_pair[a]
        + by_pair[b]
        + by_pair[c]
        + by_pair[d]
        + by_last[last[point]]
        + by_before[before[point]]
        + ring[point]
        for point, (a, b, c, d) in zip(lines.empty, lines.pairs, strict=True)
    }
    for at, own, theirs in lines.sharp:
        appeals[at] += fitted.own_double[double(own)] + fitted.their_double[double(theirs)]
    return appeals


@cache
def _weights_of_pairs() -> Sequence[float]:
    fitted = weights()
    return tuple(fitted.own[pair % KINDS] + fitted.theirs[pair // KINDS] for pair in range(KINDS * KINDS))


def recent_points(board: Board, moves: Sequence[Move]) -> list[int | None]:
    """The points of the last `RECENT` moves, the last first; None for a move that is no point."""
    points = [points_of(board).get(move) for move in reversed(moves[-RECENT:])]
    return [*points, *[None] * (RECENT - len(points))]


@cache
def points_of(board: Board) -> dict[Move, int]:
    """The indices of the points by their names."""
    return {board.names[at]: point for point, at in enumerate(cells_of(board))}


def forced_points(lines: Lines) -> dict[int, int]:
    """The points that win or stop a loss, each with its rank: the lower, the more pressing.

    Own fives; the opponent's fives; own open or double fours and what stops an open or split three; then own
    and the opponent's double threats. A five leaves out all that is less pressing.
    """
    sharp = lines.sharp
    fives = dict.fromkeys((point for point, _, theirs in sharp if FIVE in theirs), 1)
    fives |= dict.fromkeys((point for point, own, _ in sharp if FIVE in own), 0)
    if fives:
        return fives
    ranks: dict[int, int] = {}
    for rank, points in enumerate(
        (
            (point for point, own, _ in sharp if OPEN_FOUR in own or own.count(FOUR) > 1),
            _answers(lines),
            (point for point, own, _ in sharp if double(own) == 2),
            (point for point, _, theirs in sharp if double(theirs) == 2),
        )
    ):
        ranks = dict.fromkeys(points, rank) | ranks
    return ranks


def _answers(lines: Lines) -> Iterator[int]:
    """What stops the opponent's open and split threes."""
    for point, _, theirs in lines.sharp:
        for line, kind in enumerate(theirs):
            if kind == OPEN_FOUR:
                yield from lines.stops(point, line)
