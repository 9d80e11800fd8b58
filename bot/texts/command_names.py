"""Names and descriptions of commands in both languages, from the catalogues.

Start reading at `label`: a command's English text that carries its key; `CommandTranslator` finds the
other languages by it.
"""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from bot.texts import LANGUAGES, texts


def label(key: str) -> locale_str:
    """The sentence ``key`` for a command's name, description, option or choice."""
    return locale_str(texts("en").plain(key), key=key)


class CommandTranslator(app_commands.Translator):
    """Gives Discord every other language of a `label`."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """The text in ``locale``, or None where English serves."""
        language, key = locale.value.split("-")[0], string.extras.get("key")
        if key is None or language == "en" or language not in LANGUAGES:
            return None
        return texts(language).plain(key)
