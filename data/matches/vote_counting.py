"""Counting the votes for a match's next move, within the transaction of a match that was locked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import attrgetter

from data.matches.rows import clock_values
from data.matches.transactions import MatchTransaction, sequel
from data.matches.votes import Vote, votes_of
from data.model.match import Match, Notified, Turn
from games import replay
from games.base import Move, Outcome


def winning_move(votes: Sequence[Vote]) -> Move | None:
    """The move with the most votes; of several, the one that reached that number first. None: no votes."""
    moves = [vote.move for vote in sorted(votes, key=attrgetter("voted_at", "user_id"))]
    highest = max(Counter(moves).values(), default=0)
    counts = Counter[Move]()
    for move in moves:
        counts[move] += 1
        if counts[move] == highest:
            return move
    return None


def decide(transaction: MatchTransaction, match: Match) -> Match | None:
    """Once the time for votes has run out: play the move that has won.

    Without a vote the time begins once more; without one in that either, it is None: the side has lost.
    """
    clock = match.clock
    if clock is None or clock.side is None:
        return None
    move = winning_move(votes_of(transaction.connection, match))
    now = transaction.uptime(match.guild_id)
    if move is None:
        if match.notified is Notified.REMINDER:
            return None
        again = clock.stopped(now).turn(clock.side, now)
        return transaction.update(match, {"notified": Notified.REMINDER, **clock_values(again)})
    result = sequel(replay(match.record), [move], match.user_of(clock.side))
    to_move = result.to_move if match.user_of(result.to_move) is not None else None
    turn = Turn(to_move, True, _never)
    return transaction.append_moves(match, result.played, result.outcome, None, turn)


def _never(match: Match) -> Outcome:
    raise AssertionError(match.id)
