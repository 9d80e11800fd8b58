"""What is stored about one person: counted, read, and erased.

Erasing keeps the matches of two people for the other one, with `data.model.match.DELETED_USER` in the place
of the person. Blocks of the person by others are settings of those others, and stay. A ban of the person
stays while it lasts: otherwise erasing would lift it.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import BindParameter, Connection, bindparam, delete, func, select, update

from data.engine.database import Database
from data.matches.deletion import anonymize_matches, delete_matches
from data.matches.teams import erase_members
from data.model.match import CHALLENGE_REASON, DELETED_USER, UNFINISHED, MatchState
from data.puzzles.daily_puzzles import erase_daily
from data.puzzles.race_rows import erase_races
from data.servers.bans import erase_moderator, lasting
from data.servers.server_races import show_without
from data.tables.conditions import of_person, seated
from data.tables.guesses import guesses
from data.tables.matches import matches, mistakes
from data.tables.opponents import conditional_moves, seeks, vacations, votes
from data.tables.people import blocks, lessons, people
from data.tables.puzzles import daily_answers, daily_settings, puzzle_attempts, puzzle_people
from data.tables.races import racers
from data.tables.ratings import rated_matches, ratings
from data.tables.servers import bans
from data.tables.tournaments import tournament_entrants, tournaments
from data.tournaments.deletion import anonymize_entrants
from data.transfer.exporting import export_matches

log = logging.getLogger(__name__)

_PERSON: BindParameter[int] = bindparam("user")
_SETTINGS = select(func.count()).select_from(people).where(people.c.user_id == _PERSON)
_LESSONS = (
    select(func.count()).select_from(lessons).where(lessons.c.user_id == _PERSON, lessons.c.steps > 0)
)  # not those that were only offered
_IMPORTED = select(func.count()).select_from(matches).where(matches.c.imported_by == _PERSON)
_TOURNAMENTS = (
    select(func.count()).select_from(tournament_entrants).where(tournament_entrants.c.user_id == _PERSON)
)
_RATINGS = select(func.count()).select_from(ratings).where(ratings.c.user_id == _PERSON)
_PUZZLES = select(func.count()).select_from(puzzle_attempts).where(puzzle_attempts.c.user_id == _PERSON)
_DAILY = select(func.count()).select_from(daily_answers).where(daily_answers.c.user_id == _PERSON)
_BANS = select(func.count()).select_from(bans).where(bans.c.user_id == _PERSON)
_CREATED = select(func.count()).select_from(tournaments).where(tournaments.c.creator_id == _PERSON)
_CHOSEN = select(func.count()).select_from(daily_settings).where(daily_settings.c.admin_id == _PERSON)
_GUESSES = select(func.count()).select_from(guesses).where(guesses.c.user_id == _PERSON)
_RACES = select(func.count()).select_from(racers).where(racers.c.user_id == _PERSON)
_BLOCKS = select(func.count()).select_from(blocks).where(blocks.c.user_id == _PERSON)

_COUNTED = {
    "lessons": _LESSONS,
    "blocks": _BLOCKS,
    "imported": _IMPORTED,
    "tournaments": _TOURNAMENTS,
    "created": _CREATED,
    "ratings": _RATINGS,
    "puzzles": _PUZZLES,
    "daily": _DAILY,
    "daily_servers": _CHOSEN,
    "guesses": _GUESSES,
    "races": _RACES,
}
"""By field of `Stored`."""
_OF_ONE_PERSON = (
    people,
    lessons,
    mistakes,
    conditional_moves,
    vacations,
    seeks,
    votes,
    guesses,
    blocks,
    ratings,
    puzzle_attempts,
    puzzle_people,
)


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
    imported: int = 0
    """Matches that the person has imported from files."""
    tournaments: int = 0
    """Tournaments that the person has joined."""
    ratings: int = 0
    """Games in which the person has a rating."""
    puzzles: int = 0
    """Puzzles that the person has tried."""
    daily: int = 0
    """Daily puzzles that the person has opened."""
    bans: int = 0
    """Servers in which the person cannot use the bot."""
    created: int = 0
    """Tournaments that the person has created."""
    daily_servers: int = 0
    """Servers whose daily puzzle the person has chosen last, as an admin."""
    guesses: int = 0
    """Moves of others that the person has guessed."""
    races: int = 0
    """Puzzle races and storms in which the person has taken part."""


class PersonalData:
    """What is stored about each person. Methods raise `data.errors.StoreError`; ``clock``: unix seconds."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    async def count(self, user_id: int) -> Stored:
        """How much is stored about a person."""
        never_begun = matches.c.reason.startswith(CHALLENGE_REASON, autoescape=True)
        kinds = (
            select(matches.c.state, never_begun, func.count())
            .where(seated(user_id))
            .group_by(matches.c.state, never_begun)
        )

        def work(connection: Connection) -> Stored:
            counted = [(state, bool(never), n) for state, never, n in connection.execute(kinds)]
            person = {"user": user_id}
            numbers = {
                name: connection.execute(query, person).scalar_one() for name, query in _COUNTED.items()
            }
            over = [(never, n) for state, never, n in counted if state == MatchState.OVER]
            return Stored(
                finished=sum(n for never, n in over if not never),
                unfinished=sum(n for state, _, n in counted if state in UNFINISHED),
                not_accepted=sum(n for never, n in over if never),
                settings=bool(connection.execute(_SETTINGS, person).scalar_one()),
                bans=connection.execute(_BANS.where(lasting(self._clock())), person).scalar_one(),
                **numbers,
            )

        return await self._database.read(work)

    async def export_matches(self, user_id: int) -> str:
        """A person's matches, also imported ones, as lines of JSON, in the form of `data.transfer.lines`."""
        file = io.StringIO()
        exported = await export_matches(self._database, file, user_id)
        for sentence in exported.unreadable:
            log.warning("in a person's export, %s", sentence)
        return file.getvalue()

    async def erase_matches(self, user_id: int, limit: int) -> int:
        """Erase a person from at most ``limit`` of their matches that are over; returns from how many.

        Those of two people that have begun are kept for the opponent. The others are deleted.
        """
        columns = (matches.c[name] for name in ("id", "level", "reason", "first_id", "second_id"))
        ended = select(*columns).where(of_person(user_id, (MatchState.OVER,))).limit(limit)
        query = ended.with_for_update()  # on PostgreSQL, the opponent may be erasing the same matches

        def work(connection: Connection) -> int:
            rows = connection.execute(query).all()
            kept = [row.id for row in rows if _is_kept(row.level, row.reason, row.first_id, row.second_id)]
            anonymize_matches(connection, kept, user_id)
            delete_matches(connection, sorted({row.id for row in rows} - set(kept)))
            return len(rows)

        return await self._database.write(work)

    async def erase_imported(self, user_id: int, limit: int) -> int:
        """Delete at most ``limit`` of the matches that a person has imported; returns how many."""
        query = select(matches.c.id).where(matches.c.imported_by == user_id).limit(limit)

        def work(connection: Connection) -> int:
            ids = list(connection.execute(query).scalars())
            delete_matches(connection, ids)
            return len(ids)

        return await self._database.write(work)

    async def erase_from_teams(self, user_id: int, limit: int) -> int:
        """Erase a person from at most ``limit`` matches of teams; returns from how many."""
        return await self._database.write(lambda connection: erase_members(connection, user_id, limit))

    async def erase_unreadable(self, user_id: int, match_ids: Sequence[int]) -> None:
        """Replace a person in matches that cannot be read, in whatever state they are."""
        await self._database.write(lambda connection: anonymize_matches(connection, match_ids, user_id))

    async def leave_tournaments(self, user_id: int) -> None:
        """Replace a person in tournaments, where they are not paired anymore."""
        await self._database.write(lambda connection: anonymize_entrants(connection, user_id))

    async def erase_settings(self, user_id: int) -> None:
        """Delete a person's settings, lessons, puzzles, mistakes, conditional moves, blocks, ratings.

        The log of rated matches keeps those of two people for the other one.
        """

        def work(connection: Connection) -> None:
            erase_daily(connection, user_id)
            show_without(connection, user_id)
            erase_races(connection, user_id)
            erase_moderator(connection, user_id)
            for table in _OF_ONE_PERSON:
                connection.execute(delete(table).where(table.c.user_id == user_id))
            for seat in (rated_matches.c.first_id, rated_matches.c.second_id):
                theirs = update(rated_matches).where(seat == user_id)
                connection.execute(theirs.values({seat: DELETED_USER}))
            nobodys = rated_matches.c.first_id == DELETED_USER, rated_matches.c.second_id == DELETED_USER
            connection.execute(delete(rated_matches).where(*nobodys))

        await self._database.write(work)


def _is_kept(level: str | None, reason: str | None, *seats: int | None) -> bool:
    """Whether a match that is over is kept for the opponent of a person who is erased."""
    has_begun = not str(reason).startswith(CHALLENGE_REASON)
    return level is None and has_begun and None not in seats and DELETED_USER not in seats
