"""What is particular about a server: rows that are locked, connections that are lost, what is refused."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, make_url, text

from data import migrations
from data.engine.address import ServerOptions, parse_url
from data.engine.database import Database
from data.errors import DatabaseRefused, StoreBusy, StoreFailed, UnknownMatch
from data.model.match import DELETED_USER, Match, Played
from data.model.match_rating import Unrated
from data.store import Store, open_store
from data.tables.metadata import VERSION_TABLE
from games.base import Outcome, Side
from tests import postgresql
from tests.data.conftest import BORA, Begin, append, of_a_server

pytestmark = of_a_server

Play = Callable[..., list[Played]]


@pytest.fixture
def other(address: str) -> Iterator[Engine]:
    """Another program that uses the database."""
    engine = create_engine(parse_url(address))
    yield engine
    engine.dispose()


async def test_a_locked_match_keeps_only_its_own_changes_waiting(
    store: Store, other: Engine, begin: Begin, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Database, "busy_seconds", 0.5)
    match, free = await begin("d3"), await begin("d3")
    with other.begin() as connection:
        connection.execute(text(f"SELECT 1 FROM matches WHERE id = {match.id} FOR UPDATE"))
        with pytest.raises(StoreBusy):
            await append(store.matches, match.id, match.position_id, play("c3"), outcome=None)
        assert await store.matches.get(match.id) == match
        await append(store.matches, free.id, free.position_id, play("c3"), outcome=None)
    await until_free(store)
    assert (await append(store.matches, match.id, match.position_id, play("c3"), outcome=None)).ply == 2


async def test_of_two_equal_matches_that_end_at_once_one_is_rated(
    store: Store, other: Engine, begin: Begin
) -> None:
    moves = "d3 c3 c4 c5 b4 d2 e2 f4 d6 c6"

    async def finish(moves: str) -> Match:
        match = await begin(moves, is_rated=True)
        return await store.matches.finish(
            match.id, match.position_id, Outcome(Side.FIRST, "outcome.resigned")
        )

    await finish(moves + " f3")
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    with other.begin() as connection:
        connection.execute(text("SELECT 1 FROM ratings FOR UPDATE"))
        both = [asyncio.create_task(finish(moves)) for _ in range(2)]
        while connection.execute(waiting).scalar_one() < 2:  # noqa: ASYNC110 - a server says nothing
            await asyncio.sleep(0.02)
    rated = [match.rated and match.rated.unrated for match in await asyncio.gather(*both)]
    assert sorted(rated, key=str) == [None, Unrated.REPEATED]


@pytest.mark.parametrize("seconds", [-1, 60])
async def test_what_older_processes_work_with_is_not_migrated(
    address: str, other: Engine, seconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await open_store(address)).close()
    migrated: list[str] = []
    monkeypatch.setattr(migrations, "upgrade", lambda _: migrated.append("yes"))
    living = f"extract(epoch FROM clock_timestamp()) + {seconds}"
    with other.begin() as connection:
        connection.execute(
            text(f"INSERT INTO bot_processes VALUES ('id', 'host 7', 1, 1, false, true, {living}, NULL)")
        )
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '0014'"))
    if seconds < 0:
        await (await open_store(address)).close()
        assert migrated == ["yes"]
    else:
        with pytest.raises(DatabaseRefused, match="host 7 runs with an older one"):
            await open_store(address)
        assert migrated == []


async def until_free(store: Store) -> None:
    """Wait for changes that were given up."""
    while store.database._running:
        await asyncio.wait(store.database._running)


async def test_lost_connections_are_replaced(store: Store, other: Engine, begin: Begin) -> None:
    match = await begin("d3")
    with other.begin() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    try:
        assert await store.matches.get(match.id) == match
    except StoreFailed:
        assert await store.matches.get(match.id) == match


@pytest.mark.parametrize("has_moved", [False, True])
async def test_a_match_that_is_moved_meanwhile_is_not_deleted_with_its_server(
    store: Store, other: Engine, begin: Begin, has_moved: bool
) -> None:
    match = await begin("d3", guild_id=7)
    await store.retention.guild_left(7)
    with other.begin() as connection:
        moved = f"UPDATE matches SET guild_id = {8 if has_moved else 7} WHERE id = {match.id}"
        connection.execute(text(moved))
        deleting = asyncio.create_task(store.retention.delete([match.id], in_guild=7))
        await asyncio.sleep(0.3)
        assert not deleting.done()
    await deleting
    if has_moved:
        assert (await store.matches.get(match.id)).moves == ("d3",)
    else:
        with pytest.raises(UnknownMatch):
            await store.matches.get(match.id)


async def test_a_match_that_both_players_erase_at_once_is_deleted(
    store: Store, other: Engine, begin: Begin
) -> None:
    match = await begin("d3")
    await store.matches.finish(match.id, match.position_id, Outcome(Side.FIRST, "outcome.resigned"))
    with other.begin() as connection:
        erased = f"UPDATE matches SET first_id = {DELETED_USER} WHERE id = {match.id}"
        connection.execute(text(erased))
        erasing = asyncio.create_task(store.personal_data.erase_matches(BORA, limit=9))
        await asyncio.sleep(0.3)
        assert not erasing.done()
    assert await erasing == 1
    with pytest.raises(UnknownMatch):
        await store.matches.get(match.id)


async def test_a_newer_database_is_refused(store: Store, other: Engine, address: str) -> None:
    await store.close()
    with other.begin() as connection:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    with pytest.raises(DatabaseRefused, match=r"newer Daeguk.*'9999'"):
        await open_store(address)


async def test_a_database_of_another_program_is_refused(other: Engine, address: str) -> None:
    with other.begin() as connection:
        connection.execute(text("CREATE TABLE recipes (name TEXT)"))
    with pytest.raises(DatabaseRefused, match=r"another program.*'recipes'"):
        await open_store(address)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"port": 1, "host": "localhost"}, "refused"),
        ({"host": "/nowhere"}, "No such file"),
        ({"database": "missing"}, 'database "missing" does not exist'),
        ({"username": "nobody-known"}, 'role "nobody-known" does not exist'),
        ({"options": "ssl=require"}, 'invalid connection option "ssl"'),
    ],
)
async def test_a_server_that_refuses_is_one_sentence(
    server: str, change: dict[str, Any], sentence: str
) -> None:
    url = make_url(server).set(password="secret")
    host, options = change.pop("host", None), change.pop("options", None)
    if host is not None:
        url = url.update_query_dict({"host": host})
    if options is not None:
        url = url.update_query_string(options)
    url = url.set(**change)
    with pytest.raises(DatabaseRefused, match="cannot be used") as refused:
        await open_store(url.render_as_string(hide_password=False))
    said = str(refused.value)
    assert sentence in said and "secret" not in said and "\n" not in said


async def test_a_wrong_password(server: str) -> None:
    with postgresql.database(server) as address:
        url = make_url(address).set(username="anna", password="wrong-secret")
        with pytest.raises(DatabaseRefused) as refused:
            await open_store(url.render_as_string(hide_password=False))
        assert "wrong-secret" not in str(refused.value)


async def test_the_address_of_an_earlier_version(store: Store, address: str, begin: Begin) -> None:
    match = await begin("d3")
    async with await open_store(address.replace("postgresql:", "postgresql+asyncpg:")) as again:
        assert await again.matches.get(match.id) == match


async def test_a_statement_that_takes_too_long_is_ended(store: Store, address: str, begin: Begin) -> None:
    match = await begin("d3")
    async with await open_store(address, options=ServerOptions(2, 1)) as other:
        with pytest.raises(StoreBusy, match="statement timeout"):
            await other.database.read(lambda connection: connection.execute(text("SELECT pg_sleep(30)")))
        assert await other.matches.get(match.id) == match


async def test_no_more_connections_than_allowed(address: str, other: Engine) -> None:
    counting = text(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name = 'daeguk'"
    )
    async with await open_store(address, options=ServerOptions(connections=3)) as store:
        await asyncio.gather(*(store.database.check() for _ in range(30)))
        with other.begin() as connection:
            assert 1 <= connection.execute(counting).scalar_one() <= 3


async def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(DatabaseRefused, match=r"pip install 'daeguk\[postgres\]'") as refused:
        await open_store("postgresql://daeguk:secret@localhost/daeguk")
    assert "secret" not in str(refused.value)
