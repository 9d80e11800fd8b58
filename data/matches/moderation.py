"""What a moderator does to a match: it is voided, as if it had not been played, or deleted altogether.

Both take back what the match has changed: the ratings of its players, its place in the index of openings and
its result in a tournament.
"""

from __future__ import annotations

from sqlalchemy import delete

from data.doomed_messages import DoomedMessage, doom
from data.matches.deletion import delete_matches
from data.matches.transactions import MatchTransaction
from data.model import CHALLENGE_REASON, VOIDED, Match, MatchState
from data.ratings.changes import take_back
from data.ratings.match_rating import Unrated
from data.schema import opening_moves
from data.tournaments.store import void_pairing
from games.base import Outcome

CANCELED = f"{CHALLENGE_REASON}cancelled"
"""`Match.reason` of a challenge that was canceled."""


def void(transaction: MatchTransaction, match_id: int) -> Match:
    """End a match without a result, or take its result back if it is over; a challenge is canceled."""
    match, connection = transaction.lock(match_id), transaction.connection
    if match.state == MatchState.CHALLENGE:
        return transaction.end(match, Outcome(None, CANCELED))
    if match.state != MatchState.OVER:
        voided = transaction.end(match, Outcome(None, VOIDED))
    elif match.reason == VOIDED or not match.begun:
        return match
    else:
        take_back(connection, match.id)
        connection.execute(delete(opening_moves).where(opening_moves.c.match_id == match.id))
        values: dict[str, object] = {"winner": None, "reason": VOIDED}
        if match.rated is not None:
            values["rated"] = match.rated.without_effect(Unrated.VOIDED).text
        voided = transaction.update(match, values)
    if match.tournament_id is not None:
        void_pairing(connection, match.id)
    return voided


def delete_match(transaction: MatchTransaction, match_id: int) -> Match:
    """Void a match and delete everything about it; its messages are deleted afterwards. Returns it as it was.

    The change that is published is its end, so that nothing goes on in it.
    """
    before = transaction.lock(match_id)
    voided = void(transaction, match_id)
    if voided is before:  # it has not changed, but it ends for those who show it
        transaction.update(before, {})
    for board in (before, before.at_other_board):
        if board is not None and board.message_id is not None and board.guild_id is not None:
            message = DoomedMessage(board.message_id, board.channel_id, board.guild_id)
            doom(transaction.connection, message)
    delete_matches(transaction.connection, [match_id])
    return before
