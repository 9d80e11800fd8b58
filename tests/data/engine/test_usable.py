"""Whether a start could use a database, which is asked before anything is changed."""

# ruff: noqa: ASYNC240  the files are small, and nothing else runs

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from data.engine.address import parse_url
from data.engine.usable import check_usable
from data.errors import DatabaseRefused, StoreFull, StoreReadOnly
from data.store import open_store
from data.tables.metadata import REVISION
from tests.data.conftest import of_a_file
from tests.postgresql import database as new_database
from tests.postgresql import execute


@pytest.fixture
async def used(tmp_path: Path) -> Path:
    """A database that is closed."""
    path = tmp_path / "var" / "daeguk.db"
    store = await open_store(f"sqlite:///{path}")
    await store.close()
    return path


@of_a_file
async def test_a_file_that_can_be_made_is_not_made(tmp_path: Path) -> None:
    contents = await check_usable(f"sqlite:///{tmp_path / 'new' / 'daeguk.db'}")
    assert contents.tables == frozenset()
    assert list(tmp_path.iterdir()) == []


@of_a_file
async def test_a_file_that_is_used_stays_as_it_is(
    used: Path, folder_state: Callable[[Path], dict[str, str]]
) -> None:
    before = folder_state(used.parent)
    assert (await check_usable(f"sqlite:///{used}")).revision == REVISION
    assert folder_state(used.parent) == before


@of_a_file
@pytest.mark.parametrize("name", ["daeguk.db", "daeguk.db-wal", "daeguk.db-shm", "daeguk.db-commits", ""])
async def test_what_this_user_cannot_write_is_named(
    used: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as what root has left beside the file."""
    access = os.access
    denied = used.parent / name
    if name:
        denied.touch()
    monkeypatch.setattr(os, "access", lambda file, mode: Path(file) != denied and access(file, mode))
    where = "" if denied == used else f"{denied}: "
    with pytest.raises(StoreReadOnly) as refused:
        await check_usable(f"sqlite:///{used}")
    assert str(refused.value) == (
        f"{used} is not writable ({where}permission denied): let this user write the file and its folder"
    )


@of_a_file
@pytest.mark.parametrize(
    ("number", "kind", "sentence"),
    [
        (errno.ENOSPC, StoreFull, "there is no room for"),
        (errno.EDQUOT, StoreFull, "there is no room for"),
        (errno.EROFS, StoreReadOnly, "is not writable"),
    ],
)
async def test_a_disk_that_takes_nothing(
    used: Path, number: int, kind: type[Exception], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(number, os.strerror(number))

    before = sorted(used.parent.iterdir())
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(kind, match=sentence) as refused:
        await check_usable(f"sqlite:///{used}")
    assert os.strerror(number) in str(refused.value)
    assert sorted(used.parent.iterdir()) == before


@pytest.fixture
def as_guest(server: str) -> Callable[[str], str]:
    """The address of a database for a user who owns nothing in it."""
    execute(server, "DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN")

    def guest(address: str) -> str:
        url = parse_url(address).set(drivername="postgresql", username="guest")
        return url.render_as_string(hide_password=False)

    return guest


async def test_a_server_where_tables_cannot_be_made(server: str, as_guest: Callable[[str], str]) -> None:
    with new_database(server) as address:
        assert (await check_usable(address)).tables == frozenset()
        with pytest.raises(DatabaseRefused, match="lets this user make no tables in the schema public"):
            await check_usable(as_guest(address))


async def test_a_server_whose_tables_cannot_be_changed(server: str, as_guest: Callable[[str], str]) -> None:
    with new_database(server) as address:
        async with await open_store(address):
            pass
        assert (await check_usable(address)).revision == REVISION
        execute(address, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest")
        with pytest.raises(DatabaseRefused, match="permission denied for table"):
            await check_usable(as_guest(address))
        execute(address, "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM guest")


async def test_a_server_that_takes_no_changes(server: str) -> None:
    """As a replica, or one whose disk was found full."""
    with new_database(server) as address:
        async with await open_store(address):
            pass
        name = parse_url(address).database
        execute(server, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        with pytest.raises(StoreReadOnly, match=r"is not writable .*: name the server that takes changes$"):
            await check_usable(address)


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
async def test_a_server_whose_database_cannot_hold_every_text(server: str, encoding: str) -> None:
    execute(
        server, f"CREATE DATABASE ascii ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
    )
    address = parse_url(server).set(database="ascii").render_as_string(hide_password=False)
    try:
        for refusing in (check_usable, open_store):
            with pytest.raises(DatabaseRefused, match=f"has the encoding {encoding}"):
                await refusing(address)
    finally:
        execute(server, "DROP DATABASE ascii WITH (FORCE)")
