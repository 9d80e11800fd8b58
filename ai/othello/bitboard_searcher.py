"""The searcher for 8x8 and 6x6 bitboards, see `ai/othello/root.py`."""

from __future__ import annotations

import numpy as np

from ai.othello.bitboard import KINDS, embed, index_of
from ai.othello.evaluate import set_features
from ai.othello.patterns import GEOMETRIES
from ai.othello.search import search
from ai.othello.search_state import (
    BOARD_KIND,
    CONFIDENCE,
    ERRORS,
    INDEX_ROWS,
    PROBCUT_LEVEL,
    WEIGHTS,
    TableSearcher,
)
from ai.othello.table import EXACT, NO_MOVE, NOTHING, hash_of, move_of, probe
from ai.othello.weights import Weights
from games.base import Move
from games.othello import OthelloPosition


class BitboardSearcher(TableSearcher):
    """Searches boards of one size up to 8x8, evaluating by given weights."""

    def __init__(self, size: int, weights: Weights, table_bits: int) -> None:
        super().__init__(table_bits)
        self._weights, self._rows = weights, GEOMETRIES[size].rows  # kept alive: kernels have their addresses
        self.words[BOARD_KIND] = KINDS[size]
        self.words[WEIGHTS] = weights.stages.ctypes.data
        self.words[ERRORS] = weights.errors.ctypes.data
        self.words[INDEX_ROWS] = self._rows.ctypes.data

    def search(self, position: OthelloPosition, depth: int, low: int, high: int, confidence: int) -> int:
        """The value ``depth`` discs deep, exact inside (low, high); a depth of all empty squares solves."""
        return self.value(*bitboards(position), depth, low, high, confidence)

    def value(self, own: int, other: int, depth: int, low: int, high: int, confidence: int = EXACT) -> int:
        """The value of kernel bitboards ``depth`` discs deep, for the side of ``own``; see `search`.

        ``confidence`` below `EXACT` allows forward cuts: hundredths of a standard deviation.
        """
        self.words[CONFIDENCE] = confidence if self._weights.cuts else EXACT
        self.words[PROBCUT_LEVEL] = 0
        set_features(np.uint64(own), np.uint64(other), 0, self.address)
        return int(search(np.uint64(own), np.uint64(other), depth, low, high, 0, self.address))

    def table_move(self, position: OthelloPosition) -> Move | None:
        """The best move in the transposition table, if the position is there."""
        own, other = bitboards(position)
        entry = probe(hash_of(np.uint64(own), np.uint64(other)), self.address)
        if entry == NOTHING or move_of(entry) == NO_MOVE:
            return None
        return position.board.names[index_of(int(move_of(entry)), position.size)]


def bitboards(position: OthelloPosition) -> tuple[int, int]:
    """Own and other discs as kernel bitboards."""
    return embed(position.own, position.size), embed(position.other, position.size)
