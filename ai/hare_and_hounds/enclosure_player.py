"""The source's own player: alpha-beta with its evaluation. Start reading at `play` and `evaluate`.

The source gives the evaluation but no depth. We chose six plies, three moves of each side, and settled what
it leaves open: a decided game outweighs every evaluation, sooner ones more, and of equal moves the first in
the order of their notation is played. The player is deterministic. It searches the rules' own positions, so
that the turn limit and the third repetition are wins of the hare here too.
"""

from __future__ import annotations

import math
from functools import cache

from ai.base import Choice
from games.base import Move, Side
from games.hare_and_hounds import COLUMN, DEN, INDEX, NEIGHBORS, POINTS, HarePosition

DEPTH = 6
LEFT_OF_HARE = 500
"""For each hound in a column left of the hare's."""
AT_THE_RIGHT_END = -5000
"""For a hound on the rightmost point, which it can never leave."""
CUT_OFF = 5000
"""If no path around the hounds leads the hare to the left end; a hound on that point cuts it off too."""
NEARNESS = -100
"""Times the sum of `BY_DISTANCE` over the points that the hare can reach."""
BY_DISTANCE = (0, 10, 5, 2, 1, 1, 1, 1)
"""The weight of a point by the hare's distance to it; 0 where the hare cannot reach it."""

WON = 1_000_000
DECIDED = WON - 1000
"""Values at least this far from zero are decided games."""
_RIGHT_END = INDEX["b5"]
_CERTAIN = 10_000
"""An evaluation that makes a win all but sure."""


def play(position: HarePosition) -> Choice:
    """The source's move. Only a forced win or loss within its depth is proven."""
    search = Search()
    sign = 1 if position.to_move is Side.FIRST else -1
    best, line = search.negamax(position, DEPTH, -WON, WON, sign)
    proven = abs(best) >= DECIDED
    score = math.copysign(1.0, best) if proven else max(-0.99, min(0.99, math.tanh(best / _CERTAIN)))
    return Choice(line[0], score, DEPTH, search.nodes, line, proven)


class Search:
    """A search that counts its nodes."""

    def __init__(self) -> None:
        self.nodes = 0

    def negamax(
        self, position: HarePosition, depth: int, low: float, high: float, sign: int
    ) -> tuple[float, tuple[Move, ...]]:
        """The value for the side to move (``sign`` 1: the hounds) and its principal variation."""
        self.nodes += 1
        outcome = position.outcome()
        if outcome is not None:
            lost = WON - (DEPTH - depth)
            return (lost if outcome.winner is position.to_move else -lost), ()
        if depth == 0:
            return sign * evaluate(position.hounds, position.hare), ()
        best, line = -math.inf, tuple[Move, ...]()
        for move in position.legal_moves():
            value, answers = self.negamax(position.play(move), depth - 1, -high, -max(low, best), -sign)
            if -value > best:
                best, line = -value, (move, *answers)
            if best >= high:
                break
        return best, line


@cache
def evaluate(hounds: int, hare: int) -> int:
    """The source's evaluation of a placement, for the hounds."""
    far = distances(hounds, hare)
    occupied = [point for point in range(len(POINTS)) if hounds >> point & 1]
    value = LEFT_OF_HARE * sum(COLUMN[hound] < COLUMN[hare] for hound in occupied)
    if _RIGHT_END in occupied:
        value += AT_THE_RIGHT_END
    if DEN not in far:
        value += CUT_OFF
    return value + NEARNESS * sum(BY_DISTANCE[distance] for distance in far.values())


def distances(hounds: int, hare: int) -> dict[int, int]:
    """The steps the hare needs to each point it can reach around the hounds, by breadth-first search."""
    far, queue = {hare: 0}, [hare]
    for point in queue:
        for near in NEIGHBORS[point]:
            if near not in far and not hounds >> near & 1:
                far[near] = far[point] + 1
                queue.append(near)
    return far
