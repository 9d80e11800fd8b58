"""Databases of older versions."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from sqlalchemy import create_engine

from data import migrations
from data.engine.lost_log import log_path
from data.store import open_store
from games.base import Move
from tests.data.conftest import append, of_a_file, played


@of_a_file
async def test_matches_of_an_older_database_continue(path: Path, address: str) -> None:
    path.parent.mkdir()
    _make_0001(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    async with await open_store(address) as store:
        assert log_path(path).stat().st_size == 0, "merged into the file"
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


def _make_0001(path: Path) -> None:
    """A file as version 0001 leaves it."""
    config = migrations._config()
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO matches (game, variant, state, first_id, second_id, challenger_id, guild_id,"
            " channel_id, created_at, updated_at) VALUES ('othello', '8x8', 'playing', 1, 2, 1, 7, 2, 0, 0)"
        )
        connection.executemany(
            "INSERT INTO moves (match_id, ply, move, played_at) VALUES (1, ?, ?, 0)", [(0, "d3"), (1, "c5")]
        )
