"""Every text that people read, in Korean and English, from gettext catalogs (``en.po``, ``ko.po``).

Message ids are keys (``match.turn``), so that neither language is the other's source. Korean particles that
follow a placeholder are chosen by `bot/texts/particles.py`.
"""

from __future__ import annotations

import gettext
import re
import string
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from bot.texts.particles import with_particle

LANGUAGES = ("en", "ko")
DEFAULT_LANGUAGE = "en"

_FOLDER = Path(__file__).parent
_MARKDOWN = re.compile(r"([\\`*_~|<>\[\]()#@:])")
_DIRECTION_MARKS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Unicode's controls of writing direction (UAX #9): one in a name turns round the rest of its line."""


class Raw(str):
    """Text that is already markdown (a mention, a timestamp, another text) and is not escaped."""

    __slots__ = ()


Argument = str | int


class Texts:
    """The texts of one language.

    A call returns markdown for messages and escapes arguments that are plain strings, so that a name can
    neither mention nor format. `plain` is for places without markdown: labels, alt texts.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._messages, self._plural = _catalog(language)

    def __call__(self, key: str, **arguments: Argument) -> Raw:
        """The text ``key`` as markdown; ``n`` selects its plural form. Raises KeyError."""
        return Raw(self._filled(key, arguments, escaped))

    def plain(self, key: str, **arguments: Argument) -> str:
        """The text ``key`` without markdown. Raises KeyError."""
        return self._filled(key, arguments, without_direction_marks)

    def has(self, key: str) -> bool:
        """Whether the catalog has this key."""
        return key in self._messages

    def keys(self) -> frozenset[str]:
        """Every key of the catalog."""
        return frozenset(self._messages)

    def _filled(self, key: str, arguments: Mapping[str, Argument], cleaned: Callable[[str], str]) -> str:
        """A text with its placeholders filled: ``{name}``, or with a particle, ``{name:을/를}``."""
        forms = self._messages[key]
        form = forms[0] if len(forms) == 1 else forms[self._plural(int(arguments["n"]))]
        if "{" not in form:
            return form
        filled = []
        for literal, name, particle in _parsed(form):
            filled.append(literal)
            if name:
                argument = arguments[name]
                value = cleaned(argument) if isinstance(argument, str) else str(argument)
                filled.append(with_particle(value, particle) if particle else value)
        return "".join(filled)


@cache
def _parsed(form: str) -> tuple[tuple[str, str, str], ...]:
    """The literal texts of a form, each with the name and the particle of the placeholder after it."""
    parsed = string.Formatter().parse(form)
    return tuple((literal, name or "", particle or "") for literal, name, particle, _ in parsed)


def texts(locale: str | None) -> Texts:
    """The texts for a Discord locale (``ko``, ``en-US``, …); English for other languages."""
    language = (locale or "").split("-")[0]
    return _texts(language if language in LANGUAGES else DEFAULT_LANGUAGE)


@cache
def _texts(language: str) -> Texts:
    return Texts(language)


@cache
def _catalog(language: str) -> tuple[dict[str, tuple[str, ...]], Callable[[int], int]]:
    with (_FOLDER / f"{language}.po").open("rb") as file:
        catalog = read_po(file, locale=language)
    messages: dict[str, tuple[str, ...]] = {}
    for message in catalog:
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            forms = message.string or ""
            # Babel fills up the forms: most Korean texts have a single one, for all numbers.
            messages[key] = (forms,) if isinstance(forms, str) else tuple(filter(None, forms))
    return messages, gettext.c2py(catalog.plural_expr)


def escaped(text: str) -> Raw:
    """Plain text as markdown that renders as that text, changes nothing around it and mentions nobody.

    What is markdown already stays as it is.
    """
    if isinstance(text, Raw):
        return text
    text = without_direction_marks(text)
    return Raw(_MARKDOWN.sub(r"\\\1", text).replace("@", "@\N{ZERO WIDTH SPACE}"))


def without_direction_marks(text: str) -> str:
    """A text that people have written, such as a name, without controls of writing direction."""
    return _DIRECTION_MARKS.sub("", text)


def cut(text: str, length: int) -> str:
    """A text of at most so many characters, with … at the end if it is longer."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
