"""Puzzle races in channels, and storms: races of one person against the clock.

People join until a race begins; then all get the same puzzles, for `SECONDS`. A wrong answer costs
`PENALTY_SECONDS` of the person's own time and leads to the next puzzle. What was joined and answered is
stored with its time, and the times of the race decide what counts: an answer that arrives too late is refused
in the transaction that would store it. Nothing here changes a rating of puzzles (`data.puzzles.attempts`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, delete, insert, or_, select, update

from data.engine.database import Database
from data.errors import StoreConflict
from data.model.race import (
    JOIN_SECONDS,
    SECONDS,
    Answering,
    Joining,
    Race,
    Racer,
    RaceState,
    StormBest,
)
from data.puzzles.race_rows import BESTS, RACES, delete_selected, locked_race, race_from, racers_of
from data.tables.puzzles import puzzle_attempts
from data.tables.races import race_answers, racers, races, storm_bests


class RaceStore:
    """Races by number. Methods raise `data.errors.StoreError`; moments are unix seconds."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- Beginning -----------------------------------------------------------------------------------

    async def create(
        self,
        place: tuple[int, int],
        creator_id: int,
        game: str | None,
        now: float,
        rematch_of: int | None = None,
    ) -> Race | None:
        """Store a race in a server's channel, with its creator in it; None if another one goes on there."""
        guild_id, channel_id = place
        starts_at = now + JOIN_SECONDS
        values = {
            "guild_id": guild_id,
            "channel_id": channel_id,
            "creator_id": creator_id,
            "game": game,
            "rematch_of": rematch_of,
            "created_at": now,
            "starts_at": starts_at,
            "ends_at": starts_at + SECONDS,
            "version": 1,
            "shown_version": 0,
        }
        other = select(races.c.id).where(races.c.channel_id == channel_id, races.c.ended_at.is_(None))

        def work(connection: Connection) -> Race | None:
            if connection.execute(other).first() is not None:
                return None
            return _insert(connection, values, creator_id)

        try:
            return await self._database.write(work)
        except StoreConflict:  # on PostgreSQL, two commands in a channel at once
            return None

    async def begin_storm(self, user_id: int, game: str | None, puzzles: Sequence[str], now: float) -> Race:
        """Store a storm that begins now; an earlier one of the person is over."""
        values = {
            "creator_id": user_id,
            "game": game,
            "puzzles": " ".join(puzzles),
            "created_at": now,
            "starts_at": now,
            "ends_at": now + SECONDS,
            "version": 0,
            "shown_version": 0,
        }
        is_storm = races.c.channel_id.is_(None) & races.c.week.is_(None)
        earlier = (races.c.creator_id == user_id) & is_storm & races.c.ended_at.is_(None)

        def work(connection: Connection) -> Race:
            connection.execute(update(races).where(earlier).values(ended_at=now))
            return _insert(connection, values, user_id)

        return await self._database.write(work)

    async def begin_run(
        self, user_id: int, guild_id: int, week: int, puzzles: Sequence[str], now: float
    ) -> Race:
        """Store a person's run for a server in the race of a week, or return the one that there is."""
        values = {
            "guild_id": guild_id,
            "creator_id": user_id,
            "puzzles": " ".join(puzzles),
            "created_at": now,
            "starts_at": now,
            "ends_at": now + SECONDS,
            "version": 0,
            "shown_version": 0,
            "week": week,
        }

        def work(connection: Connection) -> Race:
            earlier = RACES.first(connection.execute(_run(user_id, week)))
            return earlier or _insert(connection, values, user_id)

        try:
            return await self._database.write(work)
        except StoreConflict:  # on PostgreSQL, two presses at once
            return await self._database.write(work)

    async def run_of(self, user_id: int, week: int) -> Race | None:
        """A person's run in the race of servers of a week, for whichever server; None if there is none."""
        query = _run(user_id, week)
        return await self._database.read(lambda connection: RACES.first(connection.execute(query)))

    async def join(self, race_id: int, user_id: int, now: float, limit: int) -> Joining:
        """Add a person to a race that has not begun."""

        def work(connection: Connection) -> Joining:
            race = locked_race(connection, race_id)
            people = list(
                connection.execute(select(racers.c.user_id).where(racers.c.race_id == race_id)).scalars()
            )
            if user_id in people:
                return Joining.ALREADY_IN
            if race is None or race.has_begun or race.ended_at is not None or now >= race.starts_at:
                return Joining.TOO_LATE
            if len(people) >= limit:
                return Joining.FULL
            connection.execute(insert(racers).values(race_id=race_id, user_id=user_id, joined_at=now))
            _changed(connection, race_id)
            return Joining.JOINED

        return await self._database.write(work)

    async def leave(self, race_id: int, user_id: int) -> bool:
        """Take a person out of a race that has not begun; False if it has, or they are not in it."""
        theirs = (racers.c.race_id == race_id) & (racers.c.user_id == user_id)

        def work(connection: Connection) -> bool:
            race = locked_race(connection, race_id)
            if race is None or race.has_begun or race.ended_at is not None:
                return False
            has_left = connection.execute(delete(racers).where(theirs)).rowcount == 1
            if has_left:
                _changed(connection, race_id)
            return has_left

        return await self._database.write(work)

    async def begin(self, race_id: int, puzzles: Sequence[str], now: float) -> bool:
        """Begin a race with these puzzles: its time runs from now on; False if it has begun or is over."""
        waits = races.c.puzzles.is_(None) & races.c.ended_at.is_(None)
        values = {
            "puzzles": " ".join(puzzles),
            "starts_at": now,
            "ends_at": now + SECONDS,
            "version": races.c.version + 1,
        }
        begins = update(races).where(races.c.id == race_id, waits).values(values)
        return await self._database.write(lambda connection: connection.execute(begins).rowcount == 1)

    async def finish(self, race_id: int, now: float) -> None:
        """End a race: no answer counts from then on."""
        unfinished = update(races).where(races.c.id == race_id, races.c.ended_at.is_(None))
        ends = unfinished.values(ended_at=now, version=races.c.version + 1)
        await self._database.write(lambda connection: connection.execute(ends).rowcount)

    # --- Answers -------------------------------------------------------------------------------------

    async def answer(
        self, race_id: int, user_id: int, number: int, game: str, now: float, *, solved: bool
    ) -> Answering:
        """Store what a person answered to a puzzle of a race, at a moment; ``game`` is the puzzle's.

        The puzzle counts as tried from then on, so that no later attempt is rated, and this one is not. In a
        storm, the person's best grows.
        """

        def work(connection: Connection) -> Answering:
            race = locked_race(connection, race_id)
            racer = racers_of(connection, race_id, user_id)
            if race is None or not racer:
                return Answering.NOT_IN_IT
            if race.ended_at is not None or not race.has_begun or now >= racer[0].ends_at(race):
                return Answering.TOO_LATE
            if number != len(racer[0].answers) or number >= len(race.puzzles):
                return Answering.NOT_THIS_PUZZLE
            puzzle_id = race.puzzles[number]
            row = {"race_id": race_id, "user_id": user_id, "number": number, "puzzle_id": puzzle_id}
            connection.execute(insert(race_answers).values(**row, solved=solved, answered_at=now))
            _try(connection, user_id, puzzle_id, game, now, solved=solved)
            _changed(connection, race_id)
            if race.is_storm and race.week is None and solved:
                _keep_best(connection, user_id, race.game or "", racer[0].solved + 1, now)
            return Answering.COUNTED

        try:
            return await self._database.write(work)
        except StoreConflict:  # on PostgreSQL, the puzzle was tried elsewhere at the same time
            return await self._database.write(work)

    # --- Reading -------------------------------------------------------------------------------------

    async def state(self, race_id: int) -> RaceState | None:
        """A race with everybody in it; None if there is none."""
        query = select(races).where(races.c.id == race_id)

        def work(connection: Connection) -> RaceState | None:
            race = RACES.first(connection.execute(query))
            return RaceState(race, tuple(racers_of(connection, race_id))) if race is not None else None

        return await self._database.read(work)

    async def unfinished(self) -> list[Race]:
        """The races in channels that are not over, or whose message does not show the last change."""
        is_behind = or_(races.c.ended_at.is_(None), races.c.shown_version < races.c.version)
        query = select(races).where(races.c.channel_id.is_not(None), is_behind).order_by(races.c.id)
        return await self._database.read(lambda connection: RACES.all(connection.execute(query)))

    async def seen(self, user_ids: Sequence[int]) -> dict[str, float]:
        """When one of these people has last tried each puzzle, in a race or by themselves."""
        tried = (
            select(puzzle_attempts.c.puzzle_id, puzzle_attempts.c.tried_at)
            .where(puzzle_attempts.c.user_id.in_(user_ids))
            .union_all(
                select(race_answers.c.puzzle_id, race_answers.c.answered_at).where(
                    race_answers.c.user_id.in_(user_ids)
                )
            )
        )

        def work(connection: Connection) -> dict[str, float]:
            last = dict[str, float]()
            for puzzle_id, moment in connection.execute(tried):
                if isinstance(puzzle_id, str) and isinstance(moment, float | int):
                    last[puzzle_id] = max(moment, last.get(puzzle_id, moment))
            return last

        return await self._database.read(work)

    async def bests(self, user_id: int) -> list[StormBest]:
        """A person's best storms, by game."""
        columns = storm_bests.c
        query = select(columns.game, columns.solved, columns.reached_at).where(columns.user_id == user_id)
        return await self._database.read(
            lambda connection: BESTS.all(connection.execute(query.order_by(columns.game)))
        )

    async def of_person(self, user_id: int) -> list[tuple[Race, Racer]]:
        """The races and storms of a person that are stored."""
        theirs = select(racers.c.race_id).where(racers.c.user_id == user_id)
        query = select(races).where(races.c.id.in_(theirs)).order_by(races.c.id)

        def work(connection: Connection) -> list[tuple[Race, Racer]]:
            rows = RACES.all(connection.execute(query))
            return [(race, racer) for race in rows for racer in racers_of(connection, race.id, user_id)]

        return await self._database.read(work)

    # --- The message ---------------------------------------------------------------------------------

    async def shown(self, race_id: int, message_id: int | None, version: int) -> None:
        """Store the message of a race, and which version it shows."""
        shows = update(races).where(races.c.id == race_id)
        shows = shows.values(message_id=message_id, shown_version=version)
        await self._database.write(lambda connection: connection.execute(shows).rowcount)

    async def delete_before(self, moment: float) -> None:
        """Delete the races and storms that began before a moment; the bests stay."""
        old = select(races.c.id).where(races.c.created_at < moment)
        await self._database.write(lambda connection: delete_selected(connection, old))


