"""``/settings``: how the bot behaves in a server."""

from __future__ import annotations

from discord import app_commands

from bot.guild_settings import ANY, MAX_BOARDS, OFF, ON, SETTINGS, Stored, change
from bot.interactions.commands.naming import choices, command
from bot.interactions.settings import ServerSettings
from bot.match.limits import MATCHES_EVERYWHERE
from bot.services import Interaction


@command("settings")
@app_commands.choices(
    language=choices("choice.language.", SETTINGS["language"].values),
    theme=choices("choice.theme.", SETTINGS["theme"].values),
)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.default_permissions(manage_guild=True)
@app_commands.checks.has_permissions(manage_guild=True)
async def settings_command(
    interaction: Interaction,
    language: app_commands.Choice[str] | None = None,
    theme: app_commands.Choice[str] | None = None,
    threads: bool | None = None,
    open_seeks: bool | None = None,
    matches: app_commands.Range[int, 1, MATCHES_EVERYWHERE] | None = None,
    boards: app_commands.Range[int, 0, MAX_BOARDS] | None = None,
) -> None:
    """Show how the bot behaves in this server, with menus that change it; or change it at once."""
    chosen: dict[str, str | None] = {
        "language": language.value if language else None,
        "theme": theme.value if theme else None,
        "threads": _switch(threads),
        "open_seeks": _switch(open_seeks),
        "matches": None if matches is None else str(matches),
        "boards": None if boards is None else str(boards or ANY),
    }
    changes: dict[str, Stored] = {}
    for name, value in chosen.items():
        changes |= change(name, value) if value is not None else {}
    await interaction.client.services.part(ServerSettings).show(interaction, changes)


def _switch(given: bool | None) -> str | None:
    if given is None:
        return None
    return ON if given else OFF
