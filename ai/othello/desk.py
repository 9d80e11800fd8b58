"""The numbers a running search works in, and where each lies. Start reading at `DeskSearcher`.

One array of words for a process, its address handed to every kernel (see `ai/othello/memory.py`): counters,
the flag that ends a search, the addresses of table and weights, and for every ply a list of moves and the
features of the board.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

NODES, BUDGET, STOP, KIND, TABLE, ENTRIES, AGE = range(7)
"""Nodes searched, nodes allowed, not 0 when the search must end now; the kind of board
(`ai.othello.bits.KINDS`); address, entries and present age of the transposition table."""
WEIGHTS, ROWS, ERRORS, CONFIDENCE, PROBING, STYLE = range(7, 13)
"""Addresses of the evaluation's weights, of what a disc changes in the features, and of the errors of
shallow searches; how much of them a forward cut must overcome, in hundredths of a standard deviation (255:
no forward cuts); how many forward cuts are being tried at this moment; on 10x10, whether square weights alone
count."""

PLIES = 130
LIST = 128
"""Words of a ply's list of moves: each move is a promise with its square, then the discs it turns over."""
FEATURES = 16
"""Words of a ply's features."""
LISTS_AT = 16
FEATURES_AT = LISTS_AT + PLIES * LIST

Desk = NDArray[np.int64]


class DeskSearcher:
    """What every searcher with a desk and a table does alike, see `ai.othello.root.Searcher`."""

    def __init__(self, table_bits: int) -> None:
        self._table = np.zeros(2 << table_bits, dtype=np.int64)
        self.desk: Desk = np.zeros(FEATURES_AT + PLIES * FEATURES, dtype=np.int64)
        self.here: int = self.desk.ctypes.data
        self.desk[TABLE], self.desk[ENTRIES] = self._table.ctypes.data, 1 << table_bits
        self.allow(1 << 62)

    def begin(self, fresh: bool) -> None:
        """A new choice: count from 0; forget everything if it is to be ``fresh``."""
        # A choice that is to be repeatable must not depend on the choices before it.
        if fresh:
            self._table[:] = 0
        self.desk[AGE] = (self.desk[AGE] + 1) & 0x7F
        self.desk[NODES] = 0

    def allow(self, nodes: int) -> None:
        """Go on until ``nodes`` have been searched since `begin`."""
        self.desk[BUDGET] = nodes
        self.desk[STOP] = 0

    def stop(self) -> None:
        """End a running search soon; safe from another thread."""
        self.desk[STOP] = 1

    @property
    def stopped(self) -> bool:
        """Whether the last search was cut short, by `stop` or its nodes."""
        return bool(self.desk[STOP])

    @property
    def nodes(self) -> int:
        """How many nodes have been searched since `begin`."""
        return int(self.desk[NODES])
