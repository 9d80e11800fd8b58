"""``/explore``: what was played in the openings of matches."""

from __future__ import annotations

from discord import app_commands

from bot.interactions.commands.naming import GAME_CHOICES, command
from bot.interactions.commands.variants import chosen_variant
from bot.interactions.explorer import press_explore, press_explored_matches, show_explorer
from bot.interactions.feature import Feature
from bot.match.opening_index import OpeningIndex
from bot.presenters.registry import PRESENTERS
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.ui.explorer import Exploration
from games import GAMES
from games.grid import plain
from games.symmetry import family

_MOST_CHOICES = 25  # Discord's limit


@command("explore")
@app_commands.choices(game=GAME_CHOICES)
async def explore_command(
    interaction: Interaction, game: app_commands.Choice[str], variant: str | None = None
) -> None:
    """Show the start of a game, by default of its first variant."""
    await show_explorer(interaction, Exploration(game.value, chosen_variant(game.value, variant)))


@explore_command.autocomplete("variant")
async def complete_variant(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest the variants of the chosen game, one of those with the same openings."""
    slug = str(interaction.namespace.game or "")
    names = variant_names(slug, texts(interaction.locale.value)) if slug in GAMES else {}
    wanted = {variant: name for variant, name in names.items() if plain(current) in plain(name)}
    return [
        app_commands.Choice(name=name, value=variant)
        for variant, name in list(wanted.items())[:_MOST_CHOICES]
    ]


def variant_names(slug: str, reader: Texts) -> dict[str, str]:
    """The names of a game's variants; of those with the same openings, the first."""
    first: dict[str, str] = {}
    for variant in GAMES[slug].variants:
        first.setdefault(family(slug, variant), variant)
    name = PRESENTERS[slug].opening_variant_name
    return {variant: name(variant, reader) or variant for variant in first.values()}


EXPLORER = Feature(
    [explore_command],
    panels={"explore": press_explore, "explore-matches": press_explored_matches},
    build=lambda core: [OpeningIndex(core.store.openings, core.events)],
)
