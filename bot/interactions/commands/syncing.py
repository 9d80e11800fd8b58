"""Sends the commands to Discord if they differ from what it has."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import structlog
from discord import app_commands

from data.errors import StoreError
from data.synced_commands import SyncedCommands

log = structlog.get_logger(__name__)


async def sync(
    tree: app_commands.CommandTree[Any], bot_id: int, synced: SyncedCommands
) -> Sequence[app_commands.AppCommand]:
    """Have Discord offer the commands of ``tree``, and return them as Discord knows them.

    Sending them takes a while and is limited to 200 new ones a day. So it is done only if their hash has
    changed since the last time, or if Discord lists other names.
    """
    digest = await _hash(tree)
    if await _stored(synced, bot_id) == digest:
        known = await tree.fetch_commands()
        if sorted(command.name for command in known) == sorted(one.name for one in tree.get_commands()):
            return known
    known = await tree.sync()
    log.info("commands sent to Discord", count=len(known))
    try:
        await synced.store(bot_id, digest)
    except StoreError as error:  # they are sent again at the next start
        log.warning("commands not noted as sent", error=str(error))
    return known


async def _stored(synced: SyncedCommands, bot_id: int) -> str | None:
    try:
        return await synced.hash_of(bot_id)
    except StoreError:
        return None


async def _hash(tree: app_commands.CommandTree[Any]) -> str:
    """A hash of the commands with their texts in every language."""
    translator = tree.translator
    assert translator is not None
    payload = [await one.get_translated_payload(tree, translator) for one in tree.get_commands()]
    payload.sort(key=lambda one: str(one["name"]))
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
