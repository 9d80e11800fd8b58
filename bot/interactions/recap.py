"""What the buttons of a recap do, and the channel in which an admin has recaps posted.

Only the person who asks sees the answer. One's own recap is about all of one's matches, another person's and
the server's about the matches of this server that the reader can see. One that is posted is about those that
everybody can see who can see the channel.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import discord

from bot.exceptions import Refusal
from bot.interactions.channel_checks import check_can_post, check_here, chosen_channel
from bot.interactions.explorer import scope_of
from bot.interactions.feature import Feature
from bot.interactions.public_posts import public_post
from bot.interactions.settings import FeaturePanel, log_changes, managed_guild
from bot.match.limits import ANSWERS
from bot.messages.access import is_member, shared_channels
from bot.messages.interaction_responses import (
    Composed,
    answer_privately,
    answer_privately_in_time,
    edit_message,
    follow_up,
)
from bot.messages.recaps import Recaps, next_recap_at
from bot.services import Interaction
from bot.texts import texts
from bot.ui.notices import confirm_panel_view
from bot.ui.panel import Panel
from bot.ui.profile import OPEN, RECAP
from bot.ui.recap import ASK, POST, RecapPage
from bot.ui.recap_panel import (
    CHANNEL,
    RECAP_SETTINGS,
    SHOW,
    can_post_recap,
    recap_changes,
    recap_panel,
)
from bot.ui.settings_panel import MODERATION, page_panel
from bot.ui.turn_list_panel import TURN_SETTINGS
from data.tables.conditions import Scope


async def show_recap(interaction: Interaction, page: RecapPage) -> None:
    """Answer with a recap. Raises `Refusal` for that of somebody who is not in this server."""
    if page.user_id is None:
        if interaction.guild_id is None:
            raise Refusal("leaderboard.only-in-servers")
    else:
        await check_here(interaction, page.user_id)
    await answer_privately_in_time(interaction, _shown(interaction, page))


async def open_recap(interaction: Interaction, user_id: int | None) -> None:
    """Answer with the recap that is shown first, of a person or of the server (None). Raises `Refusal`."""
    today = await interaction.client.services.part(Recaps).today(interaction.guild)
    await show_recap(interaction, RecapPage.usual(user_id, today))


async def press_recap(interaction: Interaction, panel: Panel) -> None:
    """Show the recap that was chosen; ask before it is posted. Raises `Refusal`."""
    owner, _, action = panel.argument.partition(".")
    if action == OPEN and owner.isdecimal():
        await open_recap(interaction, int(owner))
        return
    page = RecapPage.read(panel)
    if page is None:
        raise Refusal("error.unknown-button")
    if page.user_id == 0:
        page = replace(page, user_id=interaction.user.id)
    if page.action == POST:
        await _post(interaction, page)
    elif page.action == ASK:
        await check_can_post(interaction)
        post, back = (replace(page, action=verb).panel for verb in (POST, ""))
        question = confirm_panel_view(post, back, "recap.sure", texts(interaction.locale.value))
        await answer_privately(interaction, question, [])
    else:
        await show_recap(interaction, replace(page, action=""))


async def _shown(interaction: Interaction, page: RecapPage) -> Composed:
    """A recap as the person who asks sees it."""
    me, reader = interaction.user.id, texts(interaction.locale.value)
    scope = Scope(user_id=me) if page.user_id == me else scope_of(interaction)
    can_post = interaction.guild is not None and is_member(interaction) and page.user_id in (None, me)
    recaps = interaction.client.services.part(Recaps)
    return await recaps.composed(page, scope, interaction.guild, reader, me, can_post=can_post)


async def _post(interaction: Interaction, page: RecapPage) -> None:
    """Show everybody a recap, one's own or the server's, and the person theirs again. Raises `Refusal`."""
    services, guild, channel = interaction.client.services, interaction.guild, interaction.channel
    if guild is None or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        raise Refusal("error.unknown-button")
    if page.user_id not in (None, interaction.user.id):
        raise Refusal("error.unknown-button")
    page = replace(page, action="")
    async with public_post(interaction, ANSWERS) as post:
        await interaction.response.defer()
        reader = await services.composer.language_in(guild.id, interaction.locale.value)
        scope = Scope(guild.id, shared_channels(channel, guild))
        await follow_up(interaction, post, *await services.part(Recaps).composed(page, scope, guild, reader))
    await edit_message(interaction, *await _shown(interaction, page))


# --- What an admin chooses ---------------------------------------------------------------------------


async def press_recap_settings(interaction: Interaction, panel: Panel) -> None:
    """Change the channel if one was chosen, and show the panel as it is now. Raises `Refusal`."""
    guild = managed_guild(interaction)
    if panel.argument == CHANNEL:
        await _place(
            interaction, guild, chosen_channel(panel, guild, can_post_recap, "recap.settings.cannot-write")
        )
    chosen = await interaction.client.services.store.recap_channels.of(guild.id)
    view = recap_panel(chosen, guild, page_panel(MODERATION), texts(interaction.locale.value))
    await interaction.response.edit_message(view=view)


async def _place(interaction: Interaction, guild: discord.Guild, channel_id: int | None) -> None:
    """Have recaps posted in a channel, or nowhere, and log the change."""
    services = interaction.client.services
    before = await services.store.recap_channels.of(guild.id)
    log_channel = (await services.settings.guild(guild.id)).log_channel  # a reset turns it off next
    next_at = next_recap_at(interaction.created_at.timestamp(), await services.part(Recaps).zone(guild))
    await services.store.recap_channels.place(guild.id, channel_id, next_at)
    old = before.channel_id if before is not None else None
    log_changes(interaction, partial(recap_changes, old, channel_id), log_channel)


async def _is_off(interaction: Interaction, guild: discord.Guild) -> bool:
    return await interaction.client.services.store.recap_channels.of(guild.id) is None


async def _turn_off(interaction: Interaction, guild: discord.Guild) -> None:
    await _place(interaction, guild, None)


async def _plan_again(interaction: Interaction, guild: discord.Guild) -> None:
    """Plan the next recap in the time zone that the server has now."""
    chosen = await interaction.client.services.store.recap_channels.of(guild.id)
    if chosen is not None:
        await _place(interaction, guild, chosen.channel_id)


RECAPS = Feature(
    panels={RECAP: press_recap, RECAP_SETTINGS: press_recap_settings},
    build=lambda core: [Recaps(core.client, core.store, core.composer, core.events, core.now)],
    server_settings=[
        FeaturePanel(
            Panel(RECAP_SETTINGS, SHOW),
            "settings.recap",
            _is_off,
            _turn_off,
            plan_again=_plan_again,
            only_on=TURN_SETTINGS,  # its button is in the panel of the other channel
        )
    ],
)
