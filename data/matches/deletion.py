"""Deleting matches, and replacing a person in those that are kept for the opponent."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, select, update

from data.model.match import DELETED_USER
from data.tables.boards import boards
from data.tables.guesses import guesses
from data.tables.matches import accuracies, analyses, matches, mistakes, moves, opening_moves
from data.tables.opponents import conditional_moves, team_members, votes
from data.tables.ratings import rated_matches
from data.tournaments.deletion import forget_matches

_SEATS = (matches.c.first_id, matches.c.second_id, matches.c.challenger_id)


def delete_matches(connection: Connection, ids: Sequence[int]) -> None:
    """Delete matches with everything about them. Their rematches stay, as matches of their own.

    What ratings have been computed from stays too.
    """
    # On PostgreSQL, what is being added to a match is there before it is deleted, or is not added at all.
    theirs = select(matches.c.id).where(matches.c.id.in_(ids)).order_by(matches.c.id)
    connection.execute(theirs.with_for_update()).all()
    connection.execute(update(matches).where(matches.c.rematch_of.in_(ids)).values(rematch_of=None))
    others = accuracies, opening_moves, mistakes, conditional_moves, team_members, votes, guesses, boards
    for table in (moves, analyses, *others):
        connection.execute(delete(table).where(table.c.match_id.in_(ids)))
    unrated = rated_matches.c.match_id.in_(ids), rated_matches.c.unrated.is_not(None)
    connection.execute(delete(rated_matches).where(*unrated))
    forget_matches(connection, ids)
    connection.execute(delete(matches).where(matches.c.id.in_(ids)))


def anonymize_matches(connection: Connection, ids: Sequence[int], user_id: int) -> None:
    """Replace a person in matches by `DELETED_USER`."""
    for seat in _SEATS:
        theirs = update(matches).where(matches.c.id.in_(ids), seat == user_id)
        connection.execute(theirs.values({seat: DELETED_USER}))
    played = update(moves).where(moves.c.match_id.in_(ids), moves.c.user_id == user_id)
    connection.execute(played.values(user_id=DELETED_USER))
    for table in (mistakes, conditional_moves):
        theirs_alone = table.c.match_id.in_(ids), table.c.user_id == user_id
        connection.execute(delete(table).where(*theirs_alone))
