"""Every sentence a person reads, Korean and English, from gettext catalogues (``en.po``, ``ko.po``).

Start reading at `Texts`. Message ids are keys (``match.your-turn``), so that neither language is the
other's source; `bot/texts/particles.py` fits Korean particles to names.
"""

from __future__ import annotations

import gettext
import re
import string
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po

from bot.texts.particles import with_particle

LANGUAGES = ("en", "ko")
DEFAULT_LANGUAGE = "en"

_FOLDER = Path(__file__).parent
_MARKDOWN = re.compile(r"([\\`*_~|<>\[\]()#@:])")


class Raw(str):
    """Text that is markdown already (a mention, a timestamp, a sentence of ours): not escaped."""

    __slots__ = ()


Argument = str | int


class _Formatter(string.Formatter):
    """``{name}`` and ``{name:을/를}``; nothing else: no attributes, no indices."""

    def get_field(self, field_name: str, args: Any, kwargs: Mapping[str, Any]) -> tuple[Any, str]:
        return kwargs[field_name], field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        return with_particle(str(value), format_spec) if "/" in format_spec else str(value)


_FORMATTER = _Formatter()


class Texts:
    """The sentences of one language.

    Calling it gives markdown for messages: arguments that are plain strings are escaped, so that a
    name can neither ping nor format. `plain` is for places without markdown: labels, alt texts.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._messages, self._plural = _catalogue(language)

    def __call__(self, key: str, **arguments: Argument) -> Raw:
        """The sentence ``key`` as markdown; ``n`` chooses its plural form. Raises KeyError."""
        return Raw(self._format(key, {name: _escaped(value) for name, value in arguments.items()}))

    def plain(self, key: str, **arguments: Argument) -> str:
        """The sentence ``key`` as plain text. Raises KeyError."""
        return self._format(key, arguments)

    def has(self, key: str) -> bool:
        """Whether there is such a sentence."""
        return key in self._messages

    def keys(self) -> frozenset[str]:
        """Every key of the catalogue."""
        return frozenset(self._messages)

    def _format(self, key: str, arguments: Mapping[str, Argument]) -> str:
        forms = self._messages[key]
        form = forms[0] if len(forms) == 1 else forms[self._plural(int(arguments["n"]))]
        return _FORMATTER.vformat(form, (), arguments)


def texts(locale: str | None) -> Texts:
    """The sentences for a Discord locale (``ko``, ``en-US``, …); English where we have no other."""
    language = (locale or "").split("-")[0]
    return _texts(language if language in LANGUAGES else DEFAULT_LANGUAGE)


@cache
def _texts(language: str) -> Texts:
    return Texts(language)


@cache
def _catalogue(language: str) -> tuple[dict[str, tuple[str, ...]], Callable[[int], int]]:
    with (_FOLDER / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    messages: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            forms = message.string or ""
            messages[key] = (forms,) if isinstance(forms, str) else tuple(forms)
    return messages, gettext.c2py(catalogue.plural_expr)


def _escaped(value: Argument) -> Argument:
    return value if isinstance(value, Raw | int) else escaped(value)


def escaped(text: str) -> Raw:
    """Plain text as markdown that shows it as it is and mentions nobody."""
    return Raw(_MARKDOWN.sub(r"\\\1", text).replace("@", "@\N{ZERO WIDTH SPACE}"))
