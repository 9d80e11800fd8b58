"""The settings of servers.

A value that cannot be read, such as the name of a theme of another version, is logged once and read as the
default: one of them never keeps a server from the others.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, TypedDict, TypeVar, Unpack

from sqlalchemy import ColumnElement, Connection, Row, insert, select, type_coerce, update
from sqlalchemy.types import NullType

from data.engine.database import Database
from data.errors import StoreConflict
from data.tables.servers import guild_settings

log = logging.getLogger(__name__)

T = TypeVar("T")

CACHE_SECONDS = 60.0
"""How long settings are cached: another process on the same database may change them."""

Known: TypeAlias = Mapping[str, Callable[[str], bool]]
"""Whether a word can be the value of a column, by column; others are not checked."""
_AS_STORED: list[ColumnElement[Any]] = [
    type_coerce(column, NullType()).label(column.name) for column in guild_settings.c
]
"""The columns without the conversions of their types, which refuse a row as a whole."""


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """How the bot behaves in one server."""

    guild_id: int
    language: str | None = None
    """The language of shared boards; None for the server's language in Discord."""
    theme: str | None = None
    """The theme of pictures; None for the default."""
    threads: bool = False
    """Whether each match gets a thread."""
    matches: int | None = None
    """How many unfinished matches a person may have here; None for the default."""
    boards: int | None = None
    """How many unfinished matches a channel may have; None for any number."""
    channels: tuple[int, ...] = ()
    """Where matches may be played, a thread counting as its channel; empty for everywhere."""
    open_seeks: bool = True
    """Whether the seek board lists people of other servers."""
    zone: str | None = None
    """The time zone, by its IANA name; None for one by the server's language in Discord."""
    log_channel: int | None = None
    """Where acts of moderators and changes of settings are logged; None for nowhere."""
    games: tuple[str, ...] = ()
    """The games that can be played; empty for all."""
    levels: tuple[str, ...] = ()
    """The computer's levels that can be played, ``other`` for those without a number; empty for all."""
    organizers: int | None = None
    """A role whose members can create tournaments beside managers; the server's own id: everyone."""
    quiet: tuple[int, int] | None = None
    """The hours, in the time zone, from and until which nothing public begins; None for never."""
    variants: tuple[str, ...] = ()
    """The variants of games where none is chosen, as ``go:19x19-korean``; of other games the first."""
    clocks: tuple[str, ...] = ()
    """The time controls between people where none is chosen, as ``go:byo-yomi``; ``none`` for no clock."""
    thinking: str | None = None
    """"instant" if the computer plays its moves at once; None if it thinks as long as a person."""


class SettingsChanges(TypedDict, total=False):
    """The fields of `GuildSettings` that can change."""

    language: str | None
    theme: str | None
    threads: bool
    matches: int | None
    boards: int | None
    channels: tuple[int, ...]
    open_seeks: bool
    zone: str | None
    log_channel: int | None
    games: tuple[str, ...]
    levels: tuple[str, ...]
    organizers: int | None
    quiet: tuple[int, int] | None
    variants: tuple[str, ...]
    clocks: tuple[str, ...]
    thinking: str | None


