"""Changes of a match's teams, within the transaction of a match that was locked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection, delete, select, update

from data.matches.deletion import delete_matches
from data.matches.rows import NEW_TURN, Values, clock_values
from data.matches.transactions import MatchTransaction, index_members
from data.model.match import DELETED_USER, Match, MatchState
from data.model.teams import Teams
from data.tables.matches import matches, moves
from data.tables.opponents import team_members
from games import replay
from games.base import Side
from games.turns import turns


def write_teams(transaction: MatchTransaction, match: Match, teams: Teams) -> Match:
    """Replace a match's teams; if another person is to move, their turn begins."""
    index_members(transaction.connection, match.id, teams)
    captains = {"first_id": teams.captain(Side.FIRST), "second_id": teams.captain(Side.SECOND)}
    values = {"teams": teams.text, **captains, **_new_turn(transaction, match, teams)}
    return transaction.update(match, values)


def _new_turn(transaction: MatchTransaction, match: Match, teams: Teams) -> Values:
    """The columns of a turn that begins now; none if the same person is to move."""
    side = replay(match.record).to_move
    if match.state != MatchState.PLAYING or match.user_of(side) == replace(match, teams=teams).user_of(side):
        return {}
    now = transaction.uptime(match.guild_id)
    clock = match.clock and match.clock.stopped(now)
    if clock is not None and match.paused is None:
        clock = clock.turn(side, now)
    return {**NEW_TURN, **clock_values(clock)}


def joining_values(transaction: MatchTransaction, match: Match, user_id: int | None) -> Values:
    """The teams once a person has taken the free seat of an open challenge; nothing if there are none."""
    if match.teams is None or user_id is None or not match.is_open:
        return {}
    teams = match.teams.joined(user_id, Side.FIRST if match.first_id is None else Side.SECOND)
    index_members(transaction.connection, match.id, teams)
    return {"teams": teams.text}


def after_leaving(match: Match, user_id: int) -> Teams | None:
    """The teams once a member has left; None if nobody else is on their side, or they are on none."""
    side = match.side_of(user_id)
    if match.teams is None or match.is_of_pairs or side is None or len(match.members(side)) < 2:
        return None  # a hand cannot go on without its brain
    return match.teams.left(user_id, turns(match.record).of(side))


def after_flag_fall(match: Match) -> Teams | None:
    """The teams once the time for a move has run out: its member is out of it, and the others go on.

    None if the match is over by that: a side has one clock for all of its moves, or one member.
    """
    clock = match.clock
    if match.teams is None or clock is None or clock.side is None or not clock.control.each_turn:
        return None
    return after_leaving(match, match.require_user(clock.side))


def erase_members(connection: Connection, user_id: int, limit: int) -> int:
    """Replace a person in at most ``limit`` matches of teams; returns in how many.

    A match is deleted if nobody else has played in it, or if it is a challenge that has come to nothing.
    """
    theirs = select(team_members.c.match_id).where(team_members.c.user_id == user_id).limit(limit)
    ids = list(connection.execute(theirs).scalars())
    query = select(matches.c.id, matches.c.teams, matches.c.challenger_id).where(matches.c.id.in_(ids))
    for row in connection.execute(query.with_for_update()).all():
        _erase_member(connection, row.id, Teams.read(row.teams), row.challenger_id, user_id)
    return len(ids)


def _erase_member(
    connection: Connection, match_id: int, teams: Teams, challenger_id: int, user_id: int
) -> None:
    """Erase a person from a match, which is deleted if nobody else was in its teams."""
    teams = teams.renamed(user_id, DELETED_USER)
    if not any(_people(teams)):
        delete_matches(connection, [match_id])
        return
    values = {
        "teams": teams.text,
        "first_id": teams.captain(Side.FIRST),
        "second_id": teams.captain(Side.SECOND),
        "challenger_id": DELETED_USER if challenger_id == user_id else challenger_id,
    }
    connection.execute(update(matches).where(matches.c.id == match_id).values(values))
    played = update(moves).where(moves.c.match_id == match_id, moves.c.user_id == user_id)
    connection.execute(played.values(user_id=DELETED_USER))
    row = (team_members.c.match_id == match_id) & (team_members.c.user_id == user_id)
    connection.execute(delete(team_members).where(row))


def _people(teams: Teams) -> Sequence[int]:
    return [member.user_id for side in Side for member in teams.of(side)]
