"""Databases of older versions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from alembic import command
from sqlalchemy import Connection, create_engine, text

from data import migrations
from data.engine.address import parse_url
from data.engine.lost_log import log_path
from data.store import open_store
from games.base import Move, Side
from tests.data.clocks import clock_of
from tests.data.conftest import Clock, append, of_a_file, played


@of_a_file
async def test_the_log_of_an_older_database_is_merged(path: Path, address: str) -> None:
    path.parent.mkdir()
    _make_0001(address)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    async with await open_store(address):
        assert log_path(path).stat().st_size == 0


async def test_matches_of_an_older_database_continue(path: Path, address: str) -> None:
    path.parent.mkdir()
    _make_0001(address)
    async with await open_store(address) as store:
        match = await store.matches.get(1)
        assert (match.clock, match.paused, match.home.notification_id) == (None, None, None)
        assert match.moves == ("d3", "c5")
        assert await store.queries.pending_notifications() == [], "the turns began long ago"
        assert store.uptime.of(None) == 0
        assert await store.lessons.progress(1) == {"othello": 0}
        assert not await store.lessons.offer(2, "othello"), "both know the game"
        assert await store.lessons.offer(1, "go")
        assert not await store.welcomes.claim(7), "the server has used the bot"
        after = await append(store.matches, match.id, match.position_id, played("d6"), outcome=None)
        assert after.moves == ("d3", "c5", Move("d6"))


async def test_a_server_without_the_strongest_levels_keeps_the_others(
    database_kind: str, path: Path, address: str
) -> None:
    if database_kind == "file":
        path.parent.mkdir()
    with _database(address, "0054") as connection:
        for guild_id, strong in ((7, False), (8, True)):
            values = {"guild_id": guild_id, "strong": strong}
            row = "INSERT INTO guild_settings (guild_id, threads, strong) VALUES (:guild_id, false, :strong)"
            connection.execute(text(row), values)
    async with await open_store(address) as store:
        assert (await store.settings.guild(7)).levels == ("1", "2", "3", "4", "5", "6", "other")
        assert (await store.settings.guild(8)).levels == ()


async def test_running_clocks_of_an_older_database_keep_their_time(
    database_kind: str, path: Path, address: str, clock: Clock
) -> None:
    if database_kind == "file":
        path.parent.mkdir()
    clock.now = 5_000.0
    with _database(address, "0013") as connection:
        connection.exec_driver_sql("UPDATE uptime SET seconds = 400, saved_at = 4900")
        for guild_id, since in (("7", 350), (str((1 << 22) + 7), 380), ("NULL", 405)):
            connection.exec_driver_sql(
                "INSERT INTO matches (game, variant, state, first_id, second_id, challenger_id, guild_id,"
                " channel_id, created_at, updated_at, clock, clock_side, clock_since, first_seconds,"
                " first_periods, second_seconds, second_periods) VALUES ('othello', '8x8', 'playing', 1, 2,"
                f" 1, {guild_id}, 2, 0, 0, '5+5', 1, {since}, 300, 0, 300, 0)"
            )
    async with await open_store(address, clock=clock) as store:
        await store.uptime.share(2)
        left = []
        for match_id in (1, 2, 3):
            match = await store.matches.get(match_id)
            left.append(clock_of(match).left(Side.FIRST, store.uptime.of(match.guild_id)).seconds)
        assert left == [245, 275, 300], "the last one started after the uptime was saved"


def _make_0001(address: str) -> None:
    """A database as version 0001 leaves it, with a match."""
    with _database(address, "0001") as connection:
        _fill(connection)


@contextmanager
def _database(address: str, revision: str) -> Iterator[Connection]:
    """A new database of a version, in a transaction."""
    engine = create_engine(parse_url(address))
    with engine.begin() as connection:
        config = migrations._config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        yield connection
    engine.dispose()


def _fill(connection: Connection) -> None:
    connection.exec_driver_sql(
        "INSERT INTO matches (game, variant, state, first_id, second_id, challenger_id, guild_id,"
        " channel_id, created_at, updated_at) VALUES ('othello', '8x8', 'playing', 1, 2, 1, 7, 2, 0, 0)"
    )
    connection.exec_driver_sql(
        "INSERT INTO moves (match_id, ply, move, played_at) VALUES (1, 0, 'd3', 0), (1, 1, 'c5', 0)"
    )
