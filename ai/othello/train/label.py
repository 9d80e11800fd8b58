"""What positions are worth, as targets to learn: start reading at `Labeller.label`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.othello.bits import embed
from ai.othello.narrow import NarrowSearcher
from ai.othello.train.games import play, positions
from ai.othello.weights import Weights
from games.othello import OTHELLO

EXACT_TO = 12
"""Up to so many empty squares labels are results; beyond, a search of DEPTH."""
DEPTH = 4

_INFINITY = 30_000
_TABLE_BITS = 17


class Labeller:
    """Plays games and labels positions of them by what is known already."""

    def __init__(self, size: int) -> None:
        self._size = size

    def boards(self, weights: Weights, low: int, high: int, games: int, seed: int) -> NDArray[np.uint64]:
        """Positions of ``low`` to ``high`` empty squares from games judged by ``weights``: (n, 2)."""
        start = OTHELLO.start(f"{self._size}x{self._size}")
        own, other = (np.uint64(embed(discs, self._size)) for discs in (start.own, start.other))
        found = np.zeros((games, 65, 2), dtype=np.uint64)
        searcher = NarrowSearcher(self._size, weights, _TABLE_BITS)
        play(own, other, np.uint64(seed * 2 + 1), found, searcher.here)
        return positions(found, low, high, seed)

    def label(self, boards: NDArray[np.uint64], weights: Weights) -> NDArray[np.float32]:
        """Centidiscs for the side to move, by ``weights`` of later stages or by the result itself."""
        searcher = NarrowSearcher(self._size, weights, _TABLE_BITS)
        labels = np.empty(len(boards), dtype=np.float32)
        for place, (own, other) in enumerate(boards):
            empties = self._size**2 - (int(own) | int(other)).bit_count()
            depth = empties if empties <= EXACT_TO else DEPTH
            labels[place] = searcher.value(int(own), int(other), depth, -_INFINITY, _INFINITY)
        return labels
