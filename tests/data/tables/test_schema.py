"""The tables as migrations create them, as `data.tables` describes them, and as SQLite uses them."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, event, inspect

from data.engine.existing import inspected
from data.matches.queries import MatchFilter
from data.matches.quotas import LimitRequest, check_limits
from data.migrations import known_revisions, newest_revision
from data.model.match import Limits
from data.store import Store, open_store
from data.tables.metadata import REVISION, VERSION_TABLE, metadata
from tests.data.conftest import ANNA, BORA
from tests.data.older_databases import DEVELOPMENT, RELEASE_0_1_0, make_0_1_0, make_file

MANY = 20_000


def test_the_revision_is_the_newest() -> None:
    assert newest_revision() == REVISION
    assert REVISION in known_revisions()


async def test_migrations_make_the_schema(store: Store) -> None:
    assert await store.database.read(differences) == []


async def test_a_database_of_0_1_0_gets_the_schema(address: str) -> None:
    make_0_1_0(address)
    async with await open_store(address) as store:
        assert await store.database.read(differences) == []


def differences(connection: Connection) -> list[object]:
    """What Alembic would change to make the tables those of `data.tables`."""
    options = {"compare_type": True, "compare_server_default": True, "version_table": VERSION_TABLE}
    changes: list[object] = compare_metadata(MigrationContext.configure(connection, opts=options), metadata)
    return changes


def test_migrations_make_the_very_tables(empty_database: Path, tmp_path: Path) -> None:
    """What alembic does not compare: checks, names, conditions of indexes, storage."""
    engine = create_engine(f"sqlite:///{tmp_path / 'schema.db'}")
    metadata.create_all(engine)
    engine.dispose()
    assert statements(tmp_path / "schema.db") == statements(empty_database)


@pytest.mark.parametrize("dump", [RELEASE_0_1_0, DEVELOPMENT], ids=lambda dump: dump.stem)
async def test_older_databases_get_the_very_tables(empty_database: Path, tmp_path: Path, dump: Path) -> None:
    """Their columns stand in one order, too."""
    older = tmp_path / "older.db"
    make_file(older, dump)
    await (await open_store(f"sqlite:///{older}")).close()
    assert statements(older) == statements(empty_database)
    assert columns(older) == columns(empty_database)


def columns(path: Path) -> list[tuple[str, str]]:
    """The names of tables with those of their columns, in their order."""
    query = (
        "SELECT s.name, c.name FROM sqlite_schema AS s JOIN pragma_table_info(s.name) AS c"
        " WHERE s.type = 'table' ORDER BY s.name, c.cid"
    )
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def statements(path: Path) -> dict[str, list[str]]:
    query = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'"
    with closing(sqlite3.connect(path)) as connection:
        made = dict(connection.execute(query))
    made.pop(VERSION_TABLE, None)
    return {name: sorted(re.findall(r"[()]|[^\s,()]+", sql)) for name, sql in made.items()}


async def test_a_migration_that_fails_leaves_nothing(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("alembic.op.create_index", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await open_store(address)
    contents, database = await inspected(address)
    await database.close()
    assert contents.tables == set()
    async with await open_store(address) as store:
        await store.check()


def test_the_migration_is_logged_and_nothing_else(address: str) -> None:
    code = (
        "import asyncio, logging, sys; logging.basicConfig(level='INFO', format='%(name)s: %(message)s');"
        "from data.store import open_store\n"
        "async def main():\n"
        "    for _ in range(2): await (await open_store(sys.argv[1])).close()\n"
        "asyncio.run(main())"
    )
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", code, address], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stderr == f"data.migrations: the database is made, of revision {REVISION}\n"


def test_an_open_store_needs_no_alembic(address: str, started_match: Callable[[], int]) -> None:
    """It is slow to import."""
    started_match()
    code = (
        "import asyncio, sys; from data.store import open_store\n"
        "async def main():\n"
        "    await (await open_store(sys.argv[1])).close()\n"
        "asyncio.run(main()); sys.exit('alembic' in sys.modules)"
    )
    root = Path(__file__).parents[3]
    assert subprocess.call([sys.executable, "-c", code, address], cwd=root) == 0


# --- Twenty thousand unfinished matches --------------------------------------------------------------


@pytest.fixture(scope="module")
def crowd(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Matches against the computer, every tenth of them over, the first with moves; 25 in play are Anna's."""
    path = tmp_path_factory.mktemp("crowd") / "daeguk.db"
    path.write_bytes(empty_database.read_bytes())
    match = (
        "INSERT INTO matches (game, variant, state, first_id, level, challenger_id, channel_id,"
        " version, shown_version, created_at, updated_at)"
        " VALUES ('othello', '8x8', ?, ?, '3', 1, 2, 3, ?, 0, 0)"
    )
    board = (
        "INSERT INTO boards (match_id, channel_id, message_id, shown_version)"
        " SELECT id, channel_id, 3, shown_version FROM matches"
    )
    rows = [
        ("over" if n % 10 == 0 else "playing", ANNA if n % 800 == 1 else MANY + n, 2 if n % 1000 == 1 else 3)
        for n in range(MANY)
    ]
    with closing(sqlite3.connect(path)) as connection:
        connection.executemany(match, rows)
        connection.execute(board)
        moves = [(number, ply, "d3", 0) for number in range(1, 2001) for ply in range(2)]
        connection.executemany(
            "INSERT INTO moves (match_id, ply, move, played_at) VALUES (?, ?, ?, ?)", moves
        )
        connection.commit()
    return f"sqlite:///{path}"


