"""The working memory of a search: one array of 64-bit words per searcher, whose address every kernel gets.

The words are counters, the stop flag, the addresses of the table and the weights, and for every ply a move
list and the features of the board. ``pointers.py`` reads and writes them by address.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

NODES = 0
"""Nodes searched."""
BUDGET = 1
"""Nodes allowed."""
STOP = 2
"""Not 0 when the search must end now."""
BOARD_KIND = 3
"""The kind of board, see `ai.othello.bitboard.KINDS`."""
TABLE = 4
"""The address of the transposition table,"""
ENTRIES = 5
"""its number of entries,"""
AGE = 6
"""and the age of the current search's entries."""
WEIGHTS = 7
"""The address of the evaluation's weights."""
INDEX_ROWS = 8
"""The address of what a disc on each square adds to the pattern indices."""
ERRORS = 9
"""The address of the standard deviations for ProbCut."""
CONFIDENCE = 10
"""How many hundredths of a standard deviation a forward cut must clear; `EXACT`: no forward cuts."""
PROBCUT_LEVEL = 11
"""How many ProbCut searches are nested at this moment."""

PLIES = 130
LIST = 128
"""Words of a ply's move list: for each move its ordering score with the square, then the discs it flips."""
FEATURES = 16
"""Words of a ply's features."""
LISTS_AT = 16
FEATURES_AT = LISTS_AT + PLIES * LIST


class TableSearcher:
    """The part of `ai.othello.root.Searcher` that all boards share: the search state and the table."""

    def __init__(self, table_bits: int) -> None:
        self._table = np.zeros(2 << table_bits, dtype=np.int64)
        self.words: NDArray[np.int64] = np.zeros(FEATURES_AT + PLIES * FEATURES, dtype=np.int64)
        self.address: int = self.words.ctypes.data
        self.words[TABLE], self.words[ENTRIES] = self._table.ctypes.data, 1 << table_bits
        self.allow_nodes(1 << 62)

    def begin(self, clear: bool) -> None:
        """Start a new choice: count nodes from 0, and ``clear`` the table if asked."""
        if clear:  # a repeatable choice must not depend on earlier ones
            self._table[:] = 0
        self.words[AGE] = (self.words[AGE] + 1) & 0x7F
        self.words[NODES] = 0

    def allow_nodes(self, nodes: int) -> None:
        """Clear the stop flag and search until ``nodes`` have been visited since `begin`."""
        self.words[BUDGET] = nodes
        self.words[STOP] = 0

    def stop(self) -> None:
        """End a running search soon. Safe from another thread."""
        self.words[STOP] = 1

    @property
    def stopped(self) -> bool:
        """Whether the last search was cut short, by `stop` or by its node budget."""
        return bool(self.words[STOP])

    @property
    def nodes(self) -> int:
        """How many nodes have been searched since `begin`."""
        return int(self.words[NODES])
