"""What a person sees in a position of Hare and Hounds, see `ai.human.sight`.

What is forced within the depth is seen by the solution. Elsewhere a person has a feeling (``feeling.py``),
which reading refines: it is that of the position which both sides reach with the best moves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from ai.hare_and_hounds.feeling import Feelings, feelings
from ai.hare_and_hounds.solution import END, PLACES, graph, solution
from ai.human.sight import DECIDED, Reading
from games.base import Move, Side
from games.hare_and_hounds import COLUMN, NEIGHBORS, POINTS, HarePosition

_UNIT = 4.0
"""The log odds that are a unit."""
_MOST = 5.0
"""No feeling is beyond this."""
_LATER = 0.2
"""How much less a win is worth for each ply that it takes."""
_PASSED, _APART, _AWAY = 3.0, 1.2, 0.7
"""What beginners see at first: each hound that the hare has passed, each column from the first hound to the
last, a step of the hare away from the hounds' side."""


class HareSight:
    """A position of Hare and Hounds in which at least two moves are legal."""

    deepest = 24

    def __init__(self, position: HarePosition, last: Move | None) -> None:
        self._position = position
        self._sign = 1 if position.to_move is Side.FIRST else -1
        self._after = {move: position.play(move) for move in position.legal_moves()}
        arrived = "" if last is None else last[-2:]
        near = NEIGHBORS[POINTS.index(arrived)] if arrived else ()
        self.shown = frozenset(Move(f"{arrived}-{POINTS[to]}") for to in near)

    def impressions(self) -> dict[Move, float]:
        """Beginners keep the hare away, and the hounds together and to the left of the hare."""
        return {move: self._liked(after) for move, after in self._after.items()}

    def _liked(self, after: HarePosition) -> float:
        hare = COLUMN[after.hare]
        if self._sign < 0:
            return _AWAY * (hare - COLUMN[self._position.hare])
        hounds = [column for point, column in enumerate(COLUMN) if after.hounds >> point & 1]
        passed = sum(hound > hare for hound in hounds)
        return -_PASSED * passed - _APART * (max(hounds) - min(hounds))

    def read(self, moves: Sequence[Move], depth: int) -> list[Reading]:
        """Look each move up."""
        return [self._read(self._after[move], depth) for move in moves]

    def _read(self, after: HarePosition, depth: int) -> Reading:
        value = self._value(after, depth - 1)
        if depth == 1 or after.outcome() is not None:
            return Reading(value)
        answer = min(
            after.legal_moves(), key=lambda answer: (self._value(after.play(answer), depth - 2), answer)
        )
        return Reading(value, answer)

    def _value(self, position: HarePosition, depth: int) -> float:
        """The value in units, for who is to move in the sight's position, after ``depth`` further plies."""
        outcome = position.outcome()
        if outcome is not None:
            return self._sign * (DECIDED if outcome.winner is Side.FIRST else -DECIDED)
        forced = solution(self._position).value(position, depth)
        if forced:
            return self._sign * math.copysign(DECIDED - _LATER * (END - abs(forced)), forced)
        felt = _layers()[min(depth, len(_layers()) - 1)]
        odds = float(felt[position.ply % 2, PLACES[position.hounds, position.hare]])
        return self._sign * max(-_MOST, min(_MOST, odds / _UNIT))


@lru_cache(maxsize=1)
def _layers() -> list[Feelings]:
    """The feelings after 0, 1, 2 … plies of the best moves."""
    (hounds, hare), ends, _ = graph()
    layers = [feelings()]
    for _ in range(HareSight.deepest):
        last = layers[-1]
        best = np.stack([last[1][hounds].max(axis=1), last[0][hare].min(axis=1)])
        layers.append(np.where(ends != 0, layers[0], best))
    return layers
