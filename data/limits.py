"""How many matches there may be at once. Start reading at `check`.

A limit is checked in the transaction that would pass it, so that of two clicks at the same instant only one
gets the last place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from sqlalchemy import BigInteger, Row, func, literal, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.errors import LimitReached
from data.match import UNFINISHED, Match, State
from data.schema import matches

_NEEDED = ("id", "state", "first_id", "second_id", "level", "challenger_id", "guild_id")


@dataclass(frozen=True, slots=True)
class Limits:
    """The most there may be of each kind at once; None is any number."""

    matches: int | None = None
    """Unfinished matches of a person, wherever they are played."""
    in_guild: int | None = None
    """Unfinished matches of a person in this server."""
    challenges: int | None = None
    """Challenges of a person that wait for an answer; of these one to the same person."""
    boards: int | None = None
    """Unfinished matches in this channel, whoever plays them."""
    strong: int | None = None
    """Matches of a person against the computer at one of the `strong_levels`."""
    strong_levels: tuple[str, ...] = ()


NONE = Limits()


@dataclass(frozen=True, slots=True)
class Wish:
    """A match that somebody wants to begin, to accept or to bring here; it does not count as there yet."""

    user_id: int
    channel_id: int
    guild_id: int | None
    level: str | None = None
    challenged_id: int | None = None
    """Whom it challenges, if it is a challenge."""
    match_id: int | None = None
    """Its number, if it has one."""
    takes_room: bool = True
    """Whether it is one more board in the channel."""

    @classmethod
    def to_begin(
        cls, *, state: State, first_id: int | None, second_id: int | None, level: str | None,
        challenger_id: int, guild_id: int | None, channel_id: int, **_: object,
    ) -> Self:  # fmt: skip
        """The wish for a new match with these values, or for the answer to a challenge."""
        other = second_id if challenger_id == first_id else first_id
        return cls(challenger_id, channel_id, guild_id, level, other if state == "challenge" else None)

    @classmethod
    def to_accept(cls, match: Match) -> Self:
        """The wish of whoever was challenged; the board is there already."""
        person = match.second_id if match.challenger_id == match.first_id else match.first_id
        assert person is not None
        return cls(person, match.channel_id, match.guild_id, match_id=match.id, takes_room=False)


async def check(connection: AsyncConnection, wish: Wish, limits: Limits) -> None:
    """Raise `LimitReached` if a wish goes beyond the limits; until the transaction ends nobody else may wish.

    What others ask of a person does not count for that person: nobody can be shut out by challenges.
    """
    await _take_turns(connection, (wish.user_id, wish.channel_id))
    own = [row for row in await _unfinished(connection, wish.user_id) if row.id != wish.match_id]
    for name, most, there in _counts(own, wish, limits):
        if most is not None and there >= most:
            raise LimitReached(name, most)
    if limits.boards is not None and wish.takes_room and await _boards(connection, wish) >= limits.boards:
        raise LimitReached("boards", limits.boards)


def _counts(own: Sequence[Row[Any]], wish: Wish, limits: Limits) -> Iterator[tuple[str, int | None, int]]:
    """Each limit that concerns a wish: its name, the most, and how many there are."""
    if wish.challenged_id is not None:
        waiting = [row for row in own if row.state == "challenge"]
        same = [row for row in waiting if wish.challenged_id in (row.first_id, row.second_id)]
        yield "same-person", None if limits.challenges is None else 1, len(same)
        yield "challenges", limits.challenges, len(waiting)
    if wish.level is not None and wish.level in limits.strong_levels:
        yield "strong", limits.strong, sum(row.level in limits.strong_levels for row in own)
    if wish.guild_id is not None:
        yield "in-guild", limits.in_guild, sum(row.guild_id == wish.guild_id for row in own)
    yield "matches", limits.matches, len(own)


async def _take_turns(connection: AsyncConnection, names: Sequence[int]) -> None:
    """On PostgreSQL two transactions see the same count unless one waits; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        for name in sorted(names):
            await connection.execute(select(func.pg_advisory_xact_lock(literal(name, BigInteger))))


async def _unfinished(connection: AsyncConnection, user_id: int) -> Sequence[Row[Any]]:
    seated = or_(matches.c.first_id == user_id, matches.c.second_id == user_id)
    wanted = or_(matches.c.state == "playing", matches.c.challenger_id == user_id)
    query = select(*(matches.c[name] for name in _NEEDED)).where(
        seated, matches.c.state.in_(UNFINISHED), wanted
    )
    return (await connection.execute(query)).all()


async def _boards(connection: AsyncConnection, wish: Wish) -> int:
    here = select(func.count()).where(
        matches.c.channel_id == wish.channel_id,
        matches.c.state.in_(UNFINISHED),
        matches.c.id != (wish.match_id or 0),
    )
    return (await connection.execute(here)).scalar_one()
