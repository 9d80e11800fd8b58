"""A file whose log was lost or damaged is refused, unless the file holds every commit itself."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from data.engine.commit_note import NUMBERS, lost_commits, note_path
from data.engine.inspection import inspect_file
from data.engine.lost_log import log_path
from data.errors import DatabaseRefused
from data.store import Store, open_store
from data.tables.metadata import REVISION
from tests.data.conftest import append, begin_in, of_a_file, played

pytestmark = of_a_file

PLIES = 40


@pytest.fixture
async def first_start(address: str) -> AsyncIterator[Store]:
    """A store that has just created its file."""
    async with await open_store(address) as store:
        yield store


@pytest.fixture
async def killed(store: Store, path: Path, tmp_path: Path) -> Path:
    """What a kill leaves after some moves: copies of the files of an open store."""
    match = await begin_in(store.matches)
    for number in range(PLIES):
        move = played(f"m{number}")
        match = await append(store.matches, match.id, match.position_id, move, outcome=None)
    return copied(path, tmp_path / "killed")


def copied(path: Path, folder: Path) -> Path:
    shutil.copytree(path.parent, folder)
    return folder / path.name


async def refused(path: Path) -> str:
    with pytest.raises(DatabaseRefused) as refusal:
        await open_store(f"sqlite:///{path}")
    return str(refusal.value)


async def plies(path: Path) -> int:
    """The moves of the only match."""
    async with await open_store(f"sqlite:///{path}") as store:
        (match,) = await store.queries.of_user(111)
        return match.ply


def overwrite(log: Path, start: int, length: int, byte: bytes) -> None:
    with log.open("r+b") as file:
        file.seek(start)
        file.write(byte * length)


def with_other_salt(log: Path) -> None:
    """A log of another run: its frames do not belong to its header."""
    other = log.with_name("other")
    with closing(sqlite3.connect(other, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE t (x)")
        header = log_path(other).read_bytes()[:32]
    log.write_bytes(header + log.read_bytes()[32:])
    other.unlink()


DAMAGE: dict[str, Callable[[Path], object]] = {
    "lost": Path.unlink,
    "emptied": lambda log: os.truncate(log, 0),
    "cut off in its header": lambda log: os.truncate(log, 20),
    "half": lambda log: os.truncate(log, log.stat().st_size // 2),
    "zeros": lambda log: overwrite(log, 0, log.stat().st_size, b"\0"),
    "garbage": lambda log: log.write_bytes(os.urandom(log.stat().st_size)),
    "another page": lambda log: overwrite(log, log.stat().st_size // 2, 1, b"\x5a"),
    "another log": with_other_salt,
}


@pytest.mark.parametrize("damage", DAMAGE)
async def test_a_lost_or_damaged_log_is_refused(
    killed: Path, folder_state: Callable[[Path], dict[str, str]], damage: str
) -> None:
    kept = copied(killed, killed.parent.with_name("kept"))
    DAMAGE[damage](log_path(killed))
    before = without_index(folder_state(killed.parent))
    for _ in range(2):
        message = await refused(killed)
        assert f"its log {log_path(killed)} was lost or damaged" in message
        assert "nothing was changed" in message and str(note_path(killed)) in message
    assert without_index(folder_state(killed.parent)) == before
    shutil.copyfile(log_path(kept), log_path(killed))
    assert await plies(killed) == PLIES


def without_index(state: dict[str, str]) -> dict[str, str]:
    """Without the shared memory, which SQLite makes again from the log."""
    return {name: digest for name, digest in state.items() if not name.endswith("-shm")}


async def test_who_moves_the_note_away_begins_with_what_is_left(killed: Path) -> None:
    log_path(killed).unlink()
    # The match, its moves, and the check at the start.
    assert f"last changes ({PLIES + 2}) are gone" in await refused(killed)
    note_path(killed).unlink()
    async with await open_store(f"sqlite:///{killed}") as store:
        assert await store.queries.of_user(111) == []


async def test_a_log_that_ends_in_the_middle_of_a_commit_is_a_usual_kill(killed: Path) -> None:
    with log_path(killed).open("ab") as log:
        log.write(os.urandom(5000))
    assert await plies(killed) == PLIES


async def test_an_emptied_file_is_refused_while_its_log_is_there(
    killed: Path, folder_state: Callable[[Path], dict[str, str]]
) -> None:
    spoils: tuple[Callable[[], None], ...] = (lambda: os.truncate(killed, 0), killed.unlink)
    for spoil in spoils:
        spoil()
        before = folder_state(killed.parent)
        assert "missing or empty, but daeguk.db-wal beside it" in await refused(killed)
        assert folder_state(killed.parent) == before
    log_path(killed).unlink()
    assert "missing or empty, but daeguk.db-commits beside it" in await refused(killed)


async def test_a_file_without_tables_has_lost_them(
    path: Path, folder_state: Callable[[Path], dict[str, str]]
) -> None:
    """As an earlier version leaves a new file whose log is lost: a header, and nothing else."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
    before = folder_state(path.parent)
    assert "has no tables" in await refused(path)
    assert folder_state(path.parent) == before


