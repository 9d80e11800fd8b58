"""Databases that are opened, and those that are refused and left unchanged."""

# ruff: noqa: ASYNC240  the files are small, and nothing else runs

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from data.engine.database import Database
from data.engine.existing import inspected
from data.errors import DatabaseRefused, StoreBusy, StoreReadOnly
from data.store import open_store, open_to_read
from data.tables.metadata import REVISION, VERSION_TABLE
from tests.data.conftest import of_a_file, read_line, write_line


async def refused(address: str) -> str:
    with pytest.raises(DatabaseRefused) as refusal:
        await open_store(address)
    return str(refusal.value)


@pytest.fixture
def filled(path: Path, started_match: Callable[[], int]) -> Path:
    """A database with a match in it, closed."""
    started_match()
    return path


def overwrite(path: Path, offset: int, length: int) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(b"\x5a" * length)


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def make_newer(path: Path) -> None:
    set_revision(path, "9999")


def make_unreleased(path: Path) -> None:
    set_revision(path, "0052")


def set_revision(path: Path, revision: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = ?", (revision,))
        connection.commit()


def make_foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()


DAMAGE: dict[str, tuple[Callable[[Path], object], str]] = {
    "no database": (lambda path: path.write_text("Dear diary,\n" * 99), "not a database"),
    "a few bytes": (lambda path: path.write_bytes(b"SQLite form"), "not a database"),
    "damaged header": (lambda path: overwrite(path, 0, 40), "not a database"),
    "damaged pages": (lambda path: overwrite(path, 4096, 3000), "malformed|corrupt|invalid|Tree"),
    "truncated": (truncate, "malformed|corrupt"),
    "newer": (make_newer, "newer Daeguk.*'9999'.*update the program"),
    "between releases": (make_unreleased, "version between two releases.*'0052'.*backup of a release"),
    "foreign": (make_foreign, "another program.*'recipes'.*database of its own"),
}


@of_a_file
@pytest.mark.parametrize("damage", DAMAGE)
async def test_what_cannot_be_used_is_refused_and_not_touched(
    filled: Path, address: str, folder_state: Callable[[Path], dict[str, str]], damage: str
) -> None:
    spoil, sentence = DAMAGE[damage]
    spoil(filled)
    before = folder_state(filled.parent)
    for _ in range(2):
        message = await refused(address)
        assert str(filled) in message
        assert "nothing was changed" in message
        with pytest.raises(DatabaseRefused, match=f"(?s){sentence}"):
            await open_store(address)
    assert folder_state(filled.parent) == before


@of_a_file
async def test_a_newer_database_whose_writer_was_killed_is_not_touched(
    filled: Path, address: str, folder_state: Callable[[Path], dict[str, str]], tmp_path: Path
) -> None:
    with closing(sqlite3.connect(filled)) as connection:
        connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
        connection.commit()
        for kept in (("", "-wal"), ("", "-wal", "-shm")):  # as found after a kill, and as copied by hand
            killed = tmp_path / f"killed{len(kept)}" / filled.name
            killed.parent.mkdir()
            for suffix in kept:
                shutil.copyfile(f"{filled}{suffix}", f"{killed}{suffix}")
    for killed in (tmp_path / "killed2" / filled.name, tmp_path / "killed3" / filled.name):
        before = folder_state(killed.parent)
        assert "newer Daeguk" in await refused(f"sqlite:///{killed}")
        after = folder_state(killed.parent)
        assert after.keys() == before.keys()
        assert without_index(after) == without_index(before)


def without_index(state: dict[str, str]) -> dict[str, str]:
    """Without the shared memory, which SQLite creates again from the log."""
    return {name: digest for name, digest in state.items() if not name.endswith("-shm")}


@of_a_file
async def test_a_journal_of_a_killed_writer_is_not_touched(
    path: Path, address: str, folder_state: Callable[[Path], dict[str, str]], empty_database: Path
) -> None:
    """A foreign database in SQLite's older mode, killed in the middle of a change."""
    path.parent.mkdir()
    script = (
        "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "c.execute('PRAGMA cache_size = 5'); c.execute('CREATE TABLE recipes (name TEXT)');"
        "c.execute('INSERT INTO recipes VALUES (randomblob(90000))'); c.execute('BEGIN');"
        "c.execute('UPDATE recipes SET name = randomblob(95000)'); os.kill(os.getpid(), 9)"
    )
    assert await asyncio.to_thread(subprocess.call, ["python3", "-c", script, path]) == -signal.SIGKILL
    before = folder_state(path.parent)
    assert list(before) == ["daeguk.db", "daeguk.db-journal"]
    assert "another program" in await refused(address)
    assert folder_state(path.parent) == before


@of_a_file
async def test_the_folder_is_created(path: Path, address: str) -> None:
    assert not path.parent.exists()
    async with await open_store(address) as store:
        await store.check()
    assert path.stat().st_size > 0


@of_a_file
async def test_an_empty_file_is_filled(path: Path, address: str) -> None:
    path.parent.mkdir()
    path.touch()
    async with await open_store(address) as store:
        assert await store.queries.challenges() == []


@of_a_file
async def test_only_this_user_can_read_a_new_database(path: Path, address: str) -> None:
    before = os.umask(0o022)
    try:
        async with await open_store(address) as store:
            await store.check()
            modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    finally:
        os.umask(before)
    assert modes == {f"{path.name}{suffix}": 0o600 for suffix in ("", "-wal", "-shm", "-commits")}


@of_a_file
async def test_a_folder_that_cannot_be_created(path: Path, address: str) -> None:
    path.parent.write_text("a file is in the way")
    assert str(path.parent) in await refused(address)
    assert path.parent.read_text() == "a file is in the way"


@of_a_file
async def test_a_path_that_is_no_file(path: Path, address: str) -> None:
    path.mkdir(parents=True)
    assert "is not a file" in await refused(address)
    path.rmdir()
    os.mkfifo(path)
    assert "is not a file" in await refused(address)
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("", "is no address of a database"),
        ("var/daeguk.db", "is no address of a database"),
        ("sqlite", "is no address of a database"),
        ("postgresql://daeguk@host:port/name", "is no address of a database"),
        (
            "mysql+aiomysql://root:secret@host/name",
            "is of mysql, but matches are kept in SQLite or PostgreSQL",
        ),
        ("sqlite://var/daeguk.db", "has two slashes"),
        ("sqlite:///~/daeguk.db", "begins with ~"),
        ("sqlite://", "names no file"),
        ("sqlite:///", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("sqlite:///file:x?mode=memory&uri=true", "names no file"),
    ],
)
async def test_addresses_that_name_no_database(
    address: str, sentence: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    message = await refused(address)
    assert sentence in message
    assert "secret" not in message
    assert list(tmp_path.iterdir()) == []


@of_a_file
@pytest.mark.parametrize("scheme", ["sqlite", "sqlite+aiosqlite", "sqlite+pysqlite"])
async def test_a_driver_in_the_address_changes_nothing(filled: Path, scheme: str) -> None:
    async with await open_store(f"{scheme}:///{filled}") as store:
        assert len(await store.queries.of_user(111)) == 1


async def test_names_with_odd_characters(tmp_path: Path) -> None:
    path = tmp_path / "대국 100%d ?#" / "a b;'\".db"
    address = "sqlite:///" + str(path).replace("?", "%3F").replace("#", "%23")
    for _ in range(2):
        async with await open_store(address) as store:
            await store.check()


@of_a_file
async def test_a_database_locked_at_the_start(
    filled: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A current database is opened all the same: the lock clears later."""
    monkeypatch.setattr(Database, "busy_seconds", 0.2)
    with closing(sqlite3.connect(filled, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        async with await open_store(address) as store:
            assert len(await store.queries.of_user(111)) == 1
            other.execute("ROLLBACK")
            await store.check()


@of_a_file
async def test_a_new_database_locked_at_the_start(
    path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Database, "busy_seconds", 0.2)
    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreBusy, match="in use by another program"):
            await open_store(address)
    async with await open_store(address) as store:
        await store.check()


@of_a_file
async def test_a_new_database_that_another_process_is_writing(path: Path, address: str) -> None:
    """SQLite itself does not wait here: a file without a log is busy at once while it is written."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        opening = asyncio.create_task(open_store(address))
        await asyncio.sleep(0.3)
        assert not opening.done()
        other.execute("ROLLBACK")
        async with await opening as store:
            await store.check()


@of_a_file
@pytest.mark.parametrize("suffix", ["", "-commits"])
async def test_a_file_of_another_user_is_not_called_damaged(
    filled: Path, address: str, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup would not help."""
    denied = filled.with_name(f"{filled.name}{suffix}")
    denied.touch()

    def read(*_: object) -> None:
        raise PermissionError(13, "Permission denied", str(denied))

    access = os.access
    monkeypatch.setattr("data.engine.inspection.noted_commit", read)
    monkeypatch.setattr(os, "access", lambda file, mode: Path(file) != denied and access(file, mode))
    message = await refused(address)
    assert message.startswith(f"this user cannot read {denied}: be the bot's user")


@of_a_file
async def test_a_folder_of_another_user_is_one_sentence(
    path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exists = Path.exists

    def denied(file: Path) -> bool:
        if file == path:
            raise PermissionError(13, "Permission denied", str(file))
        return exists(file)

    monkeypatch.setattr(Path, "exists", denied)
    message = await refused(address)
    assert message.startswith(f"this user cannot enter the folder of {path}: be the bot's user")


@of_a_file
async def test_a_file_that_cannot_be_read_without_writing_beside_it_is_one_sentence(
    filled: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def read(*_: object) -> None:
        raise StoreReadOnly("attempt to write a readonly database")

    monkeypatch.setattr(Database, "read", read)
    with pytest.raises(StoreReadOnly, match=f"^{filled} is not writable .*: let this user write the file"):
        await open_to_read(address)


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that every user can read."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@of_a_file
def test_a_read_only_database_is_refused(
    filled: Path,
    tmp_path: Path,
    public_folder: Path,
    child: Callable[..., subprocess.Popen[str]],
    folder_state: Callable[[Path], dict[str, str]],
) -> None:
    path = public_folder / "daeguk.db"
    shutil.copyfile(filled, path)
    path.chmod(0o444)
    public_folder.chmod(0o555)
    before = folder_state(public_folder)
    addresses = (f"sqlite:///{file}" for file in (path, tmp_path / "scratch.db"))
    output, _ = child("opens", *addresses).communicate("go\n", timeout=60)
    public_folder.chmod(0o755)
    assert f"StoreReadOnly {path} is not writable" in output
    assert folder_state(public_folder) == before


def test_processes_open_a_new_database_at_once(
    path: Path, address: str, child: Callable[..., subprocess.Popen[str]]
) -> None:
    children = [child("opens", address) for _ in range(3)]
    for process in children:
        assert read_line(process) == "ready\n"
    for process in children:
        write_line(process, "go")
    assert [process.communicate(timeout=60)[0] for process in children] == ["opened\n"] * 3
    assert asyncio.run(revision_of(address)) == REVISION


async def revision_of(address: str) -> str | None:
    contents, database = await inspected(address)
    await database.close()
    return contents.revision


async def test_stores_are_opened_and_closed_concurrently(address: str) -> None:
    async def one() -> None:
        for _ in range(4):
            async with await open_store(address) as store:
                await store.check()

    await asyncio.gather(*(one() for _ in range(4)))
