"""The hash of the commands that Discord has, by bot."""

from __future__ import annotations

import asyncio

from data.store import Store
from data.synced_commands import SyncedCommands

BOT, OTHER_BOT = 1, 2


async def test_a_hash_is_replaced_by_the_next(store: Store) -> None:
    commands = SyncedCommands(store.database)
    assert await commands.hash_of(BOT) is None
    await commands.store(BOT, "one")
    await commands.store(OTHER_BOT, "other")
    await commands.store(BOT, "two")
    assert await commands.hash_of(BOT) == "two"
    assert await commands.hash_of(OTHER_BOT) == "other"


async def test_two_processes_store_at_once(store: Store) -> None:
    commands = SyncedCommands(store.database)
    await asyncio.gather(*(commands.store(BOT, digest) for digest in "abcd"))
    assert await commands.hash_of(BOT) in set("abcd")
