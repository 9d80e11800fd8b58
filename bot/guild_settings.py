"""What a server can set, and the values that a menu offers for each setting."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from bot.exceptions import Refusal
from bot.match.limits import MATCHES_EVERYWHERE, MATCHES_IN_SERVER
from bot.match.server_rules import LEVEL_CHOICES
from bot.match.thinking_time import INSTANT, NATURAL
from bot.texts import LANGUAGES
from bot.time_zones import known_zone
from data.servers.settings import GuildSettings, Known
from games import GAMES
from games.clock import CONTROLS

MAX_CHANNELS = 25
"""Discord's limit for the values of one menu."""
MAX_BOARDS = 50
"""The largest limit of boards in a channel, other than no limit."""
AUTOMATIC, ANY, ON, OFF = "auto", "any", "on", "off"
THEMES = ("light", "dark")
THINKING = (NATURAL, INSTANT)
"""Whether the computer thinks as long as a person."""

Stored: TypeAlias = str | int | bool | tuple[int, ...] | tuple[str, ...] | None
"""A value as a field of `GuildSettings` holds it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting that is chosen from a menu of ``values``, words without spaces, the default first."""

    values: tuple[str, ...]
    read: Callable[[str], Stored]
    """Converts a value to what is stored. Raises ValueError for one that is not allowed."""
    write: Callable[[Stored], str]
    """Converts what is stored to a value."""


def _number(highest: int, default: str) -> Callable[[str], Stored]:
    """Reads a number from 1 to ``highest``; ``default`` is stored as None."""

    def read(value: str) -> int | None:
        if value == default:
            return None
        if not value.isascii() or not value.isdecimal() or not 1 <= int(value) <= highest:
            raise ValueError(value)
        return int(value)

    return read


def _one_of(*values: str) -> Callable[[str], Stored]:
    """Reads one of several values; the first is stored as None."""

    def read(value: str) -> str | None:
        if value not in values:
            raise ValueError(value)
        return None if value == values[0] else value

    return read


def _read_switch(value: str) -> bool:
    if value not in (OFF, ON):
        raise ValueError(value)
    return value == ON


def _write_switch(stored: Stored) -> str:
    return ON if stored else OFF


def _or_default(default: str) -> Callable[[Stored], str]:
    """Writes what is stored; None as ``default``."""
    return lambda stored: default if stored is None else str(stored)


_DEFAULT_MATCHES = str(MATCHES_IN_SERVER)

SETTINGS: dict[str, Setting] = {
    "language": Setting((AUTOMATIC, *LANGUAGES), _one_of(AUTOMATIC, *LANGUAGES), _or_default(AUTOMATIC)),
    "theme": Setting(THEMES, _one_of(*THEMES), _or_default(THEMES[0])),
    "thinking": Setting(THINKING, _one_of(*THINKING), _or_default(NATURAL)),
    "threads": Setting((OFF, ON), _read_switch, _write_switch),
    "open_seeks": Setting((ON, OFF), _read_switch, _write_switch),
    "matches": Setting(
        (_DEFAULT_MATCHES, "1", "2", "3", "5", "15", "20", str(MATCHES_EVERYWHERE)),
        _number(MATCHES_EVERYWHERE, _DEFAULT_MATCHES),
        _or_default(_DEFAULT_MATCHES),
    ),
    "boards": Setting(
        (ANY, "1", "2", "3", "5", "10", "20", "50"), _number(MAX_BOARDS, ANY), _or_default(ANY)
    ),
}
"""By field of `GuildSettings`; the others have menus of several values, of channels or of roles."""
SWITCHES = ("threads", "open_seeks", "thinking")
"""The settings of two values that a button changes."""

MULTIPLE_CHOICE: dict[str, tuple[str, ...]] = {"games": tuple(GAMES), "levels": LEVEL_CHOICES}
"""By field of `GuildSettings`: the values of which any number can be chosen; none chosen stands for all."""
QUIET_FROM, QUIET_UNTIL = "quiet_from", "quiet_until"
"""The menus of the two ``quiet`` hours."""
ZONE = "zone"
"""The menu of the time zone."""
QUIET_HOURS = 8
"""How long quiet hours are until both of their ends are chosen."""
HOURS = tuple(str(hour) for hour in range(24))
MANAGERS, EVERYONE = "managers", "everyone"
"""Who can create tournaments, other than a role."""

DEFAULT_CLOCK = "3-days"
"""Between people, who are seldom online at once; a match against the computer has none."""
NO_CLOCK = "none"
"""The choice of no time control."""
VARIANTS, CLOCKS = "variants", "clocks"
GAME_DEFAULTS = (VARIANTS, CLOCKS)
"""The fields of `GuildSettings` with a default for each game, as ``go:19x19-korean``."""


def _is_variant(word: str) -> bool:
    game, _, variant = word.partition(":")
    return game in GAMES and variant in GAMES[game].variants


def _is_clock(word: str) -> bool:
    game, _, name = word.partition(":")
    return game in GAMES and name in (NO_CLOCK, *clocks_of(game))


