"""The whole of Hare and Hounds by retrograde analysis: 1,320 placements with either side to move.

Start reading at `Solution`. Values are the hounds': positive where they force a win, negative where the hare
does, 0 where neither can within the plies considered. A finished game is worth plus or minus `END`, and each
ply before it brings the value one nearer to 0: the winner prefers the sooner end, the loser the later one.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from games.hare_and_hounds import (
    DEN,
    HOUND_STEPS,
    NEIGHBORS,
    PLY_LIMIT,
    POINTS,
    REPETITIONS,
    HarePosition,
)

END = 1000
"""The value of a finished game."""

Values = NDArray[np.int64]
"""A value by side to move (0: hounds) and placement: shape (2, 1320)."""

PLACEMENTS = tuple(
    (sum(1 << point for point in chosen), hare)
    for chosen in combinations(range(len(POINTS)), 3)
    for hare in range(len(POINTS))
    if hare not in chosen
)
"""Every placement: the hounds (bits over `POINTS`) and the hare (an index)."""
PLACES = {placement: place for place, placement in enumerate(PLACEMENTS)}
"""The index of every placement."""


def successors(hounds: int, hare: int, side: int) -> list[tuple[int, int]]:
    """The placements after one move of the hounds (side 0) or of the hare (side 1)."""
    taken = hounds | 1 << hare
    if side == 1:
        return [(hounds, to) for to in NEIGHBORS[hare] if not taken >> to & 1]
    return [
        (hounds ^ 1 << origin ^ 1 << to, hare)
        for origin in range(len(POINTS))
        if hounds >> origin & 1
        for to in HOUND_STEPS[origin]
        if not taken >> to & 1
    ]


@lru_cache(maxsize=1)
def graph() -> tuple[NDArray[np.int64], Values, Values]:
    """Return every move, the values of finished games, 0 elsewhere, and how many moves there are.

    Moves are by side, placement and number: the index of the placement after it. Shorter lists repeat their
    moves; a side without a move keeps its placement.
    """
    by_hounds, by_hare = (_moves_of(side) for side in (0, 1))
    longest = max(map(len, by_hounds + by_hare))
    reached = [
        [_padded(moves or [place], longest) for place, moves in enumerate(lists)]
        for lists in (by_hounds, by_hare)
    ]
    ends = np.zeros((2, len(PLACEMENTS)), dtype=np.int64)
    ends[0, [not moves for moves in by_hounds]] = -END  # hounds that are stuck have lost,
    ends[1, [not moves for moves in by_hare]] = END  # and so has a hare
    ends[:, [hare == DEN for _, hare in PLACEMENTS]] = -END
    counts = [[max(1, len(moves)) for moves in lists] for lists in (by_hounds, by_hare)]
    return np.array(reached), ends, np.array(counts)


def _moves_of(side: int) -> list[list[int]]:
    """The placements after each move of a side, by placement."""
    return [[PLACES[after] for after in successors(*placement, side)] for placement in PLACEMENTS]


def _padded(moves: list[int], length: int) -> list[int]:
    """A list of moves repeated to a length: the best of them stays the best."""
    return [moves[number % len(moves)] for number in range(length)]


class Solution:
    """The winner of every position and the plies to the end.

    ``lost_on_return`` are the positions, named by `HarePosition.key`, that have stood so often that the hare
    wins when one of them returns.
    """

    def __init__(self, lost_on_return: frozenset[int] = frozenset()) -> None:
        self._reached, ends, _ = graph()
        self._ends = ends.copy()
        for key in lost_on_return:
            place = PLACES[key >> 5, key >> 1 & 15]
            if self._ends[key & 1, place] == 0:
                self._ends[key & 1, place] = -END

    def _one_ply_earlier(self, values: Values) -> Values:
        # The best value that the side to move can reach, one ply farther from the end.
        hounds, hare = self._reached
        best = np.stack([values[1][hounds].max(axis=1), values[0][hare].min(axis=1)])
        return np.where(self._ends != 0, self._ends, best - np.sign(best))

    @cached_property
    def unlimited(self) -> list[Values]:
        """Without a turn limit: what is forced within 0, 1, 2 … plies. The last entry is final."""
        layers = [self._ends]
        while len(layers) < 2 or not np.array_equal(layers[-1], layers[-2]):
            layers.append(self._one_ply_earlier(layers[-1]))
        return layers[:-1]

    @cached_property
    def limited(self) -> list[Values]:
        """What is forced with 0, 1, 2 … plies left until the hare wins by the turn limit: never 0."""
        layers = [np.where(self._ends != 0, self._ends, -END)]
        for _ in range(PLY_LIMIT):
            layers.append(self._one_ply_earlier(layers[-1]))
        return layers

    def value(self, position: HarePosition, depth: int | None = None) -> int:
        """The value of a position, searched ``depth`` plies deep, or to the end if None.

        Where nobody can force anything in `no-limit` the value is 0: some position must return for the third
        time, and then the hare wins, no matter when.
        """
        left = PLY_LIMIT - position.ply
        if position.variant == "classic" and (depth is None or left <= depth):
            layer = self.limited[max(0, left)]
        else:
            layer = self.unlimited[-1 if depth is None else min(depth, len(self.unlimited) - 1)]
        return int(layer[position.ply % 2, PLACES[position.hounds, position.hare]])


@lru_cache(maxsize=64)
def _solution(lost_on_return: frozenset[int]) -> Solution:
    return Solution(lost_on_return)


def solution(position: HarePosition) -> Solution:
    """The solution for play from this position on, with its history."""
    seen = (*position.history, position.key)
    return _solution(frozenset(key for key in seen if seen.count(key) >= REPETITIONS - 1))
