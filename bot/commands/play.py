"""``/play <game>``: one subcommand a game, made from the registry of games.

Start reading at `play_group`.
"""

from __future__ import annotations

import random
from typing import Any

import discord
from discord import app_commands

from ai.base import levels
from bot.interaction import Interaction
from bot.matches import check_level
from bot.refusals import Refusal
from bot.texts.commands import label
from games import GAMES
from games.base import Game, Side

DEFAULT_LEVEL = "3"
_SIDES = {"first": Side.FIRST, "second": Side.SECOND}
_RANDOM = random.SystemRandom()


def play_group() -> app_commands.Group:
    """``/play`` with a subcommand for every game of the registry."""
    group = app_commands.Group(
        name=label("command.play.name"),
        description=label("command.play.description"),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
        allowed_installs=app_commands.AppInstallationType(guild=True),
    )
    for game in GAMES.values():
        group.add_command(_game_command(game))
    return group


def _game_command(game: Game) -> app_commands.Command[Any, ..., None]:
    slug = game.slug

    @app_commands.rename(
        **{name: label(f"option.{name}.name") for name in ("opponent", "level", "side", "variant")}
    )
    @app_commands.describe(
        **{name: label(f"option.{name}.description") for name in ("opponent", "level", "side", "variant")}
    )
    @app_commands.choices(level=_levels(slug), side=_sides(slug), variant=_variants(game))
    async def play(
        interaction: Interaction,
        opponent: discord.User | None = None,
        level: app_commands.Choice[str] | None = None,
        side: app_commands.Choice[str] | None = None,
        variant: app_commands.Choice[str] | None = None,
    ) -> None:
        await begin(interaction, game, opponent, level, side, variant)

    return app_commands.Command(
        name=label(f"command.play.{slug}.name"),
        description=label(f"command.play.{slug}.description"),
        callback=play,
    )


async def begin(
    interaction: Interaction,
    game: Game,
    opponent: discord.User | discord.Member | None,
    level: app_commands.Choice[str] | None,
    side: app_commands.Choice[str] | None,
    variant: app_commands.Choice[str] | None,
) -> None:
    """Check what was chosen, then start the match or the challenge."""
    chosen = variant.value if variant else game.variants[0]
    if chosen not in game.variants:
        raise Refusal("rule.unknown-variant", game=game.slug, variant=chosen)
    if opponent is not None:
        check_opponent(interaction, opponent)
        if level is not None:
            raise Refusal("play.level-with-person")
    strength = level.value if level else DEFAULT_LEVEL
    check_level(game.slug, strength)
    mine = _SIDES.get(side.value if side else "random") or _RANDOM.choice(list(Side))
    opponent_id = opponent.id if opponent else None
    await interaction.client.begin(
        interaction, game.slug, chosen, opponent_id, None if opponent else strength, mine
    )


def check_opponent(interaction: discord.Interaction[Any], opponent: discord.User | discord.Member) -> None:
    """Refuse an opponent who cannot play here."""
    if opponent.id == interaction.user.id:
        raise Refusal("play.yourself")
    if interaction.client.user is not None and opponent.id == interaction.client.user.id:
        raise Refusal("play.this-bot")
    if opponent.bot:
        raise Refusal("play.a-bot")
    if interaction.guild_id is None:
        raise Refusal("play.person-in-dm")
    if not isinstance(opponent, discord.Member):
        raise Refusal("play.not-here")


def _levels(slug: str) -> list[app_commands.Choice[str]]:
    keys = {
        level: f"choice.level.{level}" if level.isdigit() else f"choice.level.{slug}.{level}"
        for level in levels(slug)
    }
    return [app_commands.Choice(name=label(key), value=level) for level, key in keys.items()]


def _sides(slug: str) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(
            name=label(f"choice.side.{slug}.{name}" if name != "random" else "choice.side.random"), value=name
        )
        for name in ("random", *_SIDES)
    ]


def _variants(game: Game) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(name=label(f"choice.variant.{game.slug}.{variant}"), value=variant)
        for variant in game.variants
    ]
