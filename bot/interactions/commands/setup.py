"""``/setup <game>``: one subcommand per game, with the same choices of a variant as ``/play``.

It is no subcommand of ``/board``: Discord does not let people use a command that has subcommands.
"""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.exceptions import Refusal
from bot.interactions.commands.naming import group, name_options
from bot.interactions.commands.play import give_options, variant_choices
from bot.interactions.feature import Feature
from bot.interactions.setups import press_setup, show_editor, submit_diagram
from bot.presenters.base import compose_variant
from bot.presenters.registry import PRESENTERS
from bot.services import Interaction
from bot.texts.command_names import label
from games import GAMES
from games.base import Game


def setup_group() -> app_commands.Group:
    """``/setup`` with a subcommand for every game of the registry."""
    parent = group("setup")
    for game in GAMES.values():
        parent.add_command(_game_command(game))
    return parent


def _game_command(game: Game) -> app_commands.Command[Any, ..., None]:
    slug, parts = game.slug, PRESENTERS[game.slug].variant_options
    offered = [part for part in parts if len(part.values) > 1]

    async def setup(interaction: Interaction, **chosen: app_commands.Choice[str] | None) -> None:
        variant = compose_variant(parts, {name: choice.value for name, choice in chosen.items() if choice})
        if variant not in game.variants:
            raise Refusal("rule.unknown-variant", game=slug, variant=variant[:40])
        await show_editor(interaction, slug, variant)

    give_options(setup, offered)
    name_options(setup, f"setup {slug}")
    app_commands.choices(**variant_choices(slug, offered))(setup)
    return app_commands.Command(
        name=label(f"command.play.{slug}.name"),
        description=label(f"command.setup.{slug}.description"),
        callback=setup,
    )


SETUPS = Feature([setup_group], panels={"setup": press_setup, "setup-text": submit_diagram})
