"""What an admin chooses as the default variant and clock of a game."""

from __future__ import annotations

from bot.exceptions import Refusal
from bot.guild_settings import CLOCKS, DEFAULT_CLOCK, VARIANTS, Stored, with_game_default
from bot.interactions.feature import Feature
from bot.interactions.settings import managed_guild, save_settings
from bot.messages.interaction_responses import edit_message
from bot.services import Interaction
from bot.texts import texts
from bot.ui.game_defaults import CLOCK, chosen_parts, game_defaults_view, with_part
from bot.ui.panel import Panel
from bot.ui.settings_panel import DEFAULTS
from data.servers.settings import GuildSettings
from games import GAMES


async def press_game_defaults(interaction: Interaction, panel: Panel) -> None:
    """Show the defaults of a game, after what was chosen in a menu. Raises `Refusal`."""
    guild, value = managed_guild(interaction), "".join(panel.values)
    slug, _, menu = (panel.argument or value).partition(".")
    if slug not in GAMES:
        raise Refusal("settings.unknown")
    settings = await interaction.client.services.settings.guild(guild.id)
    if menu:
        settings = await save_settings(interaction, guild, _changes(slug, menu, value, settings))
    view = game_defaults_view(slug, settings, texts(interaction.locale.value), changed=bool(menu))
    await edit_message(interaction, view, [])


def _changes(slug: str, menu: str, value: str, settings: GuildSettings) -> dict[str, Stored]:
    """The fields to store for what was chosen; the bot's own default is stored as nothing."""
    if menu == CLOCK:
        return with_game_default(CLOCKS, slug, None if value == DEFAULT_CLOCK else value, settings)
    if menu not in [part.name for part in chosen_parts(slug)]:
        raise Refusal("settings.unknown")
    variant = with_part(slug, menu, value, settings)
    return with_game_default(
        VARIANTS, slug, None if variant == GAMES[slug].variants[0] else variant, settings
    )


GAME_DEFAULTS = Feature(panels={DEFAULTS: press_game_defaults})
