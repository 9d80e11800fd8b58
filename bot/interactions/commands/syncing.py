"""Sends the commands to Discord if it does not have them, and another process of the bot does not either.

Discord may refuse them: it takes 200 new commands a day (error 30034), and it fails at times. The bot starts
all the same, with the commands that Discord has, and sends its own later.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any

import structlog
from discord import app_commands

from bot.messages.faults import DISCORD_FAULTS
from bot.tasks import retry_store
from data.engine.database import Database
from data.errors import StoreError
from data.leases.shard_leases import ShardLeases
from data.leases.synced_commands import SyncedCommands, Turn

log = structlog.get_logger(__name__)

WAIT_SECONDS = 0.5
"""The pause while another process sends commands."""
CHECK_SECONDS = 60.0
"""How often it is checked whether Discord should have the commands of this process again."""
START_SECONDS = 20.0
"""How long the start waits for Discord to take the commands: a refusal can ask for a wait of hours."""
RETRY_SECONDS = (60.0, 300.0, 1800.0, 3600.0)
"""The pauses after refusals; the last one is repeated."""

_ENTRY_POINT = 4
"""The type of the command that Discord makes for an app with "Enable Activities". It cannot be left out of a
new list (error 50240), and discord.py does not know the type."""
_TOO_MANY_NEW = 30034
"""Discord's error for more new commands than it accepts in a day."""
_FAULTS = (*DISCORD_FAULTS, TimeoutError)

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
        self._bot_id = bot_id
        self._synced = SyncedCommands(database, bot_id)
        self._leases = leases
        self._digest = ""
        self._refusals = 0  # in a row

    async def first(self) -> Known:
        """Send the commands if Discord lacks them. Returns those that it offers, none if it does not say."""
        self._digest = await _hash(self._tree)
        if (leases := self._leases) is not None:
            await retry_store(lambda: leases.note_commands(self._digest), "commands not noted yet")
        while (turn := await self._turn()) is Turn.WAIT:  # noqa: ASYNC110 - nothing says when
            await asyncio.sleep(WAIT_SECONDS)
        try:
            async with asyncio.timeout(START_SECONDS):
                return await self._offer(turn)
        except _FAULTS as fault:
            self._refused(fault)
        try:
            async with asyncio.timeout(START_SECONDS):
                return await self._tree.fetch_commands()
        except _FAULTS:
            return ()

    async def keep(self, register: Callable[[Known], None]) -> None:
        """Send the commands again after a refusal, and whenever other processes' commands are given up.

        Those are given up if none of the processes that sent them lives at two checks: one may just start
        again. Without other processes this ends once Discord has the commands.
        """
        are_gone = False
        while self._refusals or self._leases is not None:
            await asyncio.sleep(self._pause)
            try:
                sends = are_gone or self._refusals > 0
                turn = await self._synced.turn(self._digest, sends=sends)
                if self._refusals and turn is not Turn.WAIT:
                    register(await self._offer(turn))
                    self._refusals = 0
                elif turn is Turn.SEND and are_gone:
                    register(await self._send())
                are_gone = turn is Turn.SEND and not are_gone  # sent if they are still gone at the next check
            except StoreError as fault:
                log.warning("commands not sent", fault=str(fault))
            except _FAULTS as fault:
                self._refused(fault)

    async def _offer(self, turn: Turn) -> Known:
        """Send the commands if it is this process's turn, or if Discord lists other names."""
        if turn is Turn.SEND:
            return await self._send()
        known = await self._tree.fetch_commands()
        if turn is Turn.OTHERS:
            log.info("commands of a newer version are left alone")
            return known
        offered = sorted(command.name for command in known if _is_own(command))
        names = sorted(command.name for command in self._tree.get_commands())
        return known if offered == names else await self._send()

    async def _turn(self) -> Turn:
        try:
            return await self._synced.turn(self._digest)
        except StoreError:
            return Turn.SEND

    async def _send(self) -> Known:
        http = self._tree.client.http
        listed = await http.get_global_commands(self._bot_id)
        kept = [dict(command) for command in listed if command.get("type") == _ENTRY_POINT]
        await http.bulk_upsert_global_commands(self._bot_id, [*await _payload(self._tree), *kept])
        known = await self._tree.fetch_commands()
        log.info("commands sent to Discord", count=len(known))
        try:
            await self._synced.sent(self._digest)
        except StoreError as error:  # they are sent again at the next start
            log.warning("commands not noted as sent", error=str(error))
        return known

    def _refused(self, fault: BaseException) -> None:
        """Discord does not take the commands now: try again later."""
        self._refusals += 1
        if getattr(fault, "code", None) == _TOO_MANY_NEW:
            self._refusals = max(self._refusals, len(RETRY_SECONDS))
        reason = str(fault) or f"no answer within {START_SECONDS:.0f} s"
        log.warning("Discord did not take the commands; those it has stay", fault=reason, retry=self._pause)

    @property
    def _pause(self) -> float:
        """Seconds until the next check."""
        return RETRY_SECONDS[min(self._refusals, len(RETRY_SECONDS)) - 1] if self._refusals else CHECK_SECONDS


def _is_own(command: app_commands.AppCommand) -> bool:
    """Whether the bot made a command, not Discord."""
    return command.type.value != _ENTRY_POINT


async def _payload(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """The commands as Discord takes them, with their texts in every language."""
    translator = tree.translator
    assert translator is not None
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


async def _hash(tree: app_commands.CommandTree[Any]) -> str:
    """A hash of the commands with their texts in every language."""
    payload = await _payload(tree)
    payload.sort(key=lambda command: str(command["name"]))
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
