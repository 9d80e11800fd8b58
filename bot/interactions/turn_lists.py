"""The message that says whose turn it is: its button, and the panel in which an admin chooses its channel."""

from __future__ import annotations

from functools import partial

import discord

from bot.interactions.channel_checks import chosen_channel
from bot.interactions.feature import Feature
from bot.interactions.match_list import show_matches
from bot.interactions.settings import FeaturePanel, log_changes, managed_guild
from bot.messages.removals import Removals
from bot.messages.turn_lists import TurnLists
from bot.services import Interaction
from bot.texts import texts
from bot.ui.channel_panel import can_keep
from bot.ui.panel import Panel
from bot.ui.settings_panel import MODERATION, page_panel
from bot.ui.turn_list import VERB
from bot.ui.turn_list_panel import (
    CHANNEL,
    SHOW,
    TURN_SETTINGS,
    turn_list_changes,
    turn_list_panel,
)


async def press_turn_list(interaction: Interaction, panel: Panel) -> None:
    """Show the person's own matches, ephemerally. Raises `Refusal` if they have none."""
    del panel
    await show_matches(interaction)


async def press_turn_settings(interaction: Interaction, panel: Panel) -> None:
    """Change the channel if one was chosen, and show the panel as it is now. Raises `Refusal`."""
    guild = managed_guild(interaction)
    if panel.argument == CHANNEL:
        await _place(
            interaction, guild, chosen_channel(panel, guild, can_keep, "turns.settings.cannot-write")
        )
    turn_list = await interaction.client.services.store.turn_lists.of(guild.id)
    view = turn_list_panel(turn_list, guild, page_panel(MODERATION), texts(interaction.locale.value))
    await interaction.response.edit_message(view=view)


async def _place(interaction: Interaction, guild: discord.Guild, channel_id: int | None) -> None:
    """Have the message in a channel, or nowhere, and log the change."""
    services = interaction.client.services
    before = await services.store.turn_lists.of(guild.id)
    log_channel = (await services.settings.guild(guild.id)).log_channel  # a reset turns it off next
    await services.store.turn_lists.place(guild.id, channel_id, interaction.created_at.timestamp())
    services.part(Removals).delete_in(guild.id)
    services.part(TurnLists).wake()
    old = before.channel_id if before is not None else None
    log_changes(interaction, partial(turn_list_changes, old, channel_id), log_channel)


async def _is_off(interaction: Interaction, guild: discord.Guild) -> bool:
    return await interaction.client.services.store.turn_lists.of(guild.id) is None


async def _turn_off(interaction: Interaction, guild: discord.Guild) -> None:
    await _place(interaction, guild, None)


TURN_LISTS = Feature(
    panels={VERB: press_turn_list, TURN_SETTINGS: press_turn_settings},
    build=lambda core: [
        TurnLists(core.client, core.store, core.composer, core.part(Removals), core.events, core.now)
    ],
    server_settings=[
        FeaturePanel(Panel(TURN_SETTINGS, SHOW), "settings.turn-list", _is_off, _turn_off, only_on=MODERATION)
    ],
)
