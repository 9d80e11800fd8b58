"""Locked, full and read-only databases, and processes that are killed."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, event

from data.engine.database import Database
from data.errors import DatabaseRefused, StoreBusy, StoreFull, StoreReadOnly
from data.matches.boards import BoardKey, BoardStore
from data.matches.store import MatchStore
from data.model.match import Played
from data.store import Store, open_store
from games.base import Outcome, Side
from tests.data.conftest import Begin, append, begin_in, of_a_file, read_line
from tests.slowness import in_time

pytestmark = of_a_file


async def test_a_locked_database_is_waited_for_up_to_a_limit(
    matches: MatchStore, path: Path, begin: Begin, play: Callable[..., list[Played]]
) -> None:
    match = await begin("d3")
    changes = (append(matches, match.id, match.position_id, play("c3"), outcome=None) for _ in range(3))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        started = time.monotonic()
        results = await asyncio.gather(*changes, return_exceptions=True)
        waited = time.monotonic() - started
        assert [type(result) for result in results] == [StoreBusy] * 3
        assert waited > 1.8 and in_time(waited, 2.0)
        assert await matches.get(match.id) == match  # reads do not wait
        other.execute("COMMIT")
    after = await append(matches, match.id, match.position_id, play("c3"), outcome=None)
    assert after.moves == ("d3", "c3")


async def test_a_lock_that_clears_in_time_is_not_noticed(
    matches: MatchStore, path: Path, begin: Begin, play: Callable[..., list[Played]]
) -> None:
    match = await begin("d3")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        change = asyncio.create_task(append(matches, match.id, match.position_id, play("c3"), outcome=None))
        await asyncio.sleep(0.3)
        other.execute("COMMIT")
        assert (await change).ply == 2


async def test_a_change_cancelled_while_locked_holds_nothing(
    store: Store, path: Path, begin: Begin, play: Callable[..., list[Played]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Database, "busy_seconds", 0.4)
    match = await begin("d3")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        change = asyncio.create_task(
            append(store.matches, match.id, match.position_id, play("c3"), outcome=None)
        )
        await asyncio.sleep(0.05)
        change.cancel()
        with pytest.raises(asyncio.CancelledError):
            await change
        with pytest.raises(StoreBusy):
            await store.check()
        other.execute("COMMIT")
    await store.check()
    assert await store.matches.get(match.id) == match


async def test_long_work_of_this_process_raises_busy(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Database, "busy_seconds", 0.1)
    released = threading.Event()
    holding = asyncio.create_task(store.database.write(lambda _: released.wait()))
    await asyncio.sleep(0)
    with pytest.raises(StoreBusy, match="this process"):
        await store.check()
    released.set()
    await holding
    await store.check()


async def test_a_full_disk_changes_nothing_until_it_clears(
    path: Path, prepared: str, play: Callable[..., list[Played]]
) -> None:
    async with await open_store(prepared) as store:
        pages = await page_limit(store)
        match = await begin_in(store.matches)
        pages[0] = 1  # SQLite then keeps the present number
        with pytest.raises(StoreFull):
            for number in range(2000):
                long = play(f"{number}-{'x' * 500}")
                match = await append(store.matches, match.id, match.position_id, long, outcome=None)
        assert match.ply < 2000
        assert await store.matches.get(match.id) == match
        with pytest.raises(StoreFull):
            await append(store.matches, match.id, match.position_id, play(f"d3 {'x' * 9000}"), outcome=None)
        assert await store.matches.get(match.id) == match
        pages[0] = 1_000_000
        after = await append(store.matches, match.id, match.position_id, play("d3"), outcome=None)
        assert after.ply == match.ply + 1
    check(path, after.ply)


async def test_that_nothing_is_stored_and_that_it_is_again_is_logged_once_each(
    path: Path, prepared: str, play: Callable[..., list[Played]], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "data.engine.database")
    async with await open_store(prepared) as store:
        match = await begin_in(store.matches)
        pages = await page_limit(store)
        pages[0] = 1
        for _ in range(3):
            with pytest.raises(StoreFull):
                await append(
                    store.matches, match.id, match.position_id, play(f"d3 {'x' * 99_000}"), outcome=None
                )
        await store.matches.get(match.id)
        await store.database.write(lambda connection: connection.exec_driver_sql("SELECT 1").scalar())
        assert caplog.messages == [f"nothing is stored in {path}: database or disk is full"]
        pages[0] = 1_000_000
        for move in ("d3", "c3"):
            match = await append(store.matches, match.id, match.position_id, play(move), outcome=None)
        (again,) = caplog.messages[1:]
        assert again.startswith(f"changes are stored in {path} again, after ")


async def page_limit(store: Store) -> list[int]:
    """The maximum number of pages of the file, applied at every transaction from now on."""
    pages = [1_000_000]

    def limit(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages[0]}")

    event.listen(store.database.engine, "begin", limit, insert=True)
    return pages


async def test_a_database_that_becomes_read_only(
    store: Store, path: Path, begin: Begin, play: Callable[..., list[Played]]
) -> None:
    """Connections are read-only, as after a remount or a change of owner, and then writable again."""
    match = await begin("d3")
    modes = ["ro"]

    def connect(_dialect: object, _record: object, arguments: list[str], options: dict[str, object]) -> None:
        arguments[0] = f"file:{path}?mode={modes[0]}"
        options["uri"] = True

    event.listen(store.database.engine, "do_connect", connect)
    store.database.engine.dispose()
    for _ in range(3):
        with pytest.raises(StoreReadOnly):
            await append(store.matches, match.id, match.position_id, play("c3"), outcome=None)
        assert await store.matches.get(match.id) == match
    modes[0] = "rw"
    with pytest.raises(StoreReadOnly):  # from the connection that `get` has opened
        await store.check()
    assert (await append(store.matches, match.id, match.position_id, play("c3"), outcome=None)).ply == 2


async def test_a_database_that_breaks_while_it_is_open(store: Store, path: Path, begin: Begin) -> None:
    match = await begin(" ".join(["d3"] * 500))
    await store.database.write(lambda connection: connection.exec_driver_sql("SELECT 1"))
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\x5a" * (8 * 4096))
    store.database.engine.dispose()
    with pytest.raises(DatabaseRefused):
        await store.matches.get(match.id)


@pytest.mark.parametrize(
    "round_", [1, *(pytest.param(number, marks=pytest.mark.soak) for number in (0, 2, 3, 4))]
)
def test_committed_moves_survive_a_kill(
    path: Path,
    address: str,
    child: Callable[..., subprocess.Popen[str]],
    started_match: Callable[[], int],
    round_: int,
) -> None:
    match_id, stored = started_match(), 0
    for _ in range(2):  # the second time on what the first kill left
        process = child("hammer", address, match_id)
        lines = [read_line(process) for _ in range(10 + 7 * round_)]
        process.kill()
        assert process.stdout is not None
        lines += process.stdout.readlines()  # communicate() would lose what is buffered
        process.communicate()
        assert [int(line) for line in lines] == list(range(stored, stored + len(lines)))
        assert {file.name for file in path.parent.iterdir()} == {
            f"{path.name}{suffix}" for suffix in ("", "-wal", "-shm", "-commits")
        }
        # The last move may have been committed but not reported.
        asyncio.run(compare(address, match_id, stored + len(lines)))
        stored = check(path, stored + len(lines), stored + len(lines) + 1)


def check(path: Path, *plies: int) -> int:
    """The database is intact, its moves have no gap, and their number is one of ``plies``."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        found = [ply for (ply,) in connection.execute("SELECT ply FROM moves ORDER BY ply")]
        assert found == list(range(len(found)))
        assert len(found) in plies
        (version,) = connection.execute("SELECT version FROM matches").fetchone()
        assert version == len(found)
    return len(found)


async def compare(address: str, match_id: int, reported: int) -> None:
    async with await open_store(address) as store:
        match = await store.matches.get(match_id)
        assert match.ply in (reported, reported + 1)
        assert [key.match_id for key in await store.boards.behind()] == [match.id]


async def test_changes_while_locked_fail_and_succeed_later(
    matches: MatchStore, boards: BoardStore, path: Path, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Database, "busy_seconds", 0.1)
    match = await begin("d3")
    resigned = Outcome(Side.SECOND, "outcome.resigned")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for change in (
            matches.finish(match.id, match.position_id, resigned),
            matches.take_back(match.id, match.position_id, 0),
            boards.posted(match.id, match.home, 1),
            boards.shown({BoardKey(match.id, match.home.id): 1}),
        ):
            with pytest.raises(StoreBusy):
                await change
        other.execute("COMMIT")
    assert (await matches.finish(match.id, match.position_id, resigned)).outcome == resigned
