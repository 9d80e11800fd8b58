"""``/seek``: look for an opponent in this server."""

from __future__ import annotations

from discord import app_commands

from bot.interactions.commands.play import NO_CLOCK
from bot.interactions.commands.variants import chosen_variant, complete_variant
from bot.interactions.seeks import seek
from bot.interactions.start_match import DEFAULT_CLOCK
from bot.services import Interaction
from bot.texts.command_names import label
from data.seeks import NewSeek
from games import GAMES
from games.clock import CONTROLS

EVERYWHERE = "everywhere"
_SERVERS = ("here", EVERYWHERE)
_CLOCKS = (NO_CLOCK, *(name for name, control in CONTROLS.items() if not control.periods))


@app_commands.command(name=label("command.seek.name"), description=label("command.seek.description"))
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.rename(
    game=label("option.game.name"),
    variant=label("option.variant.name"),
    clock=label("option.clock.name"),
    rated=label("option.rated.name"),
    range=label("option.range.name"),
    servers=label("option.servers.name"),
)
@app_commands.describe(
    game=label("option.seek-game.description"),
    variant=label("option.tournament.variant.description"),
    clock=label("option.seek-clock.description"),
    rated=label("option.rated.description"),
    range=label("option.range.description"),
    servers=label("option.servers.description"),
)
@app_commands.choices(
    game=[app_commands.Choice(name=label(f"game.{slug}"), value=slug) for slug in GAMES],
    clock=[app_commands.Choice(name=label(f"choice.clock.{name}"), value=name) for name in _CLOCKS],
    servers=[app_commands.Choice(name=label(f"choice.servers.{name}"), value=name) for name in _SERVERS],
)
async def seek_command(
    interaction: Interaction,
    game: app_commands.Choice[str],
    variant: str | None = None,
    clock: app_commands.Choice[str] | None = None,
    rated: bool = False,
    range: app_commands.Range[int, 50, 1_000] | None = None,  # noqa: A002  the option's name
    servers: app_commands.Choice[str] | None = None,
) -> None:
    """List a seek on the server's board, or play at once with somebody who seeks the same."""
    name = clock.value if clock else DEFAULT_CLOCK
    wanted = NewSeek(
        user_id=interaction.user.id,
        guild_id=interaction.guild_id or 0,
        channel_id=interaction.channel_id or 0,
        game=game.value,
        variant=chosen_variant(game.value, variant),
        control=None if name == NO_CLOCK else name,
        is_rated=rated,
        range=range,
        is_open=servers is not None and servers.value == EVERYWHERE,
        locale=interaction.guild_locale.value if interaction.guild_locale else None,
    )
    await seek(interaction, wanted)


seek_command.autocomplete("variant")(complete_variant)
