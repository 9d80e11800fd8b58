"""What ``/privacy`` and its buttons do: count, export and erase what is stored about a person."""

from __future__ import annotations

import asyncio
import io

import discord

from bot.exceptions import Refusal
from bot.interactions.commands.naming import command
from bot.interactions.feature import Feature
from bot.match.erasure import Erasure
from bot.match.personal_export import fitting, settings_of
from bot.match.retention import Retention
from bot.match.seeks import Seeks
from bot.services import Interaction, Services
from bot.texts import texts
from bot.ui.panel import Panel
from bot.ui.privacy_panel import (
    BACK,
    CONFIRM_ERASE,
    ERASE,
    EXPORT,
    Documents,
    confirm_erase_view,
    erased_view,
    privacy_view,
)
from data.model.match import Match

BOARD_SECONDS = 5.0
"""How long an erasure waits for the boards of matches to show their end, before those are deleted."""


async def show_privacy(interaction: Interaction) -> None:
    """Answer a command with what is stored about the person, ephemerally."""
    await interaction.response.send_message(view=await _view(interaction), ephemeral=True)


async def press_privacy(interaction: Interaction, panel: Panel) -> None:
    """Do what a button of the panel says."""
    reader = texts(interaction.locale.value)
    if panel.argument == EXPORT:
        await _export(interaction)
    elif panel.argument == ERASE:
        stored = await interaction.client.services.store.personal_data.count(interaction.user.id)
        await interaction.response.edit_message(view=confirm_erase_view(stored, reader))
    elif panel.argument == CONFIRM_ERASE:
        await _erase(interaction)
    elif panel.argument == BACK:
        await interaction.response.edit_message(view=await _view(interaction))
    else:
        raise Refusal("error.unknown-button")


async def _view(interaction: Interaction) -> discord.ui.LayoutView:
    stored = await interaction.client.services.store.personal_data.count(interaction.user.id)
    return privacy_view(stored, _documents(interaction), texts(interaction.locale.value))


def _documents(interaction: Interaction) -> Documents:
    """The documents to which Discord's developer portal links."""
    application = interaction.client.application
    if application is None:
        return Documents()
    return Documents(application.privacy_policy_url, application.terms_of_service_url)


# --- Exporting ---------------------------------------------------------------------------------------


async def _export(interaction: Interaction) -> None:
    """Answer with the person's data as attachments of an ephemeral message."""
    services, me = interaction.client.services, interaction.user.id
    with services.part(Erasure).running.take(me) as is_first:
        if not is_first:
            await interaction.response.defer()
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        settings = await settings_of(services.store, me, interaction.created_at.timestamp())
        files = [await _file("daeguk-settings.json", settings)]
        if matches := await services.store.personal_data.export_matches(me):  # Discord takes no empty file
            files.append(await _file("daeguk-matches.jsonl", matches.encode()))
        text = texts(interaction.locale.value)("privacy.exported")
        await interaction.followup.send(text, files=files, ephemeral=True)


async def _file(name: str, content: bytes) -> discord.File:
    name, content = await asyncio.to_thread(fitting, name, content)
    return discord.File(io.BytesIO(content), name)


# --- Erasing -----------------------------------------------------------------------------------------


async def _erase(interaction: Interaction) -> None:
    """Erase everything, once however often it is pressed, and say so in the panel."""
    services, me = interaction.client.services, interaction.user.id
    with services.part(Erasure).running.take(me) as is_first:
        await interaction.response.defer()
        if not is_first:
            return
        services.person_tokens.forget(me)  # nothing is offered after the last match, and stored for that
        left = await services.part(Erasure).leave_all(me)
        await services.boards.settle([match.id for match in left], BOARD_SECONDS)
        await services.activity.forget(me)
        await services.part(Erasure).erase(me)
        await services.activity.forget(me)
        await _redraw(interaction, left)
        view = erased_view(texts(interaction.locale.value))
        await interaction.edit_original_response(view=view, attachments=[])


async def _redraw(interaction: Interaction, left: list[Match]) -> None:
    """Have the boards of matches that are kept for the opponent not name the person anymore."""
    services = interaction.client.services
    for match in await services.store.queries.by_number([kept.id for kept in left]):
        services.boards.updates.redraw(match, for_person=True)


@command("privacy")
async def privacy_command(interaction: Interaction) -> None:
    """Show what is stored about oneself, with buttons that export and erase it."""
    await show_privacy(interaction)


def _parts(core: Services) -> list[object]:
    def guild_ids() -> list[int]:
        return [guild.id for guild in core.client.guilds]

    retention = Retention(core.store, core.kept_days, guild_ids, core.events, core.now)
    return [Erasure(core.store, core.matches, core.part(Seeks)), retention]


PRIVACY = Feature([privacy_command], panels={"privacy": press_privacy}, build=_parts)
