"""Backups while the bot writes, and restores while it does not."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import Popen

import pytest

from data import backup
from data.backup import back_up, check_whole, restore
from data.errors import DatabaseRefused
from data.store import Store, open_store
from tests.data.conftest import Begin, begin_in, of_a_file

pytestmark = of_a_file

DigestsOf = Callable[[Path], dict[str, str]]


def moves_in(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        return int(database.execute("SELECT count(*) FROM moves").fetchone()[0])


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copy.db"


@pytest.fixture
def database(empty_database: Path, path: Path) -> Path:
    """A database that nobody uses."""
    path.parent.mkdir()
    shutil.copyfile(empty_database, path)
    return path


async def test_a_backup_has_what_is_only_in_the_log(
    store: Store, path: Path, copy: Path, begin: Begin
) -> None:
    await begin("d3 c3")
    back_up(path, copy)
    assert moves_in(copy) == 2
    async with await open_store(f"sqlite:///{copy}") as opened:
        assert [match.ply for match in await opened.queries.of_user(111)] == [2]


def test_a_backup_is_one_file_for_this_user(database: Path, copy: Path) -> None:
    back_up(database, copy)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert sorted(one.name for one in copy.parent.iterdir()) == ["copy.db", "var"], "nothing else is left"


def test_a_backup_while_others_write(
    started_match: Callable[[], int], path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change is committed after each of its steps. It ends all the same, and is of one moment."""
    started_match()
    steps = 0

    def write(_: float) -> None:
        nonlocal steps
        steps += 1
        assert steps < 1000, "it starts again after each change"
        with closing(sqlite3.connect(path)) as database:
            database.execute(
                "INSERT INTO moves (match_id, ply, move, user_id, played_at) VALUES (1, ?, 'd3', NULL, 0)",
                (steps,),
            )
            database.execute("UPDATE matches SET version = version + 1")
            database.commit()

    monkeypatch.setattr(backup, "_PAGES", 1)
    monkeypatch.setattr(time, "sleep", write)
    back_up(path, copy)
    assert steps > 10
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT version FROM matches").fetchone() == (0,)
    assert (moves_in(copy), moves_in(path)) == (0, steps)


def test_a_backup_overwrites_nothing(database: Path, copy: Path) -> None:
    copy.write_text("precious")
    with pytest.raises(DatabaseRefused, match="exists already"):
        back_up(database, copy)
    assert copy.read_text() == "precious"
    copy.unlink()
    copy.symlink_to("nowhere")
    with pytest.raises(DatabaseRefused, match="exists already"):
        back_up(database, copy)


def test_a_file_that_appears_meanwhile_stays(
    database: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "check_whole", lambda _: copy.write_text("precious"))
    with pytest.raises(DatabaseRefused, match="exists already"):
        back_up(database, copy)
    assert copy.read_text() == "precious"


def test_a_backup_of_no_database_or_another_one(path: Path, copy: Path) -> None:
    path.parent.mkdir()
    with pytest.raises(DatabaseRefused, match="no database"):
        back_up(path, copy)
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE songs (id)")
        other.commit()
    with pytest.raises(DatabaseRefused, match="another program"):
        back_up(path, copy)
    assert list(copy.parent.iterdir()) == [path.parent]


