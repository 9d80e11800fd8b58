"""Changes of a relay's teams, within the transaction of a match that was locked."""

from __future__ import annotations

from sqlalchemy import delete

from data.matches.rows import clock_values
from data.matches.teams import write_teams
from data.matches.transactions import MatchTransaction, index_members
from data.model.match import Match
from data.model.relay import joined_in_play
from data.model.teams import Teams
from data.tables.guesses import guesses
from games import replay
from games.base import Side


def begin(transaction: MatchTransaction, match: Match, teams: Teams) -> Match:
    """Replace the teams of a relay that has not begun; with somebody on each side it begins."""
    captains = teams.captain(Side.FIRST), teams.captain(Side.SECOND)
    if None in captains:
        return write_teams(transaction, match, teams)
    index_members(transaction.connection, match.id, teams)
    now, to_move = transaction.uptime(match.guild_id), replay(match.record).to_move
    clock = match.clock and match.clock.turn(to_move, now)
    values = {"teams": teams.text, "first_id": captains[0], "second_id": captains[1], **clock_values(clock)}
    return transaction.accept(match, values, captains)


def join_in_play(transaction: MatchTransaction, match: Match, user_id: int, side: Side) -> Match:
    """Add a person to a side. What they have guessed of the next move, which could be theirs, is deleted."""
    if match.teams is None:
        raise ValueError(f"match {match.id} has no teams")
    own = (guesses.c.match_id == match.id, guesses.c.user_id == user_id, guesses.c.ply >= match.ply)
    transaction.connection.execute(delete(guesses).where(*own))
    return write_teams(transaction, match, joined_in_play(match, match.teams, user_id, side))
