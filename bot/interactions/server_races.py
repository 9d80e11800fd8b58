"""The weekly race of servers: a person's run, and the panel in which an admin has a server take part."""

from __future__ import annotations

import math
from functools import partial

import discord

from bot.exceptions import Refusal
from bot.interactions.channel_checks import check_can_post, chosen_channel
from bot.interactions.feature import Feature
from bot.interactions.races import race_state, show_board
from bot.interactions.settings import FeaturePanel, log_changes, managed_guild
from bot.messages.access import is_member
from bot.messages.interaction_responses import answer_privately
from bot.messages.removals import Removals
from bot.messages.server_races import ServerRaces
from bot.services import Interaction
from bot.texts import Raw, texts
from bot.ui.channel_panel import can_keep
from bot.ui.panel import Panel
from bot.ui.server_races import (
    BEGIN,
    CHANNEL,
    SERVER_RACE_SETTINGS,
    SHOW,
    VERB,
    ask_view,
    server_race_changes,
    server_race_panel,
    week_of_my_run,
)
from bot.ui.settings_panel import MODERATION, page_panel
from bot.ui.turn_list_panel import TURN_SETTINGS
from data.model.server_race import RaceWeek


async def press_server_race(interaction: Interaction, panel: Panel) -> None:
    """Ask before a person's run, begin it, or show the one that there is. Raises `Refusal`."""
    services, me, guild_id = interaction.client.services, interaction.user.id, interaction.guild_id
    if guild_id is None or not is_member(interaction):
        raise Refusal("race.only-in-servers")
    await check_can_post(interaction)
    now = interaction.created_at.timestamp()
    week, store = RaceWeek.containing(now), services.store
    past = week_of_my_run(panel)
    if past is not None:
        await _show_my_run(interaction, past)
        return
    run = await store.races.run_of(me, week.number)
    if run is not None and run.guild_id != guild_id and now >= run.ends_at:
        raise Refusal("server_race.other-server", when=Raw(f"<t:{math.floor(week.closes_at)}:R>"))
    if run is None:
        if await store.server_races.channel(guild_id) is None:
            raise Refusal("server_race.off")
        if now >= week.last_start_at:
            raise Refusal("server_race.too-late", when=Raw(f"<t:{math.floor(week.closes_at)}:R>"))
        if panel.argument != BEGIN:
            await answer_privately(interaction, ask_view(texts(interaction.locale.value)), [])
            return
        chosen = await services.part(ServerRaces).puzzles(week)
        run = await store.races.begin_run(me, guild_id, week.number, chosen, services.now())
    await show_board(interaction, await race_state(interaction, run.id))


async def _show_my_run(interaction: Interaction, week: RaceWeek) -> None:
    """Show what a person has done in a week, from where they can go through their mistakes."""
    run = await interaction.client.services.store.races.run_of(interaction.user.id, week.number)
    if run is None:
        raise Refusal("server_race.no-run")
    await show_board(interaction, await race_state(interaction, run.id))


# --- What an admin chooses ---------------------------------------------------------------------------


async def press_server_race_settings(interaction: Interaction, panel: Panel) -> None:
    """Change the channel if one was chosen, and show the panel as it is now. Raises `Refusal`."""
    guild = managed_guild(interaction)
    if panel.argument == CHANNEL:
        await _place(
            interaction, guild, chosen_channel(panel, guild, can_keep, "turns.settings.cannot-write")
        )
    chosen = await interaction.client.services.store.server_races.channel(guild.id)
    view = server_race_panel(chosen, guild, page_panel(MODERATION), texts(interaction.locale.value))
    await interaction.response.edit_message(view=view)


async def _place(interaction: Interaction, guild: discord.Guild, channel_id: int | None) -> None:
    """Take part with the message in a channel, or no longer, and log the change."""
    services = interaction.client.services
    before = await services.store.server_races.channel(guild.id)
    log_channel = (await services.settings.guild(guild.id)).log_channel  # a reset turns it off next
    await services.store.server_races.place(guild.id, channel_id, guild.name)
    services.part(Removals).delete_in(guild.id)
    services.part(ServerRaces).wake()
    old = before.channel_id if before is not None else None
    log_changes(interaction, partial(server_race_changes, old, channel_id), log_channel)


async def _is_off(interaction: Interaction, guild: discord.Guild) -> bool:
    return await interaction.client.services.store.server_races.channel(guild.id) is None


async def _turn_off(interaction: Interaction, guild: discord.Guild) -> None:
    await _place(interaction, guild, None)


SERVER_RACES = Feature(
    panels={VERB: press_server_race, SERVER_RACE_SETTINGS: press_server_race_settings},
    build=lambda core: [
        ServerRaces(
            core.client,
            core.store,
            core.composer,
            core.part(Removals),
            core.events,
            core.now,
            core.blocked.servers,
        )
    ],
    server_settings=[
        FeaturePanel(
            Panel(SERVER_RACE_SETTINGS, SHOW),
            "settings.server-race",
            _is_off,
            _turn_off,
            only_on=TURN_SETTINGS,  # its button is in the panel of the other channel
        )
    ],
)
