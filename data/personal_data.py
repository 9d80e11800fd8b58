"""What is stored about one person: counted, read, and erased.

Erasing keeps the matches of two people for the other one, with `data.model.DELETED_USER` in the person's
place. Blocks of the person by others are settings of those others, and stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import BindParameter, ColumnElement, Connection, bindparam, delete, func, or_, select

from data.engine.database import Database
from data.matches.deletion import anonymize_matches, delete_matches
from data.matches.rows import load_where
from data.model import CHALLENGE_REASON, DELETED_USER, UNFINISHED, Match, MatchState
from data.schema import blocks, lessons, matches, moves, people

_PERSON: BindParameter[int] = bindparam("user")
_SETTINGS = select(func.count()).select_from(people).where(people.c.user_id == _PERSON)
_LESSONS = select(func.count()).select_from(lessons).where(lessons.c.user_id == _PERSON)
_BLOCKS = select(func.count()).select_from(blocks).where(blocks.c.user_id == _PERSON)


@dataclass(frozen=True, slots=True)
class Stored:
    """How much is stored about a person."""

    finished: int
    """Matches that are over."""
    unfinished: int
    """Matches in play, and challenges that wait for an answer."""
    not_accepted: int
    """Challenges that nobody accepted."""
    settings: bool
    """Whether there are settings or a language."""
    lessons: int
    """Games whose lesson was begun or offered."""
    blocks: int
    """People whom the person has blocked."""


class TimedMatch(NamedTuple):
    """A match with the unix times at which its moves were played."""

    match: Match
    times: tuple[float, ...]


class PersonalData:
    """What is stored about each person. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def count(self, user_id: int) -> Stored:
        """How much is stored about a person."""
        never_begun = matches.c.reason.startswith(CHALLENGE_REASON, autoescape=True)
        kinds = (
            select(matches.c.state, never_begun, func.count())
            .where(_seated(user_id))
            .group_by(matches.c.state, never_begun)
        )

        def work(connection: Connection) -> Stored:
            counted = [(state, bool(never), n) for state, never, n in connection.execute(kinds)]
            settings, begun, blocked = (
                connection.execute(query, {"user": user_id}).scalar_one()
                for query in (_SETTINGS, _LESSONS, _BLOCKS)
            )
            over = [(never, n) for state, never, n in counted if state == MatchState.OVER]
            return Stored(
                finished=sum(n for never, n in over if not never),
                unfinished=sum(n for state, _, n in counted if state in UNFINISHED),
                not_accepted=sum(n for never, n in over if never),
                settings=bool(settings),
                lessons=begun,
                blocks=blocked,
            )

        return await self._database.read(work)

    async def matches(self, user_id: int, *, after: int = 0, most: int) -> list[TimedMatch]:
        """A person's matches in any state with a number above ``after``, at ``most`` so many, by number."""
        ids = select(matches.c.id).where(_seated(user_id), matches.c.id > after)

        def work(connection: Connection) -> list[TimedMatch]:
            found = list(connection.execute(ids.order_by(matches.c.id).limit(most)).scalars())
            times = _times(connection, found)
            return [
                TimedMatch(match, tuple(times.get(match.id, ())))
                for match in load_where(connection, matches.c.id.in_(found))
            ]

        return await self._database.read(work)

    async def erase_matches(self, user_id: int, most: int) -> int:
        """Erase a person from at ``most`` so many of their matches that are over; returns how many.

        Those of two people that have begun are kept for the opponent. The others are deleted.
        """
        columns = (matches.c[name] for name in ("id", "level", "reason", "first_id", "second_id"))
        query = select(*columns).where(_seated(user_id), matches.c.state == MatchState.OVER).limit(most)

        def work(connection: Connection) -> int:
            rows = connection.execute(query).all()
            kept = [row.id for row in rows if _is_kept(row.level, row.reason, row.first_id, row.second_id)]
            anonymize_matches(connection, kept, user_id)
            delete_matches(connection, sorted({row.id for row in rows} - set(kept)))
            return len(rows)

        return await self._database.write(work)

    async def erase_settings(self, user_id: int) -> None:
        """Delete a person's settings, progress in lessons, and blocks."""

        def work(connection: Connection) -> None:
            for table in (people, lessons, blocks):
                connection.execute(delete(table).where(table.c.user_id == user_id))

        await self._database.write(work)


def _seated(user_id: int) -> ColumnElement[bool]:
    return or_(matches.c.first_id == user_id, matches.c.second_id == user_id)


def _is_kept(level: str | None, reason: str | None, *seats: int | None) -> bool:
    """Whether a match that is over is kept for the opponent of a person who is erased."""
    has_begun = not (reason or "").startswith(CHALLENGE_REASON)
    return level is None and has_begun and None not in seats and DELETED_USER not in seats


def _times(connection: Connection, ids: Sequence[int]) -> dict[int, list[float]]:
    query = select(moves.c.match_id, moves.c.played_at).where(moves.c.match_id.in_(ids))
    times: dict[int, list[float]] = {}
    for match_id, played_at in connection.execute(query.order_by(moves.c.match_id, moves.c.ply)):
        times.setdefault(match_id, []).append(played_at)
    return times
