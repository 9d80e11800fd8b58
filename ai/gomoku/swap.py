"""The computer in swap2's opening: balanced stones, and the better color. Start reading at `play`.

A color is chosen by a search of the position with White to move. Stones are placed so that this choice gives
the opponent as little as possible: many placements are searched shallowly, the more balanced half of them
twice as deep, and so on (successive halving: Karnin, Koren, Somekh, "Almost optimal exploration in
multi-armed bandits", ICML 2013).
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ai.base import Choice, Limit
from ai.gomoku.root import Plan, SearchMemory, think
from games.base import Move
from games.gomoku import GomokuPosition
from games.gomoku.opening import TAKE_BLACK, TAKE_WHITE

_TRIED = 32
"""How many placements are considered at first."""
_NODES_A_SECOND = 40_000
"""The nodes of one round for each second of the limit; there are five rounds, and a busy machine is slow."""
_APART = 3
"""Stones are placed at most this many rows and columns apart, so that they interact,"""
_FROM_THE_EDGE = 3
"""and the first at least this far from the edge."""


def play(position: GomokuPosition, plan: Plan, limit: Limit, memory: SearchMemory) -> Choice:
    """The move of a level that searches by ``plan``, in a position of the opening."""
    if position.stage is None:
        raise ValueError("the opening is over")
    if position.stage.choices:
        return _take(position, plan, limit, memory)
    return _put(position, plan, limit, memory)


def _take(position: GomokuPosition, plan: Plan, limit: Limit, memory: SearchMemory) -> Choice:
    """The better color. Placing two more stones would leave the choice to the opponent."""
    judged = think(_settled(position), plan, limit, memory)
    color = TAKE_WHITE if judged.score >= 0 else TAKE_BLACK
    return Choice(color, abs(judged.score), judged.depth, judged.nodes, (color,))


def _settled(position: GomokuPosition) -> GomokuPosition:
    """The game if White is taken, White to move."""
    return position.play(TAKE_WHITE)


@dataclass(slots=True)
class _Way:
    """Stones to place, the position after them, and the deepest search of it so far, for White."""

    moves: tuple[Move, ...]
    end: GomokuPosition
    judged: Choice


def _put(position: GomokuPosition, plan: Plan, limit: Limit, memory: SearchMemory) -> Choice:
    """The first stone of the most balanced placement found."""
    rng, until = random.Random(limit.seed), time.perf_counter() + limit.seconds
    ways, spent, depth = list(_ways(position, rng)), 0, 1
    nodes = limit.nodes or int(min(plan.nodes, limit.seconds * _NODES_A_SECOND))
    while len(ways) > 1:
        for way in ways:
            left = limit.seconds if limit.nodes else until - time.perf_counter()
            if left <= 0:  # not all were searched equally deep: the order so far holds
                return Choice(ways[0].moves[0], 0.0, depth, max(1, spent), ways[0].moves)
            cut = Limit(left, max(1, nodes // len(ways)), rng.getrandbits(32))
            way.judged = think(way.end, plan, cut, memory)
            spent += way.judged.nodes
        # Sequential halving: the more balanced half is searched again, with twice the nodes for each.
        ways = sorted(ways, key=lambda judged_way: abs(judged_way.judged.score))[: len(ways) // 2]
        depth = max(1, ways[0].judged.depth)
    return Choice(ways[0].moves[0], 0.0, depth, spent, ways[0].moves)


def _ways(position: GomokuPosition, rng: random.Random) -> Iterator[_Way]:
    """Random placements of all stones of the stage, each with an unknown evaluation."""
    unknown = Choice(TAKE_WHITE, 1.0, 0, 0, ())
    for _ in range(_TRIED):
        end, moves = position, list[Move]()
        while end.stage and not end.stage.choices:
            moves.append(rng.choice(_near(end)))
            end = end.play(moves[-1])
        yield _Way(tuple(moves), _settled(end), unknown)


def _near(position: GomokuPosition) -> Sequence[Move]:
    """The points where the next stone may interact with the others, or all points if there are none."""
    size, cells, grid = position.size, position.cells, position.board.grid
    stones = [divmod(at, size) for at in range(size * size) if cells[at]]
    inner = range(_FROM_THE_EDGE, size - _FROM_THE_EDGE)

    def matters(row: int, column: int) -> bool:
        if not stones:
            return row in inner and column in inner
        return any(max(abs(row - r), abs(column - c)) <= _APART for r, c in stones)

    empty = [at for at in range(size * size) if not cells[at]]
    return [grid.name(at) for at in empty if matters(*divmod(at, size))] or [grid.name(at) for at in empty]
