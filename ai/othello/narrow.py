"""8x8 and 6x6 boards searched as bitboards: what `ai/othello/root.py` calls a searcher.

Start reading at `NarrowSearcher.value`, through which every search passes.
"""

from __future__ import annotations

import numpy as np

from ai.othello.bits import KINDS, embed, index_of
from ai.othello.desk import CONFIDENCE, ERRORS, KIND, PROBING, ROWS, WEIGHTS, DeskSearcher
from ai.othello.evaluate import look_over
from ai.othello.patterns import GEOMETRIES
from ai.othello.search import search
from ai.othello.table import EXACT, NO_MOVE, NOTHING, hashed, look_up, move_of
from ai.othello.weights import Weights
from games.base import Move
from games.othello import OthelloPosition


class NarrowSearcher(DeskSearcher):
    """Searches boards of one size up to 8x8, judging by given weights."""

    def __init__(self, size: int, judged_by: Weights, table_bits: int) -> None:
        super().__init__(table_bits)
        self._judged_by, self._rows = judged_by, GEOMETRIES[size].rows  # kept: kernels have their addresses
        self.desk[KIND] = KINDS[size]
        self.desk[WEIGHTS] = judged_by.stages.ctypes.data
        self.desk[ERRORS] = judged_by.errors.ctypes.data
        self.desk[ROWS] = self._rows.ctypes.data

    def look(self, position: OthelloPosition, depth: int, low: int, high: int, confidence: int) -> int:
        """The value ``depth`` discs deep, exact inside (low, high); a depth of all empty squares solves."""
        return self.value(*words(position), depth, low, high, confidence)

    def value(self, own: int, other: int, depth: int, low: int, high: int, confidence: int = EXACT) -> int:
        """The same of a board in kernels' bits, for the side of ``own``.

        ``confidence`` below `EXACT` allows forward cuts: hundredths of a standard deviation.
        """
        self.desk[CONFIDENCE] = confidence if self._judged_by.cuts else EXACT
        self.desk[PROBING] = 0
        look_over(np.uint64(own), np.uint64(other), 0, self.here)
        return int(search(np.uint64(own), np.uint64(other), depth, low, high, 0, self.here))

    def reply(self, position: OthelloPosition) -> Move | None:
        """The best move the search remembers here, if it does."""
        own, other = words(position)
        said = look_up(hashed(np.uint64(own), np.uint64(other)), self.here)
        if said == NOTHING or move_of(said) == NO_MOVE:
            return None
        return position.board.names[index_of(int(move_of(said)), position.size)]


def words(position: OthelloPosition) -> tuple[int, int]:
    """Own and other discs as kernels have them."""
    return embed(position.own, position.size), embed(position.other, position.size)
