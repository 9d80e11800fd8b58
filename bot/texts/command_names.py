"""Names and descriptions of commands in every language, from the catalogs."""

from __future__ import annotations

import re
from collections.abc import Iterable

import discord
from discord import AppCommandOptionType, AppCommandType, app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from bot.texts import LANGUAGES, Raw, Texts, texts

_NAMED = re.compile(r"`/(\w+(?: \w+)*)`")
"""A command in a text, with its subcommand if it has one, without options."""

MOVED = {
    "setup": "analyze",
    "explore": "analyze",
    "draw": "board",
    "adjourn": "board",
    "resume": "board",
    "conditional": "board",
    "export": "record export",
    "replay": "record export",
    "import": "record import",
    "pings": "me",
    "vacation": "me",
    "tournament join": "tournament show",
    "tournament standings": "tournament show",
    "tournament drop": "tournament show",
    "tournament cancel": "tournament show",
}
"""Commands of the last release that are gone, and the command that now does what each did.

Discord offers only registered commands, so an old name can no longer be typed; a client that has not heard of
the change yet may still send one, and is told the new name. How the old name was typed has the text
``moved.PATH``, for one release.
"""


def typed_name(path: str, reader: Texts) -> str:
    """The command ``path`` as a reader types it, without the slash."""
    words = path.split()
    keys = (".".join(words[: depth + 1]).replace("-", "_") for depth in range(len(words)))
    return " ".join(reader.plain(f"command.{key}.name") for key in keys)


def typed_before(path: str, reader: Texts) -> str:
    """A command of `MOVED` as a reader typed it, without the slash."""
    return reader.plain(f"moved.{path}")


def label(key: str) -> locale_str:
    """The English text of a command's name, description, option or choice, which carries its ``key``."""
    return locale_str(texts("en").plain(key), key=key)


class CommandTranslator(app_commands.Translator):
    """Translates each `label` by its key."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """The text in ``locale``; None for English and for languages without a catalog."""
        language, key = locale.value.split("-")[0], string.extras.get("key")
        if key is None or language == "en" or language not in LANGUAGES:
            return None
        return texts(language).plain(key)


class CommandLinks:
    """Names commands so that a press on the name puts the command into the composer."""

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._groups: frozenset[str] = frozenset()

    def register(self, commands: Iterable[app_commands.AppCommand]) -> None:
        """Remember the ids that Discord gave to the commands that can be typed and that have texts here."""
        typed, known = AppCommandType.chat_input, texts("en")
        every = tuple(
            command
            for command in commands
            if command.type is typed and known.has(f"command.{command.name}.name")
        )
        self._ids = {command.name: command.id for command in every}
        self._groups = frozenset(
            command.name
            for command in every
            if any(option.type is AppCommandOptionType.subcommand for option in command.options)
        )

    def link(self, path: str, reader: Texts) -> Raw:
        """A command such as ``play othello`` as markdown: a link where that shows what ``reader`` types.

        Discord shows a link's own text, which is English, to everybody, and a link with a translated name
        opens nothing: in Korean a command is in code. So it is before the commands have ids.
        """
        command_id, typed = self._ids.get(path.split(maxsplit=1)[0]), typed_name(path, reader)
        is_link = command_id is not None and typed == path
        return Raw(f"</{path}:{command_id}>" if is_link else f"`/{typed}`")

    def linked(self, text: str, reader: Texts) -> Raw:
        """A text of ``reader`` with a link for each command that it names, where `link` makes one.

        A command such as ``/play`` stays in code: it cannot be pressed without its subcommand, as in
        ``/play go``.
        """

        def link(match: re.Match[str]) -> str:
            path = match[1]
            name, *subcommand = path.split()
            is_pressed = name in self._ids and (name in self._groups) == bool(subcommand)
            return self.link(path, reader) if is_pressed else Raw(match[0])

        return Raw(_NAMED.sub(link, text))


UNLINKED = CommandLinks().link
"""Names a command without a link."""