def test_a_damaged_copy_gets_no_name(database: Path, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(_: Path) -> None:
        raise DatabaseRefused("damaged")

    monkeypatch.setattr(backup, "check_whole", damaged)
    with pytest.raises(DatabaseRefused, match="damaged"):
        back_up(database, copy)
    assert list(copy.parent.iterdir()) == [database.parent]


async def test_a_restore_keeps_the_old_database(address: str, store: Store, path: Path, copy: Path) -> None:
    await begin_in(store.matches, "d3")
    back_up(path, copy)
    await begin_in(store.matches, "d3 c3")
    await store.close()
    kept = restore(copy, path, ".old")
    assert kept == path.with_name("daeguk.db.old")
    assert (moves_in(path), moves_in(kept)) == (1, 3)
    async with await open_store(address) as opened:
        assert len(await opened.queries.of_user(111)) == 1


async def test_a_restore_uses_no_number_again(address: str, store: Store, path: Path, copy: Path) -> None:
    """The buttons of a match that the backup does not have are still on Discord, and name its number."""
    back_up(path, copy)
    lost = await begin_in(store.matches, "d3")
    await store.close()
    restore(copy, path, ".old")
    async with await open_store(address) as opened:
        assert (await begin_in(opened.matches, "d3")).id == lost.id + 1


def test_a_restore_forgets_which_commands_discord_had(database: Path, copy: Path) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("INSERT INTO synced_commands VALUES (1, 'x', 1, NULL)")
    back_up(database, copy)
    restore(copy, database, ".old")
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT * FROM synced_commands").fetchall() == []


def test_a_restore_uses_no_number_from_the_log_again(
    started_match: Callable[[], int],
    child: Callable[..., Popen[str]],
    address: str,
    empty_database: Path,
    path: Path,
) -> None:
    """The bot was killed, so that the last number is in the log only."""
    match = started_match()
    with child("hammer", address, match) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.kill()
    kept = restore(empty_database, path, ".old")
    with closing(sqlite3.connect(path)) as restored:
        assert restored.execute("SELECT seq FROM sqlite_sequence WHERE name = 'matches'").fetchall() == [
            (match,)
        ]
    assert kept is not None
    assert moves_in(kept) >= 1, "the old file is complete"


def test_a_restore_keeps_the_log_of_a_killed_bot(
    started_match: Callable[[], int],
    child: Callable[..., Popen[str]],
    address: str,
    path: Path,
    copy: Path,
) -> None:
    match = started_match()
    back_up(path, copy)
    with child("hammer", address, match) as process:
        assert process.stdout is not None
        for _ in range(5):
            process.stdout.readline()
        with pytest.raises(DatabaseRefused, match="another program uses"):
            restore(copy, path, ".early")
        process.kill()
    assert path.with_name("daeguk.db-wal").stat().st_size > 0
    kept = restore(copy, path, ".old")
    assert kept is not None
    assert not path.with_name("daeguk.db-wal").exists(), "it would be applied to the backup"
    assert moves_in(path) == 0
    assert moves_in(kept) >= 5


def test_a_restore_of_a_damaged_database(
    empty_database: Path, path: Path, copy: Path, folder_state: DigestsOf
) -> None:
    path.parent.mkdir()
    for name, content in {"": b"garbage" * 900, "-wal": b"log", "-commits": b"0000000007\n"}.items():
        path.with_name(f"daeguk.db{name}").write_bytes(content)
    before = folder_state(path.parent)
    kept = restore(empty_database, path, ".old")
    assert kept is not None
    after = folder_state(path.parent)
    assert {name.replace("db.old", "db"): digest for name, digest in after.items() if "old" in name} == before
    assert set(after) == {"daeguk.db", "daeguk.db.old", "daeguk.db.old-wal", "daeguk.db.old-commits"}
    check_whole(path)


def test_a_restore_where_there_was_nothing(empty_database: Path, path: Path) -> None:
    assert restore(empty_database, path, ".old") is None
    assert [one.name for one in path.parent.iterdir()] == ["daeguk.db"]
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give files away")
def test_a_restored_database_belongs_to_its_user(empty_database: Path, database: Path) -> None:
    """Also if root has restored it: the bot could not write it otherwise."""
    os.chown(database, 12345, 12345)
    restore(empty_database, database, ".old")
    assert (database.stat().st_uid, database.stat().st_gid) == (12345, 12345)
    database.unlink()
    os.chown(database.parent, 12346, 12346)
    restore(empty_database, database, ".older")
    assert database.stat().st_uid == 12346


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE daeguk_version SET version_num = '9999'", "newer Daeguk"),
        ("DROP TABLE daeguk_version", "another program"),
    ],
)
def test_a_backup_that_is_not_ours_is_not_restored(
    database: Path, copy: Path, folder_state: DigestsOf, statement: str, words: str
) -> None:
    shutil.copyfile(database, copy)
    with closing(sqlite3.connect(copy)) as other:
        other.execute(statement)
        other.commit()
    before = folder_state(database.parent)
    with pytest.raises(DatabaseRefused, match=words):
        restore(copy, database, ".old")
    assert folder_state(database.parent) == before


def test_a_damaged_backup_is_not_restored(database: Path, copy: Path) -> None:
    content = bytearray(database.read_bytes())
    content[8192 : 8192 + 2048] = b"\xa5" * 2048
    copy.write_bytes(content)
    with pytest.raises(DatabaseRefused) as refused:
        restore(copy, database, ".old")
    assert re.fullmatch(
        rf"the backup {copy} cannot be used \(.+\); nothing was changed: restore another one",
        str(refused.value),
    )
    assert [one.name for one in database.parent.iterdir()] == ["daeguk.db"]


def test_a_database_is_not_restored_from_itself(database: Path) -> None:
    with pytest.raises(DatabaseRefused, match="itself"):
        restore(database, database, ".old")
    with pytest.raises(DatabaseRefused, match="no database"):
        restore(database.with_name("missing.db"), database, ".old")
