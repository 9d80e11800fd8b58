"""Conditions on the rows of matches that several parts share: of whom they are, where, and in which shard."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import BindParameter, ColumnElement, Integer, and_, false, func, literal, or_, select, true

from data.model.match import MatchState
from data.model.shards import SHARD_BITS, Shards
from data.tables.boards import boards
from data.tables.matches import matches, opening_moves
from data.tables.opponents import team_members

_played = matches.alias("played")


def seated(user_id: int) -> ColumnElement[bool]:
    """Whether a person plays, or may play, in a match, or has left a team of it."""
    of_team = select(team_members.c.match_id).where(team_members.c.user_id == user_id)
    return or_(matches.c.first_id == user_id, matches.c.second_id == user_id, matches.c.id.in_(of_team))


def of_person(user_id: int | BindParameter[int], states: Iterable[MatchState]) -> ColumnElement[bool]:
    """Whether a person plays in a match in one of these states.

    The states are named with each seat: SQLite then searches by seat, else through every match in a state.
    """
    wanted = list(states)
    is_such = matches.c.state.in_(wanted)
    of_team = (
        select(team_members.c.match_id)
        .join(_played, _played.c.id == team_members.c.match_id)
        .where(team_members.c.user_id == user_id, team_members.c.has_left == false())
        .where(_played.c.state.in_(wanted))
    )
    return or_(
        and_(matches.c.first_id == user_id, is_such),
        and_(matches.c.second_id == user_id, is_such),
        matches.c.id.in_(of_team),
    )


def has_own_boards() -> ColumnElement[bool]:
    """Whether each side of a match has a board of its own, where the other is not named."""
    return matches.c.id.in_(select(boards.c.match_id).where(boards.c.side.is_not(None)))


def shard_of_row(total: int) -> ColumnElement[int]:
    """The shard of a row of `data.tables.matches.matches`, among ``total``."""
    shift = literal(SHARD_BITS, Integer)  # PostgreSQL shifts by no bigint
    return func.coalesce(matches.c.guild_id, 0).bitwise_rshift(shift) % total


def of_shards(shards: Shards) -> ColumnElement[bool]:
    """Which rows of `data.tables.matches.matches` are of these shards."""
    if len(shards.numbers) == shards.total:
        return true()
    return shard_of_row(shards.total).in_(sorted(shards.numbers))


@dataclass(frozen=True, slots=True)
class Scope:
    """Chooses matches: those of a server, or of some of its channels, or those of a person."""

    guild_id: int | None = None
    channels: frozenset[int] | None = None
    """The channels and threads of the server in which they are played; None for all of them."""
    user_id: int | None = None
    """The person who has played or imported them, wherever they are. Without a server only."""

    def condition(self) -> ColumnElement[bool]:
        """Which rows of the table of openings are in the scope. Raises ValueError if it is empty."""
        if self.guild_id is not None:
            in_guild = opening_moves.c.guild_id == self.guild_id
            if self.channels is None:
                return in_guild
            return and_(in_guild, opening_moves.c.channel_id.in_(sorted(self.channels)))
        if self.user_id is None:
            raise ValueError("a scope has a server or a person")
        theirs = or_(of_person(self.user_id, (MatchState.OVER,)), matches.c.imported_by == self.user_id)
        return opening_moves.c.match_id.in_(select(matches.c.id).where(theirs))

    def of_matches(self) -> ColumnElement[bool]:
        """Whether a match was played in these places; true without a server, wherever it was played.

        The sums keep SQLite from searching by places, where it is to search by a person.
        """
        if self.guild_id is None:
            return true()
        in_guild = matches.c.guild_id + 0 == self.guild_id
        if self.channels is None:
            return in_guild
        return and_(in_guild, (matches.c.channel_id + 0).in_(sorted(self.channels)))
