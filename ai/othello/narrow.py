"""8x8 and 6x6 boards searched as bitboards: what `ai/othello/root.py` calls a searcher."""

from __future__ import annotations

import numpy as np

from ai.othello.bits import KINDS, embed, index_of
from ai.othello.evaluate import FULL, SQUARES
from ai.othello.search import search
from ai.othello.solve import LARGEST, solve
from ai.othello.table import BUDGET, KIND, NODES, STOP, STYLE, find, hashed, new_table, new_work
from games.base import Move
from games.othello import OthelloPosition

_TABLE_BITS = 20  # 16 MiB for each of the two tables


class NarrowSearcher:
    """Searches boards of up to 64 squares; one for a process, made ready by `begin` for every move."""

    def __init__(self) -> None:
        self._tables = (new_table(_TABLE_BITS), new_table(_TABLE_BITS))
        self._judged, self._solved = self._tables
        self._clean = False
        self._work = new_work()

    def begin(self, full: bool, memory: int) -> None:
        """Forget everything; judge by the ``full`` evaluation or not; remember 2**memory positions."""
        # A choice must not depend on the choices before it, or it could not be repeated. Clearing
        # whole tables would cost the quick levels more than their search.
        size = 1 << min(memory, _TABLE_BITS)
        self._judged, self._solved = self._tables[0][:size], self._tables[1][:size]
        self._judged[:] = 0
        self._clean = False
        self._work[:] = 0
        self._work[STYLE] = FULL if full else SQUARES

    def look(self, position: OthelloPosition, depth: int, low: int, high: int) -> int:
        """The value in centidiscs, ``depth`` discs deep, exact inside (low, high)."""
        own, other, self._work[KIND] = _words(position)
        return int(search(own, other, depth, low, high, 0, self._judged, self._work))

    def finish(self, position: OthelloPosition, low: int, high: int) -> int:
        """The final disc difference under best play, exact inside (low, high)."""
        own, other, self._work[KIND] = _words(position)
        if not self._clean:
            self._solved[:] = 0
            self._clean = True
        low, high = max(low, -LARGEST - 1), min(high, LARGEST + 1)
        return int(solve(own, other, low, high, 0, self._solved, self._work))

    def reply(self, position: OthelloPosition, exact: bool) -> Move | None:
        """The best move the search remembers here, if it does."""
        own, other, _ = _words(position)
        table = self._solved if exact else self._judged
        place = find(table, hashed(own, other))
        if place < 0 or table[place]["move"] < 0:
            return None
        return position.board.names[index_of(int(table[place]["move"]), position.size)]

    def allow(self, nodes: int) -> None:
        """Go on until ``nodes`` have been searched since `begin`."""
        self._work[BUDGET] = nodes
        self._work[STOP] = 0

    def stop(self) -> None:
        """End a running search soon; safe from another thread."""
        self._work[STOP] = 1

    @property
    def stopped(self) -> bool:
        """Whether the last search was cut short, by `stop` or its nodes."""
        return bool(self._work[STOP])

    @property
    def nodes(self) -> int:
        """How many nodes have been searched since `begin`."""
        return int(self._work[NODES])


def _words(position: OthelloPosition) -> tuple[np.uint64, np.uint64, int]:
    size = position.size
    return np.uint64(embed(position.own, size)), np.uint64(embed(position.other, size)), KINDS[size]
