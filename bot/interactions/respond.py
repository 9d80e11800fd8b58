"""The one place where an error becomes a sentence for the person who caused it.

Start reading at `explain`. Refusals are said in the reader's language, visible to that person only; the
unexpected gets a short reference that is in the log too.
"""

from __future__ import annotations

import secrets
from typing import Any

import aiohttp
import discord
import structlog
from discord import app_commands

from bot.exceptions import Refusal
from bot.texts import Raw, Texts, texts
from data.errors import StoreBusy, StoreError, StoreFailed, StoreFull, StoreReadOnly, UnknownMatch
from games.base import RuleError

log = structlog.get_logger(__name__)

DISCORD_FAULTS = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What a request to Discord may fail with: its own refusals, and the network on the way there."""

_STORE_KEYS: tuple[tuple[type[StoreError], str], ...] = (
    (UnknownMatch, "error.unknown-match"),
    (StoreBusy, "error.store-busy"),
    (StoreFull, "error.store-full"),
    (StoreReadOnly, "error.store-read-only"),
    (StoreFailed, "error.store-failed"),
)


def sentence(error: BaseException, reader: Texts) -> Raw:
    """What to tell the person; logs what is not the person's doing."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, (RuleError, Refusal)):
        return reader(error.key, **error.arguments)
    for kind, key in _STORE_KEYS:
        if isinstance(error, kind):
            log.warning("store refused", error=str(error))
            return reader(key)
    if isinstance(error, app_commands.MissingPermissions):
        return reader("error.missing-permissions")
    if isinstance(error, (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)):
        return reader("error.commands-changed")
    if isinstance(error, app_commands.TransformerError):
        return reader("error.option", text=str(error.value)[:40])
    reference = secrets.token_hex(3)
    log.error("unexpected error", reference=reference, exc_info=error)
    return reader("error.unexpected", reference=reference)


async def explain(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """Tell the person why nothing happened; never raises for Discord's own faults."""
    told = sentence(error, texts(interaction.locale.value))
    try:
        await whisper(interaction, told)
    except DISCORD_FAULTS as fault:
        log.warning("could not explain a refusal", fault=str(fault), told=told)


async def whisper(interaction: discord.Interaction[Any], text: str, **more: Any) -> None:
    """Say something to the person alone, as the first answer or a later one."""
    if interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True, **more)
    else:
        await interaction.response.send_message(text, ephemeral=True, **more)
