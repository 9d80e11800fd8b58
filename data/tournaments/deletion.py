"""What becomes of tournaments when they, their matches or their people are deleted, or people are banned."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, and_, delete, false, select, update

from data.model.match import DELETED_USER
from data.model.tournament import UNFINISHED, VOID_RESULTS, Kind, Tournament
from data.tables.tournaments import tournament_entrants, tournament_pairings, tournaments
from data.tournaments.rows import read_tournaments, write_entrants
from data.tournaments.store import raise_version


def void_pairing(connection: Connection, match_id: int) -> None:
    """A match of a tournament counts for nobody, whatever its result was."""
    row = tournament_pairings.c
    theirs = row.match_id == match_id
    tournament_id = connection.execute(select(row.tournament_id).where(theirs)).scalar_one_or_none()
    if tournament_id is None:
        return
    its = tournaments.c.id == tournament_id
    kind = connection.execute(select(tournaments.c.kind).where(its)).scalar_one()
    connection.execute(update(tournament_pairings).where(theirs).values(result=VOID_RESULTS[Kind(kind)]))
    changed = update(tournaments).where(its)
    connection.execute(changed.values(version=tournaments.c.version + 1, announced=False))


def delete_tournaments(connection: Connection, ids: Sequence[int]) -> None:
    """Delete tournaments. Their matches stay, as matches of their own."""
    for table in (tournament_entrants, tournament_pairings):
        connection.execute(delete(table).where(table.c.tournament_id.in_(ids)))
    connection.execute(delete(tournaments).where(tournaments.c.id.in_(ids)))


def forget_matches(connection: Connection, match_ids: Sequence[int]) -> None:
    """The pairings of matches that are deleted keep their results."""
    theirs = tournament_pairings.c.match_id.in_(match_ids)
    connection.execute(update(tournament_pairings).where(theirs).values(match_id=None))


def drop_from_tournaments(connection: Connection, user_id: int, guild_id: int) -> list[int]:
    """A person is removed from the unfinished tournaments of a server; returns in which they were.

    Raises `StaleTournament` if somebody changes one at the same moment.
    """
    left = tournaments_of(connection, user_id, guild_id)
    for before in left:
        numbers = [entrant.number for entrant in before.entrants if entrant.user_id == user_id]
        after = before.without(numbers[0], removed=True)
        raise_version(connection, before, {})
        write_entrants(connection, before, after)
    return [tournament.id for tournament in left]


def tournaments_of(connection: Connection, user_id: int, guild_id: int) -> list[Tournament]:
    """The unfinished tournaments of a server in which a person is, and may take a place."""
    entrants = tournament_entrants.c
    theirs = select(entrants.tournament_id).where(entrants.user_id == user_id, entrants.removed == false())
    unfinished = tournaments.c.guild_id == guild_id, tournaments.c.state.in_(UNFINISHED)
    return read_tournaments(connection, and_(*unfinished, tournaments.c.id.in_(theirs)))


def anonymize_entrants(connection: Connection, user_id: int) -> None:
    """Replace a person in tournaments by `DELETED_USER`, who is not paired anymore."""
    theirs = tournament_entrants.c.user_id == user_id
    ids = list(connection.execute(select(tournament_entrants.c.tournament_id).where(theirs)).scalars())
    connection.execute(update(tournament_entrants).where(theirs).values(user_id=DELETED_USER, dropped=True))
    changed = update(tournaments).where(tournaments.c.id.in_(ids))
    connection.execute(changed.values(version=tournaments.c.version + 1))
    created = update(tournaments).where(tournaments.c.creator_id == user_id)
    connection.execute(created.values(creator_id=DELETED_USER, version=tournaments.c.version + 1))
