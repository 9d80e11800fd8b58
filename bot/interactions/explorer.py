"""What ``/explore`` and the keys of the explorer do, in ephemeral messages."""

from __future__ import annotations

import discord
from discord.ui import LayoutView

from bot.exceptions import Refusal
from bot.match.explorer import explored_moves, newest_matches
from bot.messages.access import check_visible, is_member, visible_channels
from bot.messages.interaction_responses import NOBODY, edit_message
from bot.services import Interaction
from bot.texts import texts
from bot.ui.explorer import MATCHES, Exploration, explored_matches_view, explorer_scene, explorer_view
from bot.ui.panel import Panel
from data.model import Match
from data.openings import Scope


async def show_explorer(interaction: Interaction, seen: Exploration) -> None:
    """Show a position: in a server from its matches that the person can see, elsewhere from their own."""
    services = interaction.client.services
    found = await explored_moves(services.store.openings, seen.record, scope_of(interaction))
    picture = await services.composer.draw_scene(
        seen.game, explorer_scene(seen, found), interaction.guild_id, interaction.user.id
    )
    view = explorer_view(seen, found, texts(interaction.locale.value))
    await _answer(interaction, view, [picture])


async def press_explore(interaction: Interaction, panel: Panel) -> None:
    """Show the position that a key names, or that a move chosen in the menu leads to."""
    await interaction.client.services.overviews.leave(interaction)
    await show_explorer(interaction, Exploration.read(panel.argument, panel.values))


async def press_explored_matches(interaction: Interaction, panel: Panel) -> None:
    """List the newest matches with the last move, as far as the person can see them."""
    seen = Exploration.read(panel.argument)
    if not seen.moves:
        await show_explorer(interaction, seen)
        return
    store, scope = interaction.client.services.store.openings, scope_of(interaction)
    newest = await newest_matches(store, seen.record, scope)
    visible = [match for match in newest if _is_visible(interaction, match)][:MATCHES]
    await _answer(interaction, explored_matches_view(seen, visible, texts(interaction.locale.value)), [])


def scope_of(interaction: Interaction) -> Scope:
    """The matches that a person may know of: those of the server in its channels that they see, or theirs."""
    guild, person = interaction.guild, interaction.user
    if guild is None or not is_member(interaction) or not isinstance(person, discord.Member):
        return Scope(user_id=person.id)
    channels = visible_channels([*guild.channels, *guild.threads], person)
    if channels is not None and interaction.channel_id is not None:
        channels |= {interaction.channel_id}
    return Scope(guild.id, channels)


def _is_visible(interaction: Interaction, match: Match) -> bool:
    if match.side_of(interaction.user.id) is not None:
        return True
    try:
        check_visible(interaction, match)
    except Refusal:
        return False
    return True


async def _answer(interaction: Interaction, view: LayoutView, files: list[discord.File]) -> None:
    """Edit the message with the key, or send one to the person if everybody sees that."""
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await edit_message(interaction, view, files)
    else:
        await interaction.response.send_message(
            view=view, files=files, ephemeral=True, allowed_mentions=NOBODY
        )
