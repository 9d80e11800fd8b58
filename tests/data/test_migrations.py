"""Databases of older versions."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from sqlalchemy import Connection, create_engine

from data import migrations
from data.engine.address import parse_url
from data.engine.lost_log import log_path
from data.store import open_store
from games.base import Move
from tests.data.conftest import append, of_a_file, played


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
        assert (match.clock, match.paused, match.notification_id) == (None, None, None)
        assert match.moves == ("d3", "c5")
        assert await store.queries.pending_notifications() == [], "the turns began long ago"
        assert store.uptime() == 0
        assert await store.lessons.progress(1) == {"othello": 0}
        assert not await store.lessons.offer(2, "othello"), "both know the game"
        assert await store.lessons.offer(1, "go")
        assert not await store.welcomes.claim(7), "the server has used the bot"
        after = await append(store.matches, match.id, match.position_id, played("d6"), outcome=None)
        assert after.moves == ("d3", "c5", Move("d6"))


def _make_0001(address: str) -> None:
    """A database as version 0001 leaves it."""
    engine = create_engine(parse_url(address))
    with engine.begin() as connection:
        _fill(connection)
    engine.dispose()


def _fill(connection: Connection) -> None:
    config = migrations._config()
    config.attributes["connection"] = connection
    command.upgrade(config, "0001")
    connection.exec_driver_sql(
        "INSERT INTO matches (game, variant, state, first_id, second_id, challenger_id, guild_id,"
        " channel_id, created_at, updated_at) VALUES ('othello', '8x8', 'playing', 1, 2, 1, 7, 2, 0, 0)"
    )
    connection.exec_driver_sql(
        "INSERT INTO moves (match_id, ply, move, played_at) VALUES (1, 0, 'd3', 0), (1, 1, 'c5', 0)"
    )
