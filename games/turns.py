"""Who can move, and how many turns each side of a match has had.

A forced pass is no turn. Moves of one side in a row, such as the first stones of Swap2 or marking dead
stones, are one turn, unless the other side had a forced pass between them.
"""

from __future__ import annotations

from typing import NamedTuple

from games import replay
from games.base import PASS, Move, Position, Record, Side
from games.go import GoPosition
from games.record_cache import RecordCache


class Turns(NamedTuple):
    """The turns that each side has completed."""

    first: int = 0
    second: int = 0

    def of(self, side: Side) -> int:
        """How many turns a side has completed."""
        return self.first if side is Side.FIRST else self.second

    def plus(self, side: Side) -> Turns:
        """The turns after a side has completed one more."""
        return Turns(self.first + (side is Side.FIRST), self.second + (side is Side.SECOND))


def turns(record: Record) -> Turns:
    """The turns that a record completes. Raises `RuleError` if a move of it is not legal.

    >>> from games.base import Move
    >>> turns(Record("othello", "8x8", (Move("d3"), Move("c3"), Move("c4"))))
    Turns(first=2, second=1)
    """
    # Back to the nearest earlier record whose turns are known, then forward again from there.
    ply, completed = len(record.moves), _RECENT.get(record)
    while completed is None and ply > 0:
        ply -= 1
        completed = _RECENT.get(record.before(ply))
    completed, position = completed or Turns(), replay(record.before(ply))
    for move in record.moves[ply:]:
        after = position.play(move)
        is_forced = move == PASS and list(position.legal_moves()) == [PASS]
        if not is_forced and (after.to_move is not position.to_move or after.outcome() is not None):
            completed = completed.plus(position.to_move)
        position = after
    _RECENT.put(record, completed)
    return completed


def can_move(position: Position, side: Side) -> bool:
    """Whether the rules let a side move: the side to move, and either while the stones of Go are counted."""
    return position.to_move is side or (isinstance(position, GoPosition) and position.scoring)


def as_played_by(position: Position, side: Side, move: Move) -> Move:
    """A move as a record has it if ``side`` plays it, which may be out of turn (`can_move`)."""
    return position.as_said_by(side, move) if isinstance(position, GoPosition) else move


_RECENT: RecordCache[Turns] = RecordCache(1024)
