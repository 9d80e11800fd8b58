"""What is particular about a server: rows that are locked, connections that are lost, what is refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from data.engine.database import Database
from data.errors import DatabaseRefused, StoreBusy, StoreFailed, UnknownMatch
from data.model import DELETED_USER, Played
from data.schema import VERSION_TABLE
from data.store import Store, open_store
from games.base import Outcome, Side
from tests.data.conftest import BORA, Begin, append, of_a_server

pytestmark = of_a_server

Play = Callable[..., list[Played]]


@pytest.fixture
async def other(address: str) -> AsyncIterator[AsyncEngine]:
    """Another program that uses the database."""
    engine = create_async_engine(address)
    yield engine
    await engine.dispose()


async def test_a_locked_match_keeps_only_its_own_changes_waiting(
    store: Store, other: AsyncEngine, begin: Begin, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Database, "busy_seconds", 0.5)
    match, free = await begin("d3"), await begin("d3")
    async with other.begin() as connection:
        await connection.execute(text(f"SELECT 1 FROM matches WHERE id = {match.id} FOR UPDATE"))
        with pytest.raises(StoreBusy):
            await append(store.matches, match.id, match.position_id, play("c3"), outcome=None)
        assert await store.matches.get(match.id) == match
        await append(store.matches, free.id, free.position_id, play("c3"), outcome=None)
    await until_free(store)
    assert (await append(store.matches, match.id, match.position_id, play("c3"), outcome=None)).ply == 2


async def until_free(store: Store) -> None:
    """Wait for changes that were given up."""
    while store.database._running:
        await asyncio.wait(store.database._running)


async def test_lost_connections_are_replaced(store: Store, other: AsyncEngine, begin: Begin) -> None:
    match = await begin("d3")
    async with other.begin() as connection:
        await connection.execute(
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
    store: Store, other: AsyncEngine, begin: Begin, has_moved: bool
) -> None:
    match = await begin("d3", guild_id=7)
    await store.retention.guild_left(7)
    async with other.begin() as connection:
        moved = f"UPDATE matches SET guild_id = {8 if has_moved else 7} WHERE id = {match.id}"
        await connection.execute(text(moved))
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
    store: Store, other: AsyncEngine, begin: Begin
) -> None:
    match = await begin("d3")
    await store.matches.finish(match.id, match.position_id, Outcome(Side.FIRST, "outcome.resigned"))
    async with other.begin() as connection:
        erased = f"UPDATE matches SET first_id = {DELETED_USER} WHERE id = {match.id}"
        await connection.execute(text(erased))
        erasing = asyncio.create_task(store.personal_data.erase_matches(BORA, most=9))
        await asyncio.sleep(0.3)
        assert not erasing.done()
    assert await erasing == 1
    with pytest.raises(UnknownMatch):
        await store.matches.get(match.id)


async def test_a_newer_database_is_refused(store: Store, other: AsyncEngine, address: str) -> None:
    await store.close()
    async with other.begin() as connection:
        await connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    with pytest.raises(DatabaseRefused, match=r"newer Daeguk.*'9999'"):
        await open_store(address)


async def test_a_database_of_another_program_is_refused(other: AsyncEngine, address: str) -> None:
    async with other.begin() as connection:
        await connection.execute(text("CREATE TABLE recipes (name TEXT)"))
    with pytest.raises(DatabaseRefused, match=r"another program.*'recipes'"):
        await open_store(address)


async def test_a_server_that_cannot_be_reached_is_named_without_the_password() -> None:
    with pytest.raises(DatabaseRefused, match="cannot be opened") as refused:
        await open_store("postgresql://daeguk:secret@localhost:1/daeguk")
    assert "secret" not in str(refused.value)
