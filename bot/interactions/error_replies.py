"""Answers that only one person sees; the one place where an error becomes a sentence for its reader."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import structlog
from discord import app_commands
from discord.ui import Item

from bot.exceptions import Refusal, UnknownLevel
from bot.messages.faults import DISCORD_FAULTS, is_too_late
from bot.messages.private_notes import NO_MATCH
from bot.services import Interaction
from bot.texts import Argument, Raw, Texts, texts
from bot.texts.command_names import MOVED, typed_before, typed_name
from bot.ui import AnyView
from bot.ui.level_names import level_name
from bot.ui.notices import text_view
from data.errors import (
    StoreBusy,
    StoreError,
    StoreFailed,
    StoreFull,
    StoreReadOnly,
    UnknownMatch,
    UnreadableMatch,
)
from data.tournaments.store import StaleTournament
from games import GAMES
from games.base import RuleError
from games.grid import shown_point

log = structlog.get_logger(__name__)

CHOICE_SECONDS = 60.0
"""How long a refusal with buttons stays, which people read and then choose from."""
_STORE_KEYS: tuple[tuple[type[StoreError], str], ...] = (
    (StoreBusy, "error.store-busy"),
    (StaleTournament, "error.store-busy"),
    (StoreFull, "error.store-full"),
    (StoreReadOnly, "error.store-read-only"),
    (StoreFailed, "error.store-failed"),
)


def sentence(error: BaseException, reader: Texts) -> Raw:
    """What the person reads; an error of the bot's is logged with the reference that the sentence gives."""
    error = _cause(error)
    if (expected := _refusal(error, reader)) is not None:
        return expected
    reference = secrets.token_hex(3)
    log.error("unexpected error", reference=reference, exc_info=error)
    return reader("error.unexpected", reference=reference)


def _cause(error: BaseException) -> BaseException:
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error


def _refusal(error: BaseException, reader: Texts) -> Raw | None:
    """Why something is refused; None for an error of the bot's."""
    if isinstance(error, (RuleError, Refusal)):
        return reader(error.key, **_named(error, reader))
    if isinstance(error, StoreError):
        return _store_refusal(error, reader)
    if isinstance(error, app_commands.MissingPermissions):
        return reader("error.missing-permissions")
    if isinstance(error, (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)):
        return _changed_command(error, reader)
    if isinstance(error, app_commands.TransformerError):
        return reader("error.option", text=str(error.value)[:40])
    return None


def _changed_command(
    error: app_commands.CommandNotFound | app_commands.CommandSignatureMismatch, reader: Texts
) -> Raw:
    """Where the command has moved, or that it has changed."""
    path = " ".join((*error.parents, error.name)) if isinstance(error, app_commands.CommandNotFound) else ""
    if path not in MOVED:
        return reader("error.commands-changed")
    old, new = typed_before(path, reader), typed_name(MOVED[path], reader)
    return reader("error.moved", old=Raw(f"`/{old}`"), new=Raw(f"`/{new}`"))


def _store_refusal(error: StoreError, reader: Texts) -> Raw | None:
    if isinstance(error, UnknownMatch):  # an old button, or a forged one
        return reader("error.unknown-match")
    if isinstance(error, UnreadableMatch):  # logged by the reader
        return reader("error.unreadable-match", id=error.match_id)
    for kind, key in _STORE_KEYS:
        if isinstance(error, kind):
            log.warning("not stored", error=str(error))
            return reader(key)
    return None


def _named(error: RuleError | Refusal, reader: Texts) -> dict[str, Argument]:
    """The arguments of the error's sentence, with games and levels by their names.

    ``games`` are several, separated by spaces. A ``region`` is a hound's point where it has no name.
    """
    arguments: dict[str, Argument] = {
        name: shown_point(value) if isinstance(value, str) else value
        for name, value in error.arguments.items()
    }
    if isinstance(error, UnknownLevel):
        arguments["known"] = ", ".join(level_name(error.slug, level, reader) for level in error.known)
    if (game := arguments.get("game")) in GAMES:
        arguments["game"] = reader.plain(f"game.{game}")
    if "region" in arguments and reader.has(key := f"region.{arguments['region']}"):
        arguments["region"] = reader.plain(key)
    if "games" in arguments:
        slugs = str(arguments["games"]).split()
        arguments["games"] = ", ".join(reader.plain(f"game.{slug}") for slug in slugs)
    return arguments


async def explain(
    interaction: Interaction,
    error: BaseException,
    match_id: int = NO_MATCH,
    *,
    in_place: bool = False,
    buttons: Sequence[Item[AnyView]] = (),
) -> None:
    """Answer with the reason why nothing happened; Discord's own faults are logged, not raised.

    A refusal vanishes, later if it has ``buttons`` that say what can be done instead. The reference of an
    error stays, so that an admin can be given it. With ``in_place`` the answer replaces the private note
    whose button was pressed.
    """
    if is_too_late(_cause(error)):
        log.warning("answered too late", fault=str(error))
        return
    reader, services = texts(interaction.locale.value), interaction.client.services
    notes, linked = services.private_notes, services.commands.linked
    refusal = _refusal(_cause(error), reader)
    text = linked(sentence(error, reader) if refusal is None else refusal, reader)
    try:
        if buttons:
            view = text_view(text, buttons)
            await notes.show(interaction, match_id, view, seconds=CHOICE_SECONDS, in_place=in_place)
        else:
            await notes.say(interaction, match_id, text, in_place=in_place, vanishes=refusal is not None)
    except DISCORD_FAULTS as fault:
        log.warning("could not explain an error", fault=str(fault), text=text)