KNOWN_WORDS: Known = {
    "language": LANGUAGES.__contains__,
    "theme": THEMES.__contains__,
    "thinking": THINKING.__contains__,
    "zone": lambda zone: known_zone(zone) is not None,
    "games": GAMES.__contains__,
    "levels": LEVEL_CHOICES.__contains__,
    VARIANTS: _is_variant,
    CLOCKS: _is_clock,
}
"""The words that settings are read with; others stand for the default (`SettingsStore.restrict`)."""

DEFAULTS: dict[str, Stored] = {
    "language": None,
    "theme": None,
    "threads": False,
    "open_seeks": True,
    "matches": None,
    "boards": None,
    "channels": (),
    "zone": None,
    "log_channel": None,
    "games": (),
    "levels": (),
    "organizers": None,
    "quiet": None,
    VARIANTS: (),
    CLOCKS: (),
    "thinking": None,
}


def chosen_value(name: str, settings: GuildSettings) -> str:
    """A server's value of a setting."""
    return SETTINGS[name].write(getattr(settings, name))


def change(name: str, value: str) -> dict[str, Stored]:
    """The fields to store for a choice. Raises `Refusal` for a value that is not allowed."""
    try:
        return {name: SETTINGS[name].read(value)}
    except (KeyError, ValueError):
        raise Refusal("settings.unknown") from None


def channels(values: tuple[str, ...]) -> dict[str, Stored]:
    """The fields to store for the channels chosen. Raises `Refusal` for anything but channel ids."""
    if len(values) > MAX_CHANNELS or not all(
        channel_id.isascii() and channel_id.isdecimal() for channel_id in values
    ):
        raise Refusal("settings.unknown")
    return {"channels": tuple(map(int, values))}


def multiple_choice(name: str, values: tuple[str, ...]) -> dict[str, Stored]:
    """The fields to store for values of `MULTIPLE_CHOICE`; all are stored as none. Raises `Refusal`."""
    offered = MULTIPLE_CHOICE[name]
    if not set(values) <= set(offered):
        raise Refusal("settings.unknown")
    chosen = tuple(choice for choice in offered if choice in values)
    return {name: () if chosen == offered else chosen}


def log_channel(values: tuple[str, ...]) -> dict[str, Stored]:
    """The fields to store for the log channel chosen, or none. Raises `Refusal`."""
    chosen = channels(values)["channels"]
    return {"log_channel": chosen[0] if isinstance(chosen, tuple) and chosen else None}


def organizers(value: str, guild_id: int) -> dict[str, Stored]:
    """The fields to store for who can create tournaments: a word or a role's id. Raises `Refusal`."""
    if value in (MANAGERS, ""):
        return {"organizers": None}
    if value != EVERYONE and not (value.isascii() and value.isdecimal()):
        raise Refusal("settings.unknown")
    return {"organizers": guild_id if value == EVERYONE else int(value)}


def time_zone(value: str) -> dict[str, Stored]:
    """The fields to store for a time zone, by its IANA name. Raises `Refusal`."""
    zone = known_zone(value)
    if zone is None:
        raise Refusal("settings.unknown")
    return {"zone": zone}


def clocks_of(game: str) -> list[str]:
    """The time controls of a game; only Go has byo-yomi."""
    return [name for name, control in CONTROLS.items() if game == "go" or not control.periods]


def game_default(words: Iterable[str], game: str) -> str | None:
    """What a server has chosen for a game in ``variants`` or ``clocks`` of its settings; None: nothing.

    >>> game_default(("othello:6x6", "go:19x19-korean"), "go")
    '19x19-korean'
    """
    chosen = (word.partition(":") for word in words)
    return next((value for slug, _, value in chosen if slug == game), None)


def with_game_default(name: str, game: str, value: str | None, settings: GuildSettings) -> dict[str, Stored]:
    """The fields to store for a default of `GAME_DEFAULTS`; None: that of the bot. Raises `Refusal`."""
    word = f"{game}:{value}"
    if value is not None and not KNOWN_WORDS[name](word):
        raise Refusal("settings.unknown")
    words: tuple[str, ...] = getattr(settings, name)
    others = [other for other in words if not other.startswith(f"{game}:")]
    return {name: tuple(sorted([*others, *([] if value is None else [word])]))}


def quiet(name: str, value: str, settings: GuildSettings) -> dict[str, Stored]:
    """The fields to store for the hour that quiet hours begin or end at. Raises `Refusal`.

    The other end stays. If there is none, or it is the same hour, it is `QUIET_HOURS` away.
    """
    if name == QUIET_FROM and value == OFF:
        return {"quiet": None}
    if value not in HOURS:
        raise Refusal("settings.unknown")
    hour = int(value)
    start, end = settings.quiet or (None, None)
    if name == QUIET_FROM:
        start = hour
        if end is None or end == start:
            end = (start + QUIET_HOURS) % 24
    else:
        end = hour
        if start is None or start == end:
            start = (end - QUIET_HOURS) % 24
    return {"quiet": (start, end)}