@pytest.mark.parametrize("damage", ["cut off in its header", "zeros", "garbage"])
async def test_without_a_note_a_log_that_is_none_is_refused(killed: Path, damage: str) -> None:
    note_path(killed).unlink()
    DAMAGE[damage](log_path(killed))
    assert f"its log {log_path(killed)} is damaged" in await refused(killed)
    log_path(killed).unlink()
    async with await open_store(f"sqlite:///{killed}") as store:
        await store.check()


async def test_after_the_first_start_the_file_itself_is_complete(
    first_start: Store, path: Path, tmp_path: Path
) -> None:
    assert log_path(path).stat().st_size == 0
    await first_start.check()
    alone = tmp_path / "alone.db"
    shutil.copyfile(path, alone)
    assert inspect_file(alone).revision == REVISION


async def test_the_note_is_the_number_of_the_last_commit(first_start: Store, path: Path) -> None:
    match = await begin_in(first_start.matches)
    for move in ("d3", "c3"):
        match = await append(first_start.matches, match.id, match.position_id, played(move), outcome=None)
        assert int(note_path(path).read_text()) == stored_number(path)
    before = stored_number(path)
    await first_start.database.write(lambda connection: connection.exec_driver_sql("SELECT 1").all())
    assert stored_number(path) == before  # nothing was changed


def stored_number(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        (number,) = database.execute("PRAGMA user_version").fetchone()
        return int(number)


async def test_a_clean_end_leaves_the_file_alone(path: Path, address: str) -> None:
    async with await open_store(address) as store:
        await begin_in(store.matches)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


async def test_a_note_without_a_number_is_none(killed: Path) -> None:
    note_path(killed).write_bytes(b"\0" * 11)  # as a power cut may leave it
    assert await plies(killed) == PLIES
    assert not note_path(killed).exists()


@pytest.mark.parametrize(("user", "is_given"), [(0, True), (1000, False)])
async def test_what_root_makes_is_the_databases_owners(
    path: Path, address: str, monkeypatch: pytest.MonkeyPatch, user: int, is_given: bool
) -> None:
    """The bot's user has to write the file, and to read the note that a kill leaves."""
    given: list[tuple[str, int, int]] = []
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setattr(os, "chown", lambda file, *owner: given.append((Path(file).name, *owner)))
    async with await open_store(address) as store:
        for _ in range(2):
            await begin_in(store.matches)
        owner = await asyncio.to_thread(path.stat)
    names = (path.name, f"{path.name}-commits") if is_given else ()
    assert given == [(name, owner.st_uid, owner.st_gid) for name in names]


async def test_changes_go_on_without_a_note(
    path: Path, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with await open_store(address) as store:
        await store.check()
    note_path(path).mkdir()
    with pytest.raises(DatabaseRefused, match="-commits"):
        await open_store(address)
    note_path(path).rmdir()
    async with await open_store(address) as store:
        store.database._note._file = os.open(os.devnull, os.O_RDONLY)  # type: ignore[attr-defined]
        for _ in range(3):
            await begin_in(store.matches, first_id=1, second_id=2)
    (warning,) = [record for record in caplog.records if record.name == "data.engine.commit_note"]
    assert "would not be noticed" in warning.getMessage()


@pytest.mark.parametrize(
    ("noted", "stored", "lost"),
    [(None, 0, 0), (7, 7, 0), (7, 9, 0), (9, 7, 2), (2, NUMBERS - 1, 3), (NUMBERS - 1, 2, 0)],
)
def test_numbers_go_round(noted: int | None, stored: int, lost: int) -> None:
    assert lost_commits(noted, stored) == lost


@pytest.mark.parametrize("apart", [30, pytest.param(7, marks=pytest.mark.soak)])
def test_a_kill_during_the_first_start_needs_no_admin(path: Path, address: str, apart: int) -> None:
    """Killed before each thirtieth statement, or seventh: the next start completes the database."""
    ends = []
    for number in range(0, 400, apart):
        ends.append(killed_at(address, number))
        found = inspect_file(path)
        assert found.revision in (None, REVISION)
        if not ends[-1]:
            break
        asyncio.run(open_and_close(address))
        assert inspect_file(path).revision == REVISION
        for file in path.parent.iterdir():
            file.unlink()
    assert ends[-1] == 0 and ends.count(-signal.SIGKILL) == len(ends) - 1 > 5


async def open_and_close(address: str) -> None:
    async with await open_store(address) as store:
        await begin_in(store.matches)


def killed_at(address: str, number: int) -> int:
    """The exit code of a process that opens the store, and kills itself before its statement ``number``."""
    if child := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        kill_before(number)
        asyncio.run(open_and_close(address))
    finally:
        os._exit(0)


def kill_before(number: int) -> None:
    left = [number]

    def count(*_: object) -> None:
        left[0] -= 1
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    for kind in ("before_cursor_execute", "commit"):
        event.listen(Engine, kind, count)
