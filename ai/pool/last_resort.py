"""A move without any engine, for when no worker can be had: plain rules, in a thread, quickly.

It takes a win in one if it sees one, and otherwise leaves the opponent the fewest replies.
"""

from __future__ import annotations

import time

from ai.base import Choice, NoMove
from games import replay
from games.base import PASS, Move, Position, Record

_SECONDS = 0.2


def last_resort(record: Record) -> Choice:
    """A legal move for the side to move. Raises `NoMove`, or `RuleError` for a record of no game."""
    position = replay(record)
    moves = position.legal_moves()
    if not moves:
        raise NoMove(f"the match is over after {len(record.moves)} moves")
    until = time.monotonic() + _SECONDS
    best, seen, worth = moves[0], 0, float("inf")
    for move in moves:
        if time.monotonic() > until:
            break
        seen += 1
        if (cost := _cost(position, move)) < worth:
            best, worth = move, cost
    return Choice(best, 0.0, 1, seen, (best,))


def _cost(position: Position, move: Move) -> float:
    """Minus infinity for a win; else how much the opponent can do, a pass being worse than any move.

    Worst is what keeps the turn, as marks in Go's scoring do: one could go on with it for ever.
    """
    after = position.play(move)
    if after.to_move is position.to_move and after.outcome() is None:
        return 2e9
    outcome = after.outcome()
    if outcome is not None:
        return float("-inf") if outcome.winner is position.to_move else 1e9
    return len(after.legal_moves()) + (1e6 if move == PASS else 0)
