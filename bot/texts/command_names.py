"""Names and descriptions of commands in every language, from the catalogues."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from bot.texts import LANGUAGES, texts


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
