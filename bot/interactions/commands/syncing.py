"""Sends the commands to Discord if it does not have them, and another process of the bot does not either."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any

import aiohttp
import discord
import structlog
from discord import app_commands

from bot.tasks import retry_store
from data.engine.database import Database
from data.errors import StoreError
from data.leases.shard_leases import ShardLeases
from data.synced_commands import SyncedCommands, Turn

log = structlog.get_logger(__name__)

WAIT_SECONDS = 0.5
"""The pause while another process sends commands."""
CHECK_SECONDS = 60.0
"""How often it is checked whether Discord should have the commands of this process again."""

Known = Sequence[app_commands.AppCommand]
"""Commands as Discord knows them."""


class CommandSync:
    """Has Discord offer the commands of ``tree``, which is complete.

    Sending them takes a while and is limited to 200 new ones a day. So it is done only if it is this
    process's turn, or if Discord lists other names.
    """

    def __init__(
        self,
        tree: app_commands.CommandTree[Any],
        bot_id: int,
        database: Database,
        leases: ShardLeases | None = None,
    ) -> None:
        self._tree = tree
        self._synced = SyncedCommands(database, bot_id)
        self._leases = leases
        self._digest = ""

    async def first(self) -> Known:
        """Send the commands if Discord lacks them. Returns those that Discord offers."""
        self._digest = await _hash(self._tree)
        if (leases := self._leases) is not None:
            await retry_store(lambda: leases.note_commands(self._digest), "commands not noted yet")
        while (turn := await self._turn()) is Turn.WAIT:  # noqa: ASYNC110 - nothing says when
            await asyncio.sleep(WAIT_SECONDS)
        if turn is Turn.SEND:
            return await self._send()
        known = await self._tree.fetch_commands()
        if turn is Turn.OTHERS:
            log.info("commands of a newer version are left alone")
            return known
        names = sorted(one.name for one in self._tree.get_commands())
        return known if sorted(command.name for command in known) == names else await self._send()

    async def keep(self, register: Callable[[Known], None]) -> None:
        """Send the commands again, without end, whenever the processes that replaced this one are gone.

        They are if none of them lives at two checks: one may just start again.
        """
        are_gone = False
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                turn = await self._synced.turn(self._digest, sends=are_gone)
                if turn is Turn.SEND and are_gone:
                    register(await self._send())
                are_gone = turn is Turn.SEND and not are_gone
            except (StoreError, discord.HTTPException, aiohttp.ClientError, OSError) as fault:
                log.warning("commands not sent", fault=str(fault))

    async def _turn(self) -> Turn:
        try:
            return await self._synced.turn(self._digest)
        except StoreError:
            return Turn.SEND

    async def _send(self) -> Known:
        known = await self._tree.sync()
        log.info("commands sent to Discord", count=len(known))
        try:
            await self._synced.sent(self._digest)
        except StoreError as error:  # they are sent again at the next start
            log.warning("commands not noted as sent", error=str(error))
        return known


async def _hash(tree: app_commands.CommandTree[Any]) -> str:
    """A hash of the commands with their texts in every language."""
    translator = tree.translator
    assert translator is not None
    payload = [await one.get_translated_payload(tree, translator) for one in tree.get_commands()]
    payload.sort(key=lambda one: str(one["name"]))
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