async def test_lists_of_many(crowd: str) -> None:
    async with await open_store(crowd) as store:
        numbers = await store.queries.against_computer()
        assert len(numbers) == MANY * 9 // 10
        found = await store.queries.by_number(numbers[:1800])
        assert [match.id for match in found] == numbers[:1800]
        assert {match.moves for match in found} == {("d3", "d3")}
        assert [key.match_id for key in await store.boards.behind()] == list(range(2, MANY, 1000))
        assert len(await store.queries.of_user(ANNA)) == MANY // 800 == 25
        assert [match.id for match in await store.queries.of_user(MANY + 77)] == [78]
        assert await store.queries.of_user(MANY + 70) == []
        assert await store.queries.challenges() == []


async def test_lists_and_limits_go_by_an_index(crowd: str) -> None:
    async with await open_store(crowd) as store:
        executed: list[tuple[str, tuple[Any, ...]]] = []

        def listen(
            _connection: object, _cursor: object, statement: str, parameters: tuple[Any, ...], *_: object
        ) -> None:
            executed.append((statement, parameters))

        event.listen(store.database.engine, "before_cursor_execute", listen)
        for call in (
            store.queries.of_user(ANNA),
            store.queries.unreadable_of(ANNA),
            store.queries.finished(ANNA, MatchFilter(opponent_id=BORA), limit=4),
            store.boards.behind(),
            store.boards.among([5, 6]),
            store.boards.lost_channel(2),
            store.queries.challenges(),
            store.queries.against_computer(),
            store.queries.by_number([5, 6]),
            store.matches.get(5),
            store.queries.running(),
            store.queries.pending_notifications(),
            store.queries.with_old_notification(),
            store.database.read(lambda connection: check_limits(connection, ONE_MORE, MOST)),
        ):
            await call
        event.remove(store.database.engine, "before_cursor_execute", listen)
    selects = [pair for pair in executed if pair[0].startswith("SELECT")]
    assert len(selects) > 15
    for statement, parameters in selects:
        plan = await asyncio.to_thread(explain, crowd, statement, parameters)
        assert not [step for step in plan if "SCAN" in step and not any(one in step for one in FEW)], plan
        if ANNA in parameters:
            assert not [step for step in plan if "ix_matches_state" in step], f"through every match: {plan}"


ONE_MORE = LimitRequest(ANNA, 2, 7, "go", "3", is_challenge=True, challenged_id=BORA)
MOST = Limits(
    matches=99,
    in_guild=99,
    in_channel=MANY,
    challenges=99,
    strong=99,
    is_strong=lambda game, level: level == "8",
)
FEW = ("ix_matches_behind", "ix_matches_running", "ix_boards_notifications")
"""Partial indexes that hold exactly the rows of a query, so that scanning one is intended."""


def explain(address: str, statement: str, parameters: tuple[Any, ...]) -> list[str]:
    with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as connection:
        return [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)]


async def test_every_table_is_in_the_schema(store: Store) -> None:
    names = await store.database.read(lambda connection: inspect(connection).get_table_names())
    assert set(names) == {*metadata.tables, VERSION_TABLE}
