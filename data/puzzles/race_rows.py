"""The rows of races: how they are read, locked and deleted."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, delete, func, or_, select, update

from data.engine.readable_rows import RowReader
from data.model.race import Race, RaceAnswer, Racer, StormBest
from data.model.server_race import Run
from data.tables.races import race_answers, racers, races, storm_bests


def race_from(row: Row[Any]) -> Race:
    """The race of a row, all of whose columns are there."""
    return Race(**{**row._mapping, "puzzles": tuple((row.puzzles or "").split())})


RACES = RowReader(races.columns, race_from)
_RACERS = RowReader(racers.columns, lambda row: (row.user_id, row.joined_at))
_ANSWERS = RowReader(
    race_answers.columns,
    lambda row: (row.user_id, RaceAnswer(row.number, row.puzzle_id, row.solved, row.answered_at)),
)
BESTS = RowReader(
    (storm_bests.c.game, storm_bests.c.solved, storm_bests.c.reached_at), lambda row: StormBest(*row)
)


def locked_race(connection: Connection, race_id: int) -> Race | None:
    """The race; until the transaction ends, others that change it wait."""
    return RACES.first(connection.execute(select(races).where(races.c.id == race_id).with_for_update()))


def racers_of(connection: Connection, race_id: int, user_id: int | None = None) -> list[Racer]:
    """Who is in a race, or one of them, in the order of joining, with their answers."""

    def of(columns: Any) -> ColumnElement[bool]:
        theirs: ColumnElement[bool] = columns.race_id == race_id
        return theirs if user_id is None else theirs & (columns.user_id == user_id)

    people = select(racers).where(of(racers.c)).order_by(racers.c.joined_at, racers.c.user_id)
    query = select(race_answers).where(of(race_answers.c)).order_by(race_answers.c.number)
    answers = _ANSWERS.all(connection.execute(query))
    return [
        Racer(race_id, number, joined, tuple(answer for who, answer in answers if who == number))
        for number, joined in _RACERS.all(connection.execute(people))
    ]


def runs_of(connection: Connection, wanted: ColumnElement[bool]) -> list[Run]:
    """Some of the runs in races of servers, without those that cannot be read."""
    runs = RACES.all(connection.execute(select(races).where(wanted).order_by(races.c.id)))
    columns, solved = race_answers.c, race_answers.c.solved
    # Counted by the database: a week of many servers has hundreds of thousands of answers.
    counts = [func.count().filter(solved), func.count().filter(~solved)]
    last = func.max(columns.answered_at).filter(solved)
    of_wanted = columns.race_id.in_(select(races.c.id).where(wanted))
    query = select(columns.race_id, *counts, last).where(of_wanted).group_by(columns.race_id)
    tallies = {
        race_id: (int(right), int(wrong), solved_at)
        for race_id, right, wrong, solved_at in connection.execute(query)
        if solved_at is None or isinstance(solved_at, float)
    }
    return [
        Run.of(race, race.creator_id, *tallies.get(race.id, (0, 0, None)))
        for race in runs
        if race.creator_id is not None
    ]


def delete_selected(connection: Connection, wanted: Select[Any]) -> None:
    """Delete the races whose numbers a query selects, with who was in them and the answers."""
    ids = list(connection.execute(wanted).scalars())
    for column in (race_answers.c.race_id, racers.c.race_id, races.c.id):
        connection.execute(delete(column.table).where(column.in_(ids)))


def erase_races(connection: Connection, user_id: int) -> None:
    """Erase a person: messages that name them are shown again without them."""
    theirs = select(racers.c.race_id).where(racers.c.user_id == user_id)
    named = or_(races.c.id.in_(theirs), races.c.creator_id == user_id)
    storms = select(races.c.id).where(races.c.creator_id == user_id, races.c.channel_id.is_(None))
    connection.execute(update(races).where(named).values(version=races.c.version + 1))
    delete_selected(connection, storms)
    for table in (race_answers, racers, storm_bests):
        connection.execute(delete(table).where(table.c.user_id == user_id))
    connection.execute(update(races).where(races.c.creator_id == user_id).values(creator_id=None))


def delete_races(connection: Connection, guild_id: int) -> None:
    """Delete the races of a server."""
    delete_selected(connection, select(races.c.id).where(races.c.guild_id == guild_id))
