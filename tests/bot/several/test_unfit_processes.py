"""A process that does not fit the others ends with one sentence, and they go on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from data.leases.shard_leases import ShardLeases
from data.leases.wanted import WantedShards
from data.model.shards import first_guild
from data.store import open_store
from sandbox import Sandbox
from tests import postgresql

from .processes import TOTAL, processes


@pytest.mark.parametrize(
    ("bot_id", "shards", "words"),
    [(None, "5", "6 shards"), (None, "0-1/7", "6 shards"), (1, "6", "another bot")],
)
async def test_it_says_why(server: str, tmp_path: Path, bot_id: int | None, shards: str, words: str) -> None:
    with postgresql.database(server) as address:
        async with (
            await open_store(address) as store,
            Sandbox.running() as sandbox,
            processes(sandbox, address, tmp_path) as bots,
        ):
            other = ShardLeases(
                store.database,
                WantedShards.read(str(TOTAL)),
                bot_id or int(sandbox.state.bot_id),
                discord_time=lambda: 0.0,
            )
            await other.renew()
            renewing = asyncio.create_task(_go_on(other))
            bot = await bots.start(shards)
            await bots.until(lambda: bot.process.returncode is not None)
            renewing.cancel()
            bots.bots.remove(bot)
            await bot.wire.close()
            assert bot.process.returncode == 1
            assert words in bot.lines[-1], "\n".join(bot.lines)
            assert len([line for line in bot.lines if not line[:2].isdigit()]) == 1, "one sentence"
            await other.renew()
            assert all(other.owns(first_guild(shard)) for shard in range(TOTAL))


async def _go_on(process: ShardLeases) -> None:
    """Renew the leases of a process: the other may take longer to start than they last."""
    while True:
        await process.renew()
        await asyncio.sleep(1.0)
