"""Changes that wait at the same time are one transaction, in which each succeeds or fails alone."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, text

from data.engine import sqlite
from data.engine.sqlite import SqliteDatabase
from data.errors import StoreConflict, StoreFailed

INSERT = text("INSERT INTO welcomes (guild_id) VALUES (:id)")


@pytest.fixture
def begun(database: SqliteDatabase) -> list[Connection]:
    """The transactions that have begun."""
    found: list[Connection] = []
    event.listen(database.engine, "begin", found.append)
    return found


def inserting(number: int) -> Callable[[Connection], int]:
    """Work that inserts a row, and returns its number."""

    def work(connection: Connection) -> int:
        connection.execute(INSERT, {"id": number})
        return number

    return work


async def together(database: SqliteDatabase, *works: Callable[[Connection], int]) -> list[object]:
    """The results of changes that wait while another one is made."""
    released = threading.Event()
    holding = asyncio.create_task(database.write(lambda _: released.wait(5)))
    await asyncio.sleep(0)
    changes = [asyncio.create_task(database.write(work)) for work in works]
    await asyncio.sleep(0)
    released.set()
    assert await holding
    return await asyncio.gather(*changes, return_exceptions=True)


async def stored(database: SqliteDatabase) -> list[int]:
    query = text("SELECT guild_id FROM welcomes ORDER BY guild_id")
    return list(await database.read(lambda connection: connection.execute(query).scalars().all()))


async def test_changes_that_wait_are_one_transaction(
    database: SqliteDatabase, begun: list[Connection]
) -> None:
    assert await together(database, *map(inserting, range(20))) == list(range(20))
    assert len(begun) == 2
    assert await stored(database) == list(range(20))


async def test_one_that_raises_is_undone_alone(database: SqliteDatabase, begun: list[Connection]) -> None:
    def insert_and_raise(connection: Connection) -> int:
        connection.execute(INSERT, {"id": 7})
        raise LookupError

    first, raised, again, last = await together(
        database, inserting(1), insert_and_raise, inserting(1), inserting(2)
    )
    assert (first, last) == (1, 2)
    assert isinstance(raised, LookupError) and isinstance(again, StoreConflict)
    assert len(begun) == 2 and await stored(database) == [1, 2]


async def test_a_fault_that_ends_the_transaction_undoes_all(database: SqliteDatabase) -> None:
    """As SQLite does by itself where the disk is full or broken."""

    def end(connection: Connection) -> int:
        connection.exec_driver_sql("ROLLBACK")
        raise OSError("the disk is gone")

    results = await together(database, inserting(1), end, inserting(2))
    assert [type(result) for result in results] == [StoreFailed] * 3
    assert await stored(database) == []
    assert await database.write(inserting(3)) == 3


async def test_an_error_of_one_stays_its_own_where_the_commit_fails(database: SqliteDatabase) -> None:
    def refuse(_: Connection) -> None:
        raise OSError("no space")

    def unknown(_: Connection) -> int:
        event.listen(database.engine, "commit", refuse)
        raise LookupError

    results = await together(database, unknown, inserting(1))
    event.remove(database.engine, "commit", refuse)
    assert [type(result) for result in results] == [LookupError, StoreFailed]
    assert await stored(database) == []


async def test_commits_are_reported_in_order_even_if_the_caller_is_gone(database: SqliteDatabase) -> None:
    released, reported = threading.Event(), list[int]()

    def hold_and_insert(connection: Connection) -> int:
        released.wait(5)
        return inserting(0)(connection)

    holding = asyncio.create_task(database.write(hold_and_insert, reported.append))
    await asyncio.sleep(0.05)
    changes = [asyncio.create_task(database.write(inserting(n), reported.append)) for n in (1, 2, 3)]
    await asyncio.sleep(0)
    holding.cancel()  # it has begun
    changes[1].cancel()  # it has not
    released.set()
    await asyncio.wait([holding, *changes])
    assert reported == [0, 1, 3] == await stored(database)


async def test_an_error_of_on_commit_reaches_its_caller_only(database: SqliteDatabase) -> None:
    def fail(_: int) -> None:
        raise LookupError

    failing = asyncio.create_task(database.write(inserting(1), fail))
    assert await database.write(inserting(2)) == 2
    with pytest.raises(LookupError):
        await failing
    assert await stored(database) == [1, 2]


async def test_a_change_while_the_last_is_being_reported_is_made(database: SqliteDatabase) -> None:
    later: list[asyncio.Task[int]] = []

    def go_on(number: int) -> None:
        later.append(asyncio.create_task(database.write(inserting(number + 1))))

    await database.write(inserting(1), go_on)
    assert await later[0] == 2


async def test_a_log_is_merged_once_nobody_writes(
    database: SqliteDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "daeguk.db-wal"
    monkeypatch.setattr(sqlite, "QUIET_SECONDS", 0.05)
    await database.write(inserting(1))
    await asyncio.sleep(0.2)
    assert log.stat().st_size > 0, "it is small"
    monkeypatch.setattr(sqlite, "SMALL_LOG", 0)
    await database.write(inserting(2))
    async with asyncio.timeout(60):
        while log.stat().st_size:  # noqa: ASYNC110  nothing says that it is merged
            await asyncio.sleep(0.02)
    assert await database.write(inserting(3)) == 3
    assert await stored(database) == [1, 2, 3]


async def test_a_merge_that_a_reader_prevents_holds_nobody_up(
    database: SqliteDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    released = threading.Event()

    def read_slowly(connection: Connection) -> list[int]:
        found = list(connection.execute(text("SELECT guild_id FROM welcomes")).scalars())
        released.wait(5)
        return found

    await database.write(inserting(1))
    reading = asyncio.create_task(database.read(read_slowly))
    await asyncio.sleep(0.05)
    merging = asyncio.create_task(database.merge_log())
    assert await database.write(inserting(2)) == 2
    await merging
    released.set()
    assert await reading == [1]
    assert not caplog.records


async def test_free_space_is_given_back(database: SqliteDatabase) -> None:
    def fill(connection: Connection) -> None:
        connection.exec_driver_sql("CREATE TABLE long (value BLOB)")
        connection.exec_driver_sql("INSERT INTO long VALUES (zeroblob(1000000))")

    await database.write(fill)
    await database.write(inserting(7))
    await database.compact()
    full = await size_of(database)
    assert full > 1_000_000, "nothing is free"
    await database.write(lambda connection: connection.exec_driver_sql("DELETE FROM long") and None)
    await database.compact()
    assert await size_of(database) < full - 900_000 and await stored(database) == [7]


async def test_a_file_with_much_in_use_is_not_compacted(
    database: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing could be stored meanwhile."""
    monkeypatch.setattr(sqlite, "COMPACTED_BYTES", 1)
    await database.write(lambda connection: connection.exec_driver_sql("CREATE TABLE long (value)") and None)
    await database.write(
        lambda connection: connection.exec_driver_sql("INSERT INTO long VALUES (zeroblob(1000000))") and None
    )
    await database.write(lambda connection: connection.exec_driver_sql("DELETE FROM long") and None)
    full = await size_of(database)
    await database.compact()
    assert await size_of(database) == full > 1_000_000


async def size_of(database: SqliteDatabase) -> int:
    """The bytes of the file without its log."""
    await database.merge_log()
    return await database.size()
