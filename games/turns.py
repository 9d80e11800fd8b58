"""How many turns each side of a match has had.

A forced pass is no turn. Moves of one side in a row, such as the first stones of Swap2 or marking dead
stones, are one turn, unless the other side had a forced pass between them.
"""

from __future__ import annotations

from typing import NamedTuple

from games import replay
from games.base import PASS, Record, Side
from games.record_cache import RecordCache


class Turns(NamedTuple):
    """The turns that each side has completed."""

    first: int = 0
    second: int = 0

    def of(self, side: Side) -> int:
        """Those of a side."""
        return self.first if side is Side.FIRST else self.second

    def plus(self, side: Side) -> Turns:
        """With one more of a side."""
        return Turns(self.first + (side is Side.FIRST), self.second + (side is Side.SECOND))


def turns(record: Record) -> Turns:
    """The turns that a record completes. Raises `RuleError` if a move of it is not legal.

    >>> from games.base import Move
    >>> turns(Record("othello", "8x8", (Move("d3"), Move("c3"), Move("c4"))))
    Turns(first=2, second=1)
    """
    ply, found = len(record.moves), _RECENT.get(record)
    while found is None and ply > 0:
        ply -= 1
        found = _RECENT.get(record.before(ply))
    found, position = found or Turns(), replay(record.before(ply))
    for move in record.moves[ply:]:
        after = position.play(move)
        is_forced = move == PASS and list(position.legal_moves()) == [PASS]
        if not is_forced and (after.to_move is not position.to_move or after.outcome() is not None):
            found = found.plus(position.to_move)
        position = after
    _RECENT.put(record, found)
    return found


_RECENT: RecordCache[Turns] = RecordCache(1024)
