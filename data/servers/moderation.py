"""What a moderator does: corrects the result of a match, voids or deletes it, deletes a tournament.

To void a match takes back what it has changed, as if it had not been played: the ratings of its players, its
place in the index of openings and its result in a tournament. A corrected result changes the first two, as if
the match had ended so.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete

from data.engine.database import Database
from data.errors import Stale
from data.matches.deletion import delete_matches
from data.matches.opening_index import index_moves, indexed_moves, is_counted
from data.matches.store import MatchStore
from data.matches.transactions import MatchTransaction
from data.model.match import CHALLENGE_REASON, Match, MatchState
from data.model.match_rating import Unrated
from data.model.reasons import VOIDED
from data.model.tournament import Tournament
from data.ratings.changes import correct, take_back
from data.servers.messages_to_delete import MessageToDelete, delete_message_later
from data.tables.matches import opening_moves
from data.tournaments.deletion import delete_tournaments, tournaments_of, void_pairing
from data.tournaments.store import raise_version
from games.base import Outcome

CANCELED = f"{CHALLENGE_REASON}cancelled"
"""`Match.reason` of a challenge that was canceled."""


class Moderation:
    """Acts of moderators, each in one transaction. Methods raise `data.errors.StoreError`.

    Those on a match take it as the moderator has seen it, and raise `data.errors.Stale` if it has begun,
    ended or got another result since: of two moderators at once one acts. Changes of matches are published
    as by ``matches``.
    """

    def __init__(self, database: Database, matches: MatchStore) -> None:
        self._database = database
        self._matches = matches

    async def void(self, seen: Match) -> Match:
        """End a match without a result, or take its result back if it is over; a challenge is canceled."""
        return await self._matches.commit(lambda transaction: _void(transaction, _lock(transaction, seen)))

    async def correct(self, seen: Match, outcome: Outcome) -> Match:
        """Give a match another result, and rate it by that; nothing changes unless it `can_be_corrected`."""
        return await self._matches.commit(
            lambda transaction: _correct(transaction, _lock(transaction, seen), outcome)
        )

    async def delete_match(self, seen: Match) -> Match:
        """Void a match and delete everything about it; its messages are noted for deletion.

        Returns it as it was.
        """
        return await self._matches.commit(lambda transaction: _delete(transaction, _lock(transaction, seen)))

    async def tournaments_of(self, guild_id: int, user_id: int) -> list[Tournament]:
        """The unfinished tournaments of a server that a person is in."""
        return await self._database.read(lambda connection: tournaments_of(connection, user_id, guild_id))

    async def delete_tournament(self, tournament: Tournament) -> None:
        """Delete a tournament as it was read; its message is noted for deletion, and its matches stay.

        Raises `data.tournaments.store.StaleTournament` if it has changed.
        """

        def work(connection: Connection) -> None:
            raise_version(connection, tournament, {})
            if tournament.message_id is not None:
                message = tournament.message_id, tournament.channel_id, tournament.guild_id
                delete_message_later(connection, MessageToDelete(*message))
            delete_tournaments(connection, [tournament.id])

        await self._database.write(work)


def can_be_corrected(match: Match) -> bool:
    """Whether a match is over and can have another result: it counts in no tournament."""
    is_played = match.state == MatchState.OVER and match.begun and match.imported_by is None
    return is_played and match.reason != VOIDED and match.tournament_id is None


def _lock(transaction: MatchTransaction, seen: Match) -> Match:
    """Lock a match that a moderator has seen. Raises `Stale` if its state or its result is another."""
    match = transaction.lock(seen.id)
    if (match.state, match.winner, match.reason) != (seen.state, seen.winner, seen.reason):
        raise Stale(match)
    return match


def _correct(transaction: MatchTransaction, match: Match, outcome: Outcome) -> Match:
    connection = transaction.connection
    if not can_be_corrected(match):
        return match
    connection.execute(delete(opening_moves).where(opening_moves.c.match_id == match.id))
    winner = None if outcome.winner is None else int(outcome.winner)
    rating = correct(connection, match.id, outcome.winner)
    rated = {} if rating is None else {"rated": rating.text}
    corrected = transaction.update(match, {"winner": winner, "reason": outcome.reason, **rated})
    if is_counted(corrected):
        index_moves(connection, corrected, indexed_moves(corrected.record))
    return corrected


def _void(transaction: MatchTransaction, match: Match) -> Match:
    """End a match without a result, or take its result back if it is over; a challenge is canceled."""
    connection = transaction.connection
    if match.state == MatchState.CHALLENGE:
        return transaction.end(match, Outcome(None, CANCELED))
    if match.state != MatchState.OVER:
        voided = transaction.end(match, Outcome(None, VOIDED))
    elif match.reason == VOIDED or not match.begun:
        return match
    else:
        take_back(connection, match.id)
        connection.execute(delete(opening_moves).where(opening_moves.c.match_id == match.id))
        rated = match.rated.without_effect(Unrated.VOIDED).text if match.rated is not None else None
        voided = transaction.update(match, {"winner": None, "reason": VOIDED, "rated": rated})
    if match.tournament_id is not None:
        void_pairing(connection, match.id)
    return voided


def _delete(transaction: MatchTransaction, before: Match) -> Match:
    """Void a match and delete everything about it; its messages are deleted afterwards. Returns it as it was.

    The change that is published is its end, so that nothing goes on in it.
    """
    voided = _void(transaction, before)
    if voided is before:  # it has not changed, but it ends for those who show it
        transaction.update(before, {})
    for board in before.boards:
        if board.message_id is not None and board.guild_id is not None:
            message = MessageToDelete(board.message_id, board.channel_id, board.guild_id)
            delete_message_later(transaction.connection, message)
    delete_matches(transaction.connection, [before.id])
    return before
