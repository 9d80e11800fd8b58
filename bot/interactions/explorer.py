"""The opening explorer, which ``/analyze`` opens: what it and its buttons do, in ephemeral messages."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.exceptions import Refusal
from bot.interactions.feature import Feature
from bot.match.explorer import explored_moves, known_ply, newest_matches, own_move
from bot.match.opening_index import OpeningIndex
from bot.messages.access import check_visible, is_member, visible_channels
from bot.messages.interaction_responses import Composed, answer_privately, answer_privately_in_time
from bot.messages.overviews import Overviews
from bot.presenters.registry import PRESENTERS
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.ui.explorer import MATCHES, Exploration, explored_matches_view, explorer_scene, explorer_view
from bot.ui.panel import Panel
from data.model.match import Match
from data.tables.conditions import Scope
from games import GAMES
from games.base import Move
from games.grid import plain
from games.symmetry import family


async def show_explorer(interaction: Interaction, seen: Exploration) -> None:
    """Show a position: in a server from its matches that the person can see, elsewhere from their own."""
    await answer_privately_in_time(interaction, _explored(interaction, seen))


async def _explored(interaction: Interaction, seen: Exploration) -> Composed:
    """What was played in a position, and its picture."""
    services = interaction.client.services
    own = await _own_move(interaction, seen)
    moves = await explored_moves(services.store.openings, seen.record, scope_of(interaction), own)
    picture = await services.composer.draw_scene(
        seen.game, explorer_scene(seen, moves), interaction.guild_id, interaction.user.id
    )
    return explorer_view(seen, moves, texts(interaction.locale.value)), [picture]


async def _own_move(interaction: Interaction, seen: Exploration) -> Move | None:
    """The next move of the match whose review led here, if the person can see the match."""
    if seen.match_id is None:
        return None
    queries = interaction.client.services.store.queries
    matches = [match for match in await queries.by_number([seen.match_id]) if _is_visible(interaction, match)]
    return own_move(matches[0], seen.record) if matches else None


async def press_explore(interaction: Interaction, panel: Panel) -> None:
    """Show the position that a button names, or that a move chosen in the menu leads to."""
    await interaction.client.services.part(Overviews).leave(interaction)
    await show_explorer(interaction, Exploration.read(panel.argument, panel.values))


async def press_opening(interaction: Interaction, panel: Panel) -> None:
    """Show the last position of a match that other matches or the book know."""
    await interaction.client.services.part(Overviews).leave(interaction)
    await answer_privately_in_time(interaction, _opening(interaction, Exploration.read(panel.argument)))


async def _opening(interaction: Interaction, seen: Exploration) -> Composed:
    store = interaction.client.services.store.openings
    known = await known_ply(store, seen.record, scope_of(interaction))
    return await _explored(interaction, seen.before(known))


async def press_explored_matches(interaction: Interaction, panel: Panel) -> None:
    """List the newest matches with the last move, as far as the person can see them."""
    seen = Exploration.read(panel.argument)
    if not seen.moves:
        await show_explorer(interaction, seen)
        return
    store, scope = interaction.client.services.store.openings, scope_of(interaction)
    newest = await newest_matches(store, seen.record, scope)
    visible = [match for match in newest if _is_visible(interaction, match)][:MATCHES]
    await answer_privately(
        interaction, explored_matches_view(seen, visible, texts(interaction.locale.value)), []
    )


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


_MAX_CHOICES = 25  # Discord's limit


async def complete_explored_variant(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The variants of the game that was chosen, one of those with the same openings."""
    slug = str(interaction.namespace.game or "")
    names = variant_names(slug, texts(interaction.locale.value)) if slug in GAMES else {}
    wanted = {variant: name for variant, name in names.items() if plain(current) in plain(name)}
    return [
        app_commands.Choice(name=name, value=variant) for variant, name in list(wanted.items())[:_MAX_CHOICES]
    ]


def variant_names(slug: str, reader: Texts) -> dict[str, str]:
    """The names of a game's variants; of those with the same openings, the first."""
    first: dict[str, str] = {}
    for variant in GAMES[slug].variants:
        first.setdefault(family(slug, variant), variant)
    name = PRESENTERS[slug].opening_variant_name
    return {shown: name(shown, reader) or shown for shown in first.values()}


EXPLORER = Feature(
    panels={
        "explore": press_explore,
        "explore-opening": press_opening,
        "explore-matches": press_explored_matches,
    },
    build=lambda core: [OpeningIndex(core.store.openings, core.events)],
)
