"""Which process sends its commands to Discord, while two versions run side by side."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import Connection, insert, update

from data.leases import synced_commands
from data.leases.synced_commands import SyncedCommands, Turn
from data.store import Store
from data.tables.processes import bot_processes
from tests.data.conftest import of_a_server

BOT, OTHER_BOT = 1, 2
NOTHING, SEND, WAIT, OTHERS = Turn.NOTHING, Turn.SEND, Turn.WAIT, Turn.OTHERS


@pytest.fixture
def commands(store: Store) -> SyncedCommands:
    return SyncedCommands(store.database, BOT)


async def set_living(store: Store, digest: str, *, is_alive: bool = True) -> None:
    """A process with these commands lives, or is gone."""
    expires_at = 9e9 if is_alive else 0.0
    row = {"id": digest, "name": "x", "bot_id": BOT, "total": 1, "is_leaving": False, "claims": False}
    changed = update(bot_processes).where(bot_processes.c.id == digest).values(expires_at=expires_at)

    def work(connection: Connection) -> None:
        if not connection.execute(changed).rowcount:
            connection.execute(insert(bot_processes).values(**row, commands=digest, expires_at=expires_at))

    await store.database.write(work)


async def test_new_commands_are_sent_once(store: Store, commands: SyncedCommands) -> None:
    assert await commands.turn("one") is SEND
    await commands.sent("one")
    assert await commands.turn("one") is NOTHING
    assert await SyncedCommands(store.database, OTHER_BOT).turn("one") is SEND
    assert await commands.turn("two") is SEND
    await commands.sent("two")
    assert (await commands.turn("two"), await commands.turn("one")) == (NOTHING, SEND)


@of_a_server
async def test_one_of_several_processes_sends_them(commands: SyncedCommands) -> None:
    turns = await asyncio.gather(*(commands.turn("one") for _ in range(4)))
    assert sorted(turn.name for turn in turns) == ["SEND", "WAIT", "WAIT", "WAIT"]
    assert await commands.turn("two") is WAIT, "one after the other"
    await commands.sent("one")
    assert [await commands.turn(digest) for digest in ("one", "two")] == [NOTHING, SEND]


@of_a_server
async def test_who_dies_while_sending_is_replaced(
    commands: SyncedCommands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(synced_commands, "SENDING_SECONDS", 0.0)
    assert await commands.turn("one") is SEND
    assert await commands.turn("one") is SEND


@of_a_server
async def test_an_old_version_leaves_the_new_commands_alone(store: Store, commands: SyncedCommands) -> None:
    for digest in ("old", "new"):
        await set_living(store, digest)
        assert await commands.turn(digest) is SEND
        await commands.sent(digest)
    assert await commands.turn("old") is OTHERS, "it starts again, or looks again"
    await set_living(store, "new", is_alive=False)
    assert await commands.turn("old") is SEND, "the new version was given up"
    await commands.sent("old")
    assert await commands.turn("old") is NOTHING
    assert await commands.turn("new") is OTHERS, "it starts again beside the old one"
    await set_living(store, "old", is_alive=False)
    assert await commands.turn("new") is SEND
