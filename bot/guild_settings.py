"""What a server can set, and how each setting is chosen from a menu. Start reading at `SETTINGS`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.exceptions import Refusal
from bot.match.limits import MATCHES_EVERYWHERE, MATCHES_IN_SERVER
from bot.texts import LANGUAGES
from data.settings import GuildSettings

MOST_CHANNELS = 25
"""As many as one menu of Discord's takes."""
MOST_BOARDS = 50
"""The largest number of boards in a channel short of any number."""
AUTOMATIC, ANY, ON, OFF = "auto", "any", "on", "off"
THEMES = ("light", "dark")


@dataclass(frozen=True, slots=True)
class Setting:
    """One that is chosen from a menu: the values offered, the default first, as words without spaces."""

    values: tuple[str, ...]
    read: Callable[[str], Any]
    """What is stored for a value. Raises ValueError for one that cannot be."""
    write: Callable[[Any], str]
    """The value of what is stored."""


def _number(most: int, default: str) -> Callable[[str], int | None]:
    def read(value: str) -> int | None:
        if value == default:
            return None
        if not value.isascii() or not value.isdecimal() or not 1 <= int(value) <= most:
            raise ValueError(value)
        return int(value)

    return read


def _of(*values: str) -> Callable[[str], str | None]:
    """One of several values; the first is stored as nothing."""

    def read(value: str) -> str | None:
        return values[values.index(value)] if value != values[0] else None

    return read


def _switch(value: str) -> bool:
    return (OFF, ON).index(value) == 1


def _switched(stored: bool) -> str:
    return ON if stored else OFF


def _or(default: str) -> Callable[[Any], str]:
    return lambda stored: default if stored is None else str(stored)


_MATCHES = str(MATCHES_IN_SERVER)

SETTINGS: dict[str, Setting] = {
    "language": Setting((AUTOMATIC, *LANGUAGES), _of(AUTOMATIC, *LANGUAGES), _or(AUTOMATIC)),
    "theme": Setting(THEMES, _of(*THEMES), _or(THEMES[0])),
    "threads": Setting((OFF, ON), _switch, _switched),
    "strong": Setting((ON, OFF), _switch, _switched),
    "matches": Setting(
        (_MATCHES, "1", "2", "3", "5", "15", "20", str(MATCHES_EVERYWHERE)),
        _number(MATCHES_EVERYWHERE, _MATCHES),
        _or(_MATCHES),
    ),
    "boards": Setting((ANY, "1", "2", "3", "5", "10", "20", "50"), _number(MOST_BOARDS, ANY), _or(ANY)),
}
"""By the name of the field in `GuildSettings`; where matches may be played is chosen from the channels."""

DEFAULTS: dict[str, Any] = {
    "language": None, "theme": None, "threads": False, "strong": True, "matches": None, "boards": None,
    "channels": (),
}  # fmt: skip


def value_of(name: str, settings: GuildSettings) -> str:
    """What a server has chosen."""
    return SETTINGS[name].write(getattr(settings, name))


def change(name: str, value: str) -> dict[str, Any]:
    """What is to be stored for a choice. Raises `Refusal` for one that is not offered."""
    try:
        return {name: SETTINGS[name].read(value)}
    except (KeyError, ValueError):
        raise Refusal("settings.unknown") from None


def channels(values: tuple[str, ...]) -> dict[str, Any]:
    """The channels chosen, to be stored."""
    if len(values) > MOST_CHANNELS or not all(one.isascii() and one.isdecimal() for one in values):
        raise Refusal("settings.unknown")
    return {"channels": tuple(int(one) for one in values)}
