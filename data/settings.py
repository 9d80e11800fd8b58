"""The settings of servers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypedDict, Unpack

from sqlalchemy import ColumnElement, Connection, insert, select, update

from data.engine.database import Database
from data.errors import StoreConflict
from data.schema import guild_settings

CACHE_SECONDS = 60.0
"""How long settings are cached: another process on the same database may change them."""


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
    strong: bool = True
    """Whether the computer may play at its strongest levels."""
    channels: tuple[int, ...] = ()
    """Where matches may be played, a thread counting as its channel; empty for everywhere."""
    open_seeks: bool = True
    """Whether the seek board lists people of other servers."""
    zone: str | None = None
    """The time zone, by its IANA name; None for one by the server's language in Discord."""
    log_channel: int | None = None
    """Where acts of moderators and changes of settings are logged; None for nowhere."""


class SettingsChanges(TypedDict, total=False):
    """The fields of `GuildSettings` that can change."""

    language: str | None
    theme: str | None
    threads: bool
    matches: int | None
    boards: int | None
    strong: bool
    channels: tuple[int, ...]
    open_seeks: bool
    zone: str | None
    log_channel: int | None


class SettingsStore:
    """Settings by server. They are read for every message and seldom change, so they are cached."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock
        self._cache: dict[int, tuple[float, GuildSettings]] = {}
        self._changes = 0

    async def guild(self, guild_id: int) -> GuildSettings:
        """The settings of a server; the defaults if it has changed nothing."""
        now = self._clock()
        since, cached = self._cache.get(guild_id, (0.0, None))
        if cached is not None and 0 <= now - since < CACHE_SECONDS:
            return cached
        changes = self._changes
        stored = await self._database.read(lambda connection: _load(connection, guild_id))
        found = stored or GuildSettings(guild_id)
        if changes == self._changes:  # otherwise a change may have been committed after the read
            self._cache[guild_id] = now, found
        return found

    async def update(self, guild_id: int, **changes: Unpack[SettingsChanges]) -> GuildSettings:
        """Change some settings of a server. Raises TypeError for one that does not exist."""

        def work(connection: Connection) -> GuildSettings:
            stored = _load(connection, guild_id, lock=True)
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


def _load(connection: Connection, guild_id: int, lock: bool = False) -> GuildSettings | None:
    query = select(guild_settings).where(_of(guild_id))
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        return None
    channels = tuple(int(channel) for channel in (row.channels or "").split())
    return GuildSettings(
        guild_id=row.guild_id,
        language=row.language,
        theme=row.theme,
        threads=row.threads,
        matches=row.matches,
        boards=row.boards,
        strong=row.strong,
        channels=channels,
        open_seeks=row.open_seeks,
        zone=row.zone,
        log_channel=row.log_channel,
    )


def _row(settings: GuildSettings) -> dict[str, str | int | None]:
    return {
        "guild_id": settings.guild_id,
        "language": settings.language,
        "theme": settings.theme,
        "threads": settings.threads,
        "matches": settings.matches,
        "boards": settings.boards,
        "strong": settings.strong,
        "channels": " ".join(map(str, settings.channels)) or None,
        "open_seeks": settings.open_seeks,
        "zone": settings.zone,
        "log_channel": settings.log_channel,
    }


def _of(guild_id: int) -> ColumnElement[bool]:
    return guild_settings.c.guild_id == guild_id
