"""Limits on unfinished matches.

A limit is checked in the transaction that would exceed it, so that of two requests at the same instant only
one gets the last place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from sqlalchemy import BigInteger, BindParameter, Connection, bindparam, func, literal, or_, select

from data.errors import LimitKind, LimitReached
from data.model.match import UNFINISHED, Limits, Match, MatchState, NewMatch, Place
from data.tables.conditions import of_person
from data.tables.matches import matches


@dataclass(frozen=True, slots=True)
class LimitRequest:
    """A person's request to create, accept or move a match, which is not counted as existing yet."""

    user_id: int
    channel_id: int
    guild_id: int | None
    game: str | None = None
    level: str | None = None
    is_challenge: bool = False
    """Whether the request creates a challenge."""
    challenged_id: int | None = None
    """The person challenged; None if anyone can accept."""
    match_id: int | None = None
    """The match, if it exists already."""
    adds_to_channel: bool = True
    """Whether the channel gets one more match."""

    @classmethod
    def to_create(cls, new: NewMatch) -> Self:
        """The request to create a match."""
        opponent = new.second_id if new.challenger_id == new.first_id else new.first_id
        return cls(
            new.challenger_id,
            new.place.channel_id,
            new.place.guild_id,
            new.game,
            new.level,
            is_challenge=new.state == MatchState.CHALLENGE,
            challenged_id=opponent,
        )

    @classmethod
    def to_accept(cls, match: Match, user_id: int | None = None) -> Self:
        """The request of a person (None: the one challenged) to accept. Raises ValueError if it is nobody."""
        challenger = match.side_of(match.challenger_id)
        if challenger is None:
            raise ValueError(f"the challenger of match {match.id} does not play in it")
        person = user_id or match.require_user(challenger.other)
        return cls(person, match.home.channel_id, match.guild_id, match_id=match.id, adds_to_channel=False)

    @classmethod
    def to_move(cls, match: Match, user_id: int, place: Place) -> Self:
        """The request to move a match to another place."""
        return cls(user_id, place.channel_id, place.guild_id, match_id=match.id)


class _Unfinished(NamedTuple):
    """The columns of an unfinished match that limits depend on."""

    id: int
    state: str
    first_id: int | None
    second_id: int | None
    game: str
    level: str | None
    guild_id: int | None


_PERSON: BindParameter[int] = bindparam("person")
# Constructed once: constructing a statement costs more than SQLite takes to execute it.
_UNFINISHED_OF = select(*(matches.c[name] for name in _Unfinished._fields)).where(
    of_person(_PERSON, UNFINISHED),
    or_(matches.c.state == MatchState.PLAYING, matches.c.challenger_id == _PERSON),
)
_COUNT_IN_CHANNEL = select(func.count()).where(
    matches.c.channel_id == bindparam("channel"),
    matches.c.state.in_(UNFINISHED),
    matches.c.id != bindparam("match"),
)


def check_limits(connection: Connection, request: LimitRequest, limits: Limits) -> None:
    """Raise `LimitReached` if a request exceeds a limit. Until the transaction ends, other requests wait.

    Challenges to a person do not count for that person: nobody can be locked out by being challenged.
    """
    _wait_for_other_requests(connection, (request.user_id, request.channel_id))
    own = [row for row in _unfinished(connection, request.user_id) if row.id != request.match_id]
    for kind, maximum, count in _counts(own, request, limits):
        if maximum is not None and count >= maximum:
            raise LimitReached(kind, maximum)
    if limits.in_channel is None or not request.adds_to_channel:
        return
    if _count_in_channel(connection, request) >= limits.in_channel:
        raise LimitReached(LimitKind.IN_CHANNEL, limits.in_channel)


def _counts(
    own: Sequence[_Unfinished], request: LimitRequest, limits: Limits
) -> Iterator[tuple[LimitKind, int | None, int]]:
    """The limits that apply to a request, except that of the channel: kind, most, current count."""
    if request.is_challenge:
        challenges = [row for row in own if row.state == MatchState.CHALLENGE]
        same = [row for row in challenges if request.challenged_id in (row.first_id, row.second_id)]
        if request.challenged_id is not None:
            yield LimitKind.SAME_PERSON, None if limits.challenges is None else 1, len(same)
        yield LimitKind.CHALLENGES, limits.challenges, len(challenges)
    if _is_strong(request, limits):
        yield LimitKind.STRONG, limits.strong, sum(_is_strong(row, limits) for row in own)
    if request.guild_id is not None:
        yield LimitKind.IN_GUILD, limits.in_guild, sum(row.guild_id == request.guild_id for row in own)
    yield LimitKind.MATCHES, limits.matches, len(own)


def _is_strong(match: LimitRequest | _Unfinished, limits: Limits) -> bool:
    """Whether a match is, or is to be, one against the computer at a strong level."""
    return match.game is not None and match.level is not None and limits.is_strong(match.game, match.level)


def _wait_for_other_requests(connection: Connection, ids: Sequence[int]) -> None:
    """Serialize the requests of a person and a channel on PostgreSQL. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        for number in sorted(ids):
            connection.execute(select(func.pg_advisory_xact_lock(literal(number, BigInteger))))


def _unfinished(connection: Connection, user_id: int) -> list[_Unfinished]:
    """A person's matches in play, and the challenges they made."""
    rows = connection.execute(_UNFINISHED_OF, {"person": user_id})
    return [_Unfinished(*row) for row in rows]


def _count_in_channel(connection: Connection, request: LimitRequest) -> int:
    values = {"channel": request.channel_id, "match": request.match_id or 0}
    return connection.execute(_COUNT_IN_CHANNEL, values).scalar_one()