def _insert(connection: Connection, values: dict[str, Any], user_id: int) -> Race:
    """Store a race, a storm or a run, with the person who begins it in it."""
    row = connection.execute(insert(races).values(values).returning(*races.c)).one()
    race = race_from(row)
    joined = {"race_id": race.id, "user_id": user_id, "joined_at": race.created_at}
    connection.execute(insert(racers).values(joined))
    return race


def _run(user_id: int, week: int) -> Select[Any]:
    """A person's run in the race of servers of a week."""
    return select(races).where(races.c.week == week, races.c.creator_id == user_id)


def _changed(connection: Connection, race_id: int) -> None:
    """Raise the version of a race: its message is behind."""
    connection.execute(update(races).where(races.c.id == race_id).values(version=races.c.version + 1))


def _try(
    connection: Connection, user_id: int, puzzle_id: str, game: str, now: float, *, solved: bool
) -> None:
    """Store that a person has tried a puzzle, unless they have before."""
    columns = puzzle_attempts.c
    same = select(columns.puzzle_id).where(columns.user_id == user_id, columns.puzzle_id == puzzle_id)
    if connection.execute(same).first() is None:
        row = {"user_id": user_id, "puzzle_id": puzzle_id, "game": game, "solved": solved, "tried_at": now}
        connection.execute(insert(puzzle_attempts).values(row))


def _keep_best(connection: Connection, user_id: int, game: str, solved: int, now: float) -> None:
    """Store a person's best storm of a game, or of all ("") if this one is better than those before."""
    same = (storm_bests.c.user_id == user_id) & (storm_bests.c.game == game)
    row = connection.execute(select(storm_bests.c.solved).where(same)).one_or_none()
    if row is None or not isinstance(row.solved, int) or row.solved < solved:
        connection.execute(delete(storm_bests).where(same))
        best = {"user_id": user_id, "game": game, "solved": solved, "reached_at": now}
        connection.execute(insert(storm_bests).values(best))
