"""The whole of Hare and Hounds, solved backwards: 1,320 placements with either side to move.

Start reading at `Solution`. Values are the hounds': positive where they force a win, negative where the
hare does, 0 where neither can within the plies looked at. The end itself is plus or minus `END`, and each
ply before it brings a value one nearer to 0: who wins prefers the sooner end, who loses the later.
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
"""The hounds (bits over `POINTS`) and the hare (an index), in all ways."""
PLACES = {placement: place for place, placement in enumerate(PLACEMENTS)}


def steps(hounds: int, hare: int, side: int) -> list[tuple[int, int]]:
    """The placements one step of the hounds (side 0) or the hare (1) away."""
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
def _graph() -> tuple[NDArray[np.int64], Values]:
    # By side, placement and move: the place after it; shorter lists repeat their moves, who has none stays.
    # And what the pieces alone decide; 0 where the game goes on.
    lists = [[[PLACES[after] for after in steps(*p, side)] for p in PLACEMENTS] for side in (0, 1)]
    most = max(len(moves) for side in lists for moves in side)
    reached = [[((moves or [place]) * most)[:most] for place, moves in enumerate(side)] for side in lists]
    ends = np.array([[0 if moves else stuck for moves in lists[s]] for s, stuck in ((0, -END), (1, END))])
    ends[:, [hare == DEN for _, hare in PLACEMENTS]] = -END
    return np.array(reached), ends


class Solution:
    """Who wins from where, and how soon, given the positions whose return the rules make a hare win.

    Positions are named by `HarePosition.key`.
    """

    def __init__(self, last_chance: frozenset[int] = frozenset()) -> None:
        self._reached, ends = _graph()
        self._ends = ends.copy()
        for key in last_chance:
            place = PLACES[key >> 5, key >> 1 & 15]
            if self._ends[key & 1, place] == 0:
                self._ends[key & 1, place] = -END

    def _before(self, values: Values) -> Values:
        # One ply earlier: the best that the side to move can reach, one ply farther away.
        hounds, hare = self._reached
        best = np.stack([values[1][hounds].max(axis=1), values[0][hare].min(axis=1)])
        return np.where(self._ends != 0, self._ends, best - np.sign(best))

    @cached_property
    def open(self) -> list[Values]:
        """Without a limit: what is forced within 0, 1, 2 … plies; the last one holds for ever."""
        layers = [self._ends]
        while len(layers) < 2 or not np.array_equal(layers[-1], layers[-2]):
            layers.append(self._before(layers[-1]))
        return layers[:-1]

    @cached_property
    def limited(self) -> list[Values]:
        """What is forced with 0, 1, 2 … plies left until the hare wins by the limit: never 0."""
        layers = [np.where(self._ends != 0, self._ends, -END)]
        for _ in range(PLY_LIMIT):
            layers.append(self._before(layers[-1]))
        return layers

    def value(self, position: HarePosition, sight: int | None = None) -> int:
        """The value of a position, looking ``sight`` plies ahead, or to the end.

        Where nobody can force anything in `no-limit` it stays 0: then some position must return for the
        third time, and the hare wins, no matter when.
        """
        left = PLY_LIMIT - position.ply
        if position.variant == "classic" and (sight is None or left <= sight):
            layer = self.limited[max(0, left)]
        else:
            layer = self.open[-1 if sight is None else min(sight, len(self.open) - 1)]
        return int(layer[position.ply % 2, PLACES[position.hounds, position.hare]])


@lru_cache(maxsize=64)
def _solution(last_chance: frozenset[int]) -> Solution:
    return Solution(last_chance)


def solution(position: HarePosition) -> Solution:
    """The solution that holds from this position on, its history considered."""
    stood = (*position.history, position.key)
    return _solution(frozenset(key for key in stood if stood.count(key) >= REPETITIONS - 1))
