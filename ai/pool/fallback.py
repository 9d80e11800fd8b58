"""A move without an engine, for a request that no worker can answer: one ply by the rules, within 0.2 s."""

from __future__ import annotations

import time

from ai.base import Choice, NoMove
from games import replay
from games.base import PASS, Move, Position, Record

_SECONDS = 0.2
_LOST = 1e9
_KEEPS_TURN = 2e9
_PASSES = 1e6


def fallback_move(record: Record) -> Choice:
    """Choose a win in one ply, or else the legal move that leaves the opponent the fewest replies.

    Raises `NoMove` if the match is over, or `RuleError` if the record is not of a legal game.
    """
    position = replay(record)
    moves = position.legal_moves()
    if not moves:
        raise NoMove(f"the match is over after {len(record.moves)} moves")
    deadline = time.monotonic() + _SECONDS
    best, seen, lowest = moves[0], 0, float("inf")
    for move in moves:
        if time.monotonic() > deadline:
            break
        seen += 1
        if (cost := _cost(position, move)) < lowest:
            best, lowest = move, cost
    return Choice(best, 0.0, 1, seen, (best,))


def _cost(position: Position, move: Move) -> float:
    """Rate a move: minus infinity wins, otherwise the opponent's number of replies.

    A pass costs more than any move. A move that keeps the turn, such as a mark in Go's scoring phase, costs
    the most, because a match of such moves has no end.
    """
    after = position.play(move)
    if after.to_move is position.to_move and after.outcome() is None:
        return _KEEPS_TURN
    outcome = after.outcome()
    if outcome is not None:
        return float("-inf") if outcome.winner is position.to_move else _LOST
    return len(after.legal_moves()) + (_PASSES if move == PASS else 0)