class SettingsStore:
    """Settings by server. They are read for every message and seldom change, so they are cached."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock
        self._cache: dict[int, tuple[float, GuildSettings]] = {}
        self._changes = 0
        self._known: Known = {}
        self._reported: set[tuple[int, str, str]] = set()  # what was logged, by server, field and value

    def restrict(self, known: Known) -> None:
        """From now on read a word that is not known as the default, which is logged once."""
        self._known = known

    async def guild(self, guild_id: int) -> GuildSettings:
        """The settings of a server; the defaults if it has changed nothing."""
        now = self._clock()
        since, cached = self._cache.get(guild_id, (0.0, None))
        if cached is not None and 0 <= now - since < CACHE_SECONDS:
            return cached
        changes = self._changes
        stored = await self._database.read(lambda connection: self._load(connection, guild_id))
        settings = stored or GuildSettings(guild_id)
        if changes == self._changes:  # otherwise a change may have been committed after the read
            self._cache[guild_id] = now, settings
        return settings

    async def update(self, guild_id: int, **changes: Unpack[SettingsChanges]) -> GuildSettings:
        """Change some settings of a server. Raises TypeError for one that does not exist."""

        def work(connection: Connection) -> GuildSettings:
            stored = self._load(connection, guild_id, lock=True)
            changed = replace(stored or GuildSettings(guild_id), **changes)
            query = insert(guild_settings) if stored is None else update(guild_settings).where(_of(guild_id))
            connection.execute(query.values(_row(changed)))
            return changed

        try:
            return await self._database.write(work)
        except StoreConflict:  # on PostgreSQL, of two first changes of a server one finds a row after all
            return await self._database.write(work)
        finally:
            # Whatever the result: after some errors the change may have been committed.
            self._cache.pop(guild_id, None)
            self._changes += 1

    def _load(self, connection: Connection, guild_id: int, lock: bool = False) -> GuildSettings | None:
        query = select(*_AS_STORED).where(_of(guild_id))
        row = connection.execute(query.with_for_update() if lock else query).one_or_none()
        if row is None:
            return None
        reading = _Reading(row, self._known)
        settings = _settings(reading)
        for name, value in reading.unreadable:
            self._report(guild_id, name, value)
        return settings

    def _report(self, guild_id: int, name: str, value: str) -> None:
        if (guild_id, name, value) not in self._reported:
            self._reported.add((guild_id, name, value))
            log.warning("setting %s of server %d is unreadable, default used: %s", name, guild_id, value)


@dataclass(slots=True)
class _Reading:
    """Reads a row field by field: a value that cannot be read is remembered, and read as None."""

    row: Row[Any]
    known: Known
    unreadable: list[tuple[str, str]] = field(default_factory=list)

    def value(self, name: str, read: Callable[[Any], T]) -> T | None:
        """A column's value; None if it is NULL or cannot be read."""
        stored = getattr(self.row, name)
        return None if stored is None else self._read(name, stored, read)

    def values(self, name: str, read: Callable[[Any], T]) -> tuple[T, ...]:
        """The values of a column that can be read, which spaces separate."""
        words = str(getattr(self.row, name) or "").split()
        parsed = (self._read(name, word, read) for word in words)
        return tuple(value for value in parsed if value is not None)

    def _read(self, name: str, stored: Any, read: Callable[[Any], T]) -> T | None:
        is_known = self.known.get(name)
        try:
            value = read(stored)
        except (TypeError, ValueError):
            value = None
        if value is None or (is_known is not None and not is_known(str(value))):
            self.unreadable.append((name, repr(stored)))
            return None
        return value


def _settings(reading: _Reading) -> GuildSettings:
    open_seeks, hours = reading.value("open_seeks", _switch), ("quiet_from", "quiet_until")
    start, end = (reading.value(name, _hour) for name in hours)
    return GuildSettings(
        guild_id=reading.row.guild_id,
        language=reading.value("language", str),
        theme=reading.value("theme", str),
        threads=bool(reading.value("threads", _switch)),
        matches=reading.value("matches", _positive),
        boards=reading.value("boards", _positive),
        channels=reading.values("channels", _positive),
        open_seeks=open_seeks is not False,
        zone=reading.value("zone", str),
        log_channel=reading.value("log_channel", _positive),
        games=reading.values("games", str),
        levels=reading.values("levels", str),
        organizers=reading.value("organizers", _positive),
        quiet=None if start is None or end is None or start == end else (start, end),
        variants=reading.values("variants", str),
        clocks=reading.values("clocks", str),
        thinking=reading.value("thinking", str),
    )


def _switch(stored: object) -> bool:
    if stored not in (0, 1):
        raise ValueError(stored)
    return bool(stored)


def _positive(stored: int | str) -> int:
    number = int(stored)
    if number < 1:
        raise ValueError(stored)
    return number


def _hour(stored: int | str) -> int:
    if not 0 <= int(stored) <= 23:
        raise ValueError(stored)
    return int(stored)


def _row(settings: GuildSettings) -> dict[str, str | int | None]:
    return {
        "guild_id": settings.guild_id,
        "language": settings.language,
        "theme": settings.theme,
        "threads": settings.threads,
        "matches": settings.matches,
        "boards": settings.boards,
        "channels": " ".join(map(str, settings.channels)) or None,
        "open_seeks": settings.open_seeks,
        "zone": settings.zone,
        "log_channel": settings.log_channel,
        "games": " ".join(settings.games) or None,
        "levels": " ".join(settings.levels) or None,
        "organizers": settings.organizers,
        "quiet_from": settings.quiet[0] if settings.quiet else None,
        "quiet_until": settings.quiet[1] if settings.quiet else None,
        "variants": " ".join(settings.variants) or None,
        "clocks": " ".join(settings.clocks) or None,
        "thinking": settings.thinking,
    }


def _of(guild_id: int) -> ColumnElement[bool]:
    return guild_settings.c.guild_id == guild_id
