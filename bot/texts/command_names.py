"""Names and descriptions of commands in every language, from the catalogues."""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord import app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from bot.texts import LANGUAGES, Raw, texts


def label(key: str) -> locale_str:
    """The English text of a command's name, description, option or choice, which carries its ``key``."""
    return locale_str(texts("en").plain(key), key=key)


class CommandTranslator(app_commands.Translator):
    """Translates each `label` by its key."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """The text in ``locale``; None for English and for languages without a catalogue."""
        language, key = locale.value.split("-")[0], string.extras.get("key")
        if key is None or language == "en" or language not in LANGUAGES:
            return None
        return texts(language).plain(key)


class CommandLinks:
    """Names commands so that a press on the name puts the command into the composer."""

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}

    def register(self, commands: Iterable[app_commands.AppCommand]) -> None:
        """Remember the ids that Discord gave to the commands."""
        self._ids = {command.name: command.id for command in commands}

    def link(self, path: str) -> Raw:
        """A command such as ``play othello`` as markdown; only its name before the commands have ids."""
        command_id = self._ids.get(path.split(maxsplit=1)[0])
        return Raw(f"`/{path}`" if command_id is None else f"</{path}:{command_id}>")
