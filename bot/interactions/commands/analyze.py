"""``/analyze``: a position that a person sets up, or the openings that were played."""

from __future__ import annotations

from discord import app_commands

from bot.interactions.commands.completion import completion
from bot.interactions.commands.naming import GAME_CHOICES, command
from bot.interactions.commands.variants import chosen_variant, complete_variant
from bot.interactions.explorer import complete_explored_variant, show_explorer
from bot.interactions.setups import show_editor
from bot.services import Interaction
from bot.ui.explorer import Exploration


@command("analyze", game="seek game", variant="tournament variant")
@app_commands.choices(game=GAME_CHOICES)
async def analyze_command(
    interaction: Interaction,
    game: app_commands.Choice[str],
    variant: str | None = None,
    openings: bool = False,
) -> None:
    """Show the editor of positions with the start of a game, or the explorer of ``openings``."""
    chosen = chosen_variant(game.value, variant)
    if openings:
        await show_explorer(interaction, Exploration(game.value, chosen))
    else:
        await show_editor(interaction, game.value, chosen)


@analyze_command.autocomplete("variant")
@completion
async def complete_analyzed_variant(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The variants of the game; for ``openings`` one of those that share them."""
    complete = complete_explored_variant if interaction.namespace.openings else complete_variant
    return await complete(interaction, typed)
