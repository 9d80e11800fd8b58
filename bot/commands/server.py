"""``/settings`` for admins and ``/help`` for everyone. Start reading at `settings_command`."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.errors import whisper
from bot.interaction import Interaction
from bot.refusals import Refusal
from bot.texts import LANGUAGES, Raw, Texts, texts
from bot.texts.commands import label
from data.settings import GuildSettings
from games import GAMES

THEMES = ("light", "dark")
_AUTOMATIC = "auto"


def _choices(option: str, values: tuple[str, ...]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=label(f"choice.{option}.{value}"), value=value) for value in values]


@app_commands.command(name=label("command.settings.name"), description=label("command.settings.description"))
@app_commands.rename(**{name: label(f"option.{name}.name") for name in ("language", "theme", "threads")})
@app_commands.describe(
    **{name: label(f"option.{name}.description") for name in ("language", "theme", "threads")}
)
@app_commands.choices(
    language=_choices("language", (_AUTOMATIC, *LANGUAGES)), theme=_choices("theme", THEMES)
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
) -> None:
    """Change how the bot behaves in this server; without options, show it."""
    if interaction.guild_id is None:
        raise Refusal("settings.only-in-servers")
    changes: dict[str, Any] = {}
    if language is not None:
        changes["language"] = None if language.value == _AUTOMATIC else language.value
    if theme is not None:
        changes["theme"] = theme.value
    if threads is not None:
        changes["threads"] = threads
    store = interaction.client.settings
    now = await (
        store.update(interaction.guild_id, **changes) if changes else store.guild(interaction.guild_id)
    )
    await whisper(interaction, _told(now, interaction, changed=bool(changes)))


def _told(settings: GuildSettings, interaction: Interaction, *, changed: bool) -> str:
    reader = texts(interaction.locale.value)
    lines = [reader("settings.changed" if changed else "settings.title")]
    values = {
        "language": _language(settings, interaction, reader),
        "theme": reader.plain(f"choice.theme.{settings.theme or THEMES[0]}"),
        "threads": reader.plain("settings.on" if settings.threads else "settings.off"),
    }
    for name, value in values.items():
        lines.append(reader("settings.line", name=reader.plain(f"settings.{name}"), value=value))
    return "\n".join(lines)


def _language(settings: GuildSettings, interaction: Interaction, reader: Texts) -> Raw:
    if settings.language is not None:
        return reader(f"choice.language.{settings.language}")
    own = texts(interaction.guild_locale.value if interaction.guild_locale else None).language
    return reader("settings.automatic", language=reader(f"choice.language.{own}"))


@app_commands.command(name=label("command.help.name"), description=label("command.help.description"))
@app_commands.rename(game=label("option.game.name"))
@app_commands.describe(game=label("option.game.description"))
@app_commands.choices(game=[app_commands.Choice(name=label(f"game.{slug}"), value=slug) for slug in GAMES])
async def help_command(interaction: Interaction, game: app_commands.Choice[str] | None = None) -> None:
    """Explain how to play: the bot, or one game."""
    reader = texts(interaction.locale.value)
    if game is not None:
        await whisper(interaction, reader(f"help.{game.value}"))
        return
    names = "\n".join(f"• {reader(f'game.{slug}')}: {reader(f'help.{slug}.short')}" for slug in GAMES)
    await whisper(interaction, reader("help.text", games=Raw(names)))
