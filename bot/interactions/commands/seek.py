"""``/seek``: look for an opponent in this server."""

from __future__ import annotations

from discord import app_commands

from bot.interactions.commands.naming import GAME_CHOICES, choices, command
from bot.interactions.commands.play import NO_CLOCK
from bot.interactions.commands.variants import chosen_variant, complete_variant
from bot.interactions.feature import Feature
from bot.interactions.seeks import press_seek, seek
from bot.interactions.start_match import DEFAULT_CLOCK
from bot.match.seeks import Seeks
from bot.messages.seek_boards import SeekBoards
from bot.services import Interaction, Services
from data.matches.seeks import NewSeek
from games.clock import CONTROLS

EVERYWHERE = "everywhere"
_SERVERS = ("here", EVERYWHERE)
_CLOCKS = (NO_CLOCK, *(name for name, control in CONTROLS.items() if not control.periods))


@command("seek", variant="tournament variant")
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.choices(
    game=GAME_CHOICES, clock=choices("choice.clock.", _CLOCKS), servers=choices("choice.servers.", _SERVERS)
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


def _parts(core: Services) -> list[object]:
    seeks = Seeks(core.store, core.events, core.now)
    return [seeks, SeekBoards(core.client, core.store, seeks, core.repost_rule, core.events, core.now)]


SEEKS = Feature([seek_command], panels={"seek": press_seek}, build=_parts)
