"""Garbage in each column of the tables beside matches: the row is left out, and every other can be read."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Boolean, Column, Double, Integer, Text

from data.model.match import MatchState
from data.model.rating_categories import Category
from data.model.shards import EVERY_SHARD
from data.puzzles.daily_puzzles import DailyPuzzle
from data.store import Store
from data.tables.metadata import metadata
from data.uptime.server_outages import stored_outages
from games.base import Outcome, Side
from tests.data.conftest import ANNA, BORA, Begin, of_a_file

pytestmark = of_a_file

NOT_UTF_8 = "CAST(x'ff' AS TEXT)"
WRONG: dict[type, tuple[str, ...]] = {
    Integer: ("'x'", "1.5", "-2", "9e999", "x'00'"),
    Double: ("'x'", "9e999", "-9e999", "x'00'"),
    Text: ("'x'", "''", "x'00'", NOT_UTF_8),
    Boolean: ("'x'", "7"),
}
OF_MATCHES = {"matches", "moves", "analyses", "accuracies", "opening_moves", "team_members"}
"""`tests/bot/test_unreadable_matches.py`; the others are computed from matches, or only found by them."""
SINGLE = {
    "guild_settings",
    "left_guilds",
    "identify_slots",
    "welcomes",
    "bot_processes",
    "shard_leases",
    "synced_commands",
    "people",
}
"""Read one at a time, by their key; `tests/data/servers/test_settings.py` has the settings."""

Read = Callable[[Store], Awaitable[Any]]
NOW, DAY = 1_000_000.0, "2026-11-27"
GOOD = DailyPuzzle(8, DAY, "b", 80, None, NOW, NOW + 5)
TOURNAMENT = {
    "guild_id": 7,
    "channel_id": 70,
    "creator_id": ANNA,
    "kind": "swiss",
    "game": "othello",
    "variant": "8x8",
    "control": "1-day",
    "rounds": 2,
    "days": 3,
    "rated": 0,
    "state": "running",
    "round": 1,
    "version": 3,
    "shown_version": -1,
    "created_at": NOW,
    "deadline": NOW,
    "announced": 0,
}
RATING = {"rating": 1500.0, "deviation": 60.0, "volatility": 0.06}
SEEK = {"game": "othello", "variant": "8x8", "is_rated": 0, "is_open": 1, "created_at": 1.0}
SEEK |= {"expires_at": NOW + 9, "channel_id": 70, "range": 100, "control": "1-day"}
BOARD = {"guild_id": 9, "channel_id": 90, "tokens_only": 0, "shown_version": -1}
RATED = {
    "category": "othello",
    "variant": "8x8",
    "first_id": ANNA,
    "second_id": BORA,
    "winner": 1,
    "ended_at": NOW,
    "plies": 60,
    "opening": -77,
    "resigned": 0,
}
SIDES = ("first_before", "first_deviation_before", "first_after", "first_deviation_after")
RATED |= {name: 1500.0 for side in SIDES for name in (side, side.replace("first", "second"))}

PAIRS: dict[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = {
    "tournaments": ({"id": 1, **TOURNAMENT}, {"id": 2, **TOURNAMENT}),
    "tournament_entrants": (
        {"tournament_id": 1, "number": 1, "user_id": ANNA, "dropped": 0},
        {"tournament_id": 2, "number": 1, "user_id": ANNA, "dropped": 0},
    ),
    "tournament_pairings": (
        {"tournament_id": 1, "round": 1, "board": 1, "first_entrant": 1, "result": "bye", "reminded": 0},
        {"tournament_id": 2, "round": 1, "board": 1, "first_entrant": 1, "result": "bye", "reminded": 0},
    ),
    "ratings": (
        {
            "user_id": 1,
            "category": "othello",
            **RATING,
            "matches": 12,
            "wins": 2,
            "losses": 3,
            "rated_at": NOW,
        },
        {
            "user_id": 2,
            "category": "othello",
            **RATING,
            "matches": 12,
            "wins": 2,
            "losses": 3,
            "rated_at": NOW,
        },
    ),
    "rated_matches": ({"match_id": 1, **RATED}, {"match_id": 2, **RATED}),
    "mistakes": (
        {"match_id": 1, "ply": 1, "user_id": ANNA, "tries": 0, "solved": 0, "due_at": 1.0},
        {"match_id": 1, "ply": 2, "user_id": ANNA, "tries": 0, "solved": 0, "due_at": 2.0},
    ),
    "bans": (
        {"guild_id": 7, "user_id": ANNA, "until": None, "reason": "spam", "by_id": BORA, "banned_at": 1.0},
        {"guild_id": 7, "user_id": BORA, "until": None, "reason": "spam", "by_id": ANNA, "banned_at": 1.0},
    ),
    "messages_to_delete": (
        {"message_id": 700, "channel_id": 70, "guild_id": 8},
        {"message_id": 800, "channel_id": 80, "guild_id": 8},
    ),
    "server_outages": ({"guild_id": 7, "since": 5.0}, {"guild_id": 8, "since": 6.0}),
    "uptime": (
        {"shard": 0, "seconds": 50.0, "saved_at": NOW, "runs": 0},
        {"shard": 1, "seconds": 70.0, "saved_at": NOW, "runs": 0},
    ),
    "seeks": (
        {"id": 1, "user_id": ANNA, "guild_id": 7, **SEEK},
        {"id": 2, "user_id": BORA, "guild_id": 7, **SEEK},
    ),
    "seek_boards": (
        {"guild_id": 7, "channel_id": 70, "message_id": 700},
        {"guild_id": 8, "channel_id": 80, "message_id": 800},
    ),
    "turn_lists": (
        {"guild_id": 7, "channel_id": 70, "message_id": 700, "since": NOW},
        {"guild_id": 8, "channel_id": 80, "message_id": 800, "since": NOW},
    ),
    "recap_channels": (
        {"guild_id": 7, "channel_id": 70, "next_at": NOW},
        {"guild_id": 8, "channel_id": 80, "next_at": NOW},
    ),
    "server_race_channels": (
        {"guild_id": 7, "channel_id": 70, "name": "A"},
        {"guild_id": 8, "channel_id": 80, "name": "B"},
    ),
    "server_race_entries": tuple(
        {"guild_id": guild_id, "week": 5, "channel_id": 70, "message_id": 1, "since": NOW, "is_behind": 0}
        | {"place": 1, "score": 2, "runs": 3}
        for guild_id in (7, 8)
    ),  # type: ignore[dict-item]
    "server_race_weeks": (
        {"week": 4, "puzzles": "a b", "closed_at": None},
        {"week": 5, "puzzles": "a b", "closed_at": None},
    ),
    "vacations": (
        {"user_id": ANNA, "year": 2026, "used": 3, "by_itself": 0, "since": NOW},
        {"user_id": BORA, "year": 2026, "used": 3, "by_itself": 0, "since": NOW},
    ),
    "votes": (
        {"match_id": 2, "user_id": ANNA, "ply": 3, "takebacks": 0, "move": "d3", "voted_at": NOW, "side": 1},
        {"match_id": 2, "user_id": BORA, "ply": 3, "takebacks": 0, "move": "d3", "voted_at": NOW, "side": 1},
    ),
    "guesses": (
        {"match_id": 2, "user_id": ANNA, "ply": 1, "move": "d6", "guessed_at": NOW, "is_best": True},
        {"match_id": 2, "user_id": BORA, "ply": 1, "move": "d6", "guessed_at": NOW, "is_best": True},
    ),
    "races": tuple(
        {"id": number, "guild_id": 7, "channel_id": 70 + number, "creator_id": ANNA, "game": "go"}
        | {"puzzles": "a b", "created_at": NOW, "starts_at": NOW, "ends_at": NOW, "version": 2}
        | {"shown_version": 1}
        for number in (1, 2)
    ),  # type: ignore[dict-item]
    "racers": (
        {"race_id": 2, "user_id": ANNA, "joined_at": NOW},
        {"race_id": 2, "user_id": BORA, "joined_at": NOW},
    ),
    "race_answers": tuple(
        {"race_id": 2, "user_id": user_id, "number": 0, "puzzle_id": "a", "solved": 1, "answered_at": NOW}
        for user_id in (ANNA, BORA)
    ),  # type: ignore[dict-item]
    "storm_bests": (
        {"user_id": ANNA, "game": "", "solved": 4, "reached_at": NOW},
        {"user_id": ANNA, "game": "go", "solved": 5, "reached_at": NOW},
    ),
    "conditional_moves": (
        {"match_id": 2, "user_id": ANNA, "ply": 3, "takebacks": 0, "lines": "d3 c3"},
        {"match_id": 2, "user_id": BORA, "ply": 3, "takebacks": 0, "lines": "d3 c3"},
    ),
    "boards": (
        {"id": 1, "match_id": 1, "side": 1, **BOARD, "message_id": 900},
        {"id": 2, "match_id": 2, "side": 1, **BOARD, "message_id": 901},
    ),
    "puzzle_attempts": (
        {"user_id": ANNA, "puzzle_id": "a", "game": "othello", "solved": 1, "tried_at": NOW},
        {"user_id": ANNA, "puzzle_id": "b", "game": "othello", "solved": 1, "tried_at": NOW},
    ),
    "puzzle_proofs": tuple(
        {"puzzle_id": puzzle_id, "step": 0, "move": "d3", "people": 5, "looked_at": NOW, "fault": "two moves"}
        | {"withdrawn": 1}
        for puzzle_id in ("a", "b")
    ),  # type: ignore[dict-item]
    "puzzle_people": tuple(
        {"user_id": ANNA, "game": game, **RATING, "attempts": 3, "solved": 2, "streak": 1, "best_streak": 1}
        | {"rated_at": NOW}
        for game in ("othello", "gomoku")
    ),  # type: ignore[dict-item]
    "puzzle_ratings": (
        {"puzzle_id": "a", **RATING, "attempts": 3},
        {"puzzle_id": "b", **RATING, "attempts": 3},
    ),
    "daily_settings": (
        {"guild_id": 7, "channel_id": 70, "hour": 9, "games": "othello", "next_at": NOW},
        {"guild_id": 8, "channel_id": 80, "hour": 9, "games": "othello", "next_at": NOW},
    ),
    "daily_puzzles": (
        {"guild_id": 8, "day": "2026-11-26", "puzzle_id": "a", "channel_id": 80, "message_id": 1}
        | {"created_at": 1.0, "closes_at": 2.0, "closed_at": 2.0, "shown": 0},
        {"guild_id": 8, "day": DAY, "puzzle_id": "b", "channel_id": 80, "message_id": 2}
        | {"created_at": 1.0, "closes_at": 2.0, "closed_at": 2.0, "shown": 0},
    ),
    "daily_answers": (
        {
            "guild_id": 8,
            "day": DAY,
            "user_id": ANNA,
            "opened_at": 1.0,
            "tried_at": 2.0,
            "solved": 1,
            "counts": 1,
        },
        {
            "guild_id": 8,
            "day": DAY,
            "user_id": BORA,
            "opened_at": 1.0,
            "tried_at": 2.0,
            "solved": 1,
            "counts": 1,
        },
    ),
    "rank_games": ({"guild_id": 7, "game": "othello"}, {"guild_id": 8, "game": "best"}),
    "rank_roles": (
        {"guild_id": 8, "least": 1000, "role_id": 5},
        {"guild_id": 8, "least": 1200, "role_id": 6},
    ),
    "rank_members": (
        {"guild_id": 8, "user_id": ANNA, "role_id": 5, "is_given": 1},
        {"guild_id": 8, "user_id": BORA, "role_id": 5, "is_given": 1},
    ),
    "lessons": (
        {"user_id": ANNA, "game": "othello", "steps": 2},
        {"user_id": ANNA, "game": "go", "steps": 3},
    ),
    "blocks": (
        {"user_id": ANNA, "blocked_id": 5, "blocked_at": NOW},
        {"user_id": ANNA, "blocked_id": 6, "blocked_at": NOW},
    ),
}
"""Two rows of each table: garbage is put into the first one."""


async def _of_match(store: Store) -> list[Any]:
    match = await store.matches.get(2)
    return [*await store.votes.of_match(match), *await store.conditional_moves.of_match(2)]


async def _days(store: Store) -> list[Any]:
    return await store.daily_puzzles.days(8, BORA, only_missed=False, offset=0, limit=9)


async def _before(store: Store) -> None:
    await store.daily_puzzles.before(GOOD)  # reads the damaged row itself


async def _second_match(store: Store) -> list[Any]:
    return [one for one in await store.queries.by_number([1, 2]) if one.id == 2]


async def _second_tournament(store: Store) -> list[Any]:
    return [one for one in await store.tournaments.in_guild(7) if one.id == 2]


async def _bora_in_race(store: Store) -> Any:
    state = await store.races.state(2)
    return state and state.racer(BORA)


READS: dict[str, Sequence[Read]] = {
    "tournaments": (
        lambda store: store.tournaments.in_guild(7),
        lambda store: store.tournaments.names_in(7),
        lambda store: store.tournaments.unfinished(EVERY_SHARD),
        lambda store: store.tournaments.find(2),
        lambda store: store.tournaments.entries(ANNA),
    ),
    "ratings": (
        lambda store: store.ratings.of_category(Category.OTHELLO),
        lambda store: store.ratings.of_people([1, 2], Category.OTHELLO),
        lambda store: store.ratings.of_person(2),
    ),
    "rated_matches": (lambda store: store.ratings.history(ANNA),),
    "mistakes": (lambda store: store.mistakes.next(ANNA), lambda store: store.mistakes.of_person(ANNA)),
    "uptime": (lambda store: store.uptime.load(),),
    "seeks": (
        lambda store: store.seeks.of_guild(7, NOW),
        lambda store: store.seeks.from_elsewhere(9, NOW),
        lambda store: store.seeks.of_person(BORA),
        lambda store: store.seeks.guilds(),
    ),
    "seek_boards": (
        lambda store: store.seeks.guilds(),
        lambda store: store.seeks.guilds_with_board(),
        lambda store: store.seeks.board(8),
    ),
    "recap_channels": (lambda store: store.recap_channels.due(NOW), lambda store: store.recap_channels.of(8)),
    "server_race_channels": (
        lambda store: store.server_races.channels(),
        lambda store: store.server_races.channel(8),
    ),
    "server_race_entries": (
        lambda store: store.server_races.entries(5),
        lambda store: store.server_races.results(5),
    ),
    "server_race_weeks": (
        lambda store: store.server_races.puzzles(5),
        lambda store: store.server_races.recent_puzzles(),
    ),
    "turn_lists": (lambda store: store.turn_lists.all(), lambda store: store.turn_lists.of(8)),
    "vacations": (
        lambda store: store.vacations.going_on(),
        lambda store: store.vacations.away([ANNA, BORA]),
        lambda store: store.vacations.get(BORA),
    ),
    "votes": (_of_match, lambda store: store.votes.of_person(BORA)),
    "guesses": (
        lambda store: store.guesses.of_match(2),
        lambda store: store.guesses.of_person(BORA),
        lambda store: store.guesses.best_in_guild(7, 0.0),
    ),
    "races": (lambda store: store.races.unfinished(), lambda store: store.races.state(2)),
    "racers": (_bora_in_race, lambda store: store.races.of_person(BORA)),
    "race_answers": (_bora_in_race, lambda store: store.races.of_person(BORA)),
    "storm_bests": (lambda store: store.races.bests(ANNA),),
    "conditional_moves": (_of_match, lambda store: store.conditional_moves.of_person(BORA)),
    "boards": (
        _second_match,
        lambda store: store.boards.behind(),
        lambda store: store.boards.among([901]),
        lambda store: store.matches.get(2),
    ),
    "puzzle_attempts": (lambda store: store.puzzles.attempts(ANNA),),
    "puzzle_proofs": (lambda store: store.puzzle_proofs.get("b"),),
    "puzzle_people": (lambda store: store.puzzles.standings(ANNA),),
    "puzzle_ratings": (lambda store: store.puzzles.rating("b"),),
    "daily_settings": (
        lambda store: store.daily_puzzles.due(NOW),
        lambda store: store.daily_puzzles.settings(8),
    ),
    "daily_puzzles": (
        lambda store: store.daily_puzzles.pending(NOW),
        lambda store: store.daily_puzzles.used(8),
        lambda store: store.daily_puzzles.find(8, DAY),
        _before,
        _days,
    ),
    "daily_answers": (
        lambda store: store.daily_puzzles.results(GOOD),
        lambda store: store.daily_puzzles.of_person(BORA),
    ),
    "rank_games": (
        lambda store: store.rank_roles.guilds(),
        lambda store: store.rank_roles.settings(8),
        lambda store: store.rank_roles.wanted(8, NOW),
        lambda store: store.rank_roles.wanted(7, NOW),
    ),
    "rank_members": (
        lambda store: store.rank_roles.guilds(),
        lambda store: store.rank_roles.members(8),
        lambda store: store.rank_roles.of_person(BORA),
    ),
    "lessons": (lambda store: store.lessons.progress(ANNA),),
    "bans": (lambda store: store.bans.of_person(BORA),),
    "messages_to_delete": (
        lambda store: store.messages_to_delete.in_shards(EVERY_SHARD),
        lambda store: store.messages_to_delete.in_guild(8),
    ),
    "server_outages": (lambda store: store.database.read(stored_outages),),
    "blocks": (lambda store: store.blocks.of(ANNA),),
}
READS["tournament_entrants"] = READS["tournament_pairings"] = (_second_tournament, *READS["tournaments"][1:])
READS["rank_roles"] = READS["rank_games"]


def test_every_table_is_looked_at() -> None:
    assert PAIRS.keys() == READS.keys()
    assert PAIRS.keys() | OF_MATCHES | SINGLE == metadata.tables.keys()


def wrong_values(column: Column[Any]) -> tuple[str, ...]:
    """Garbage for a column."""
    return next(values for kind, values in WRONG.items() if isinstance(column.type, kind))


class File:
    """The database file, which a person changes by hand."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def run(self, *statements: str) -> None:
        """Run statements, without checks of the schema."""
        with closing(sqlite3.connect(self._path)) as connection, connection:
            for one in statements:
                connection.execute(one)

    def put(self, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Replace the rows of a table."""
        with closing(sqlite3.connect(self._path)) as connection, connection:
            connection.execute(f"DELETE FROM {table}")
            for row in rows:
                marks = ", ".join("?" * len(row))
                connection.execute(
                    f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", [*row.values()]
                )


@pytest.fixture
async def file(store: Store, path: Path, begin: Begin) -> File:
    """One with a pair of rows in each table, and the two matches that some are about."""
    for _ in range(2):
        await begin("f5 d6 c3")
    made = File(path)
    for table, pair in PAIRS.items():
        made.put(table, pair)
    return made


def is_there(expected: Any, found: Any) -> bool:
    """Whether what was found has everything that was expected."""
    if isinstance(expected, list | set):
        return all(one in found for one in expected)
    if isinstance(expected, Mapping):
        return all(found.get(key) == value for key, value in expected.items())
    return bool(expected == found)


@pytest.mark.parametrize("table", PAIRS)
async def test_a_damaged_row_keeps_no_other_from_being_read(file: File, store: Store, table: str) -> None:
    bad, good = PAIRS[table]
    file.put(table, [good] if table != "uptime" else [bad, good])
    expected = [await read(store) for read in READS[table]]
    key = [column.name for column in metadata.tables[table].primary_key]
    is_bad = " AND ".join(f"{name} = {bad[name]!r}" for name in key)
    harmed = list[str]()
    for column in metadata.tables[table].columns:
        if column.name == "shard":  # the count of shards itself
            continue
        for value in wrong_values(column):
            file.put(table, [bad, good])
            try:
                file.run(f"UPDATE {table} SET {column.name} = {value} WHERE {is_bad}")
            except sqlite3.IntegrityError:
                continue  # the schema refuses it
            for number, (read, before) in enumerate(zip(READS[table], expected, strict=True)):
                try:
                    found = await read(store)
                except Exception as error:
                    harmed.append(f"{column.name} = {value}, read {number}: {error!r}")
                else:
                    if not is_there(before, found):
                        harmed.append(f"{column.name} = {value}, read {number}: {found!r}")
    assert harmed == []


async def test_a_damaged_count_of_uptime_goes_on_where_clocks_have_started(file: File, store: Store) -> None:
    file.put("uptime", [PAIRS["uptime"][0]])
    file.run("UPDATE matches SET clock_since = 640.0 WHERE id = 1", "UPDATE uptime SET seconds = 'x'")
    await store.uptime.load()
    assert store.uptime.of(None) == 640.0
    store.uptime.start(0)
    await store.uptime.save()
    await store.uptime.load()
    assert store.uptime.of(None) == pytest.approx(640.0, abs=5.0)


async def test_a_damaged_rating_does_not_keep_a_rated_match_from_ending(
    file: File, store: Store, begin: Begin
) -> None:
    file.put("rated_matches", [])
    row = {"user_id": ANNA, "category": "othello", **RATING, "matches": 9, "wins": 2, "losses": 3}
    file.put("ratings", [row | {"rated_at": NOW}, row | {"rated_at": NOW, "user_id": BORA}])
    match = await begin("d3 c3 c4 c5 b4 d2 e2 f4 d6 c6", is_rated=True)
    file.run(f"UPDATE ratings SET deviation = 'x' WHERE user_id = {ANNA}")
    over = await store.matches.finish(match.id, match.position_id, Outcome(Side.FIRST, "outcome.resigned"))
    assert over.state == MatchState.OVER
    found = await store.ratings.of_people([ANNA, BORA], Category.OTHELLO)
    assert found.keys() == {ANNA, BORA}
