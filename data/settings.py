"""The settings of servers. Start reading at `SettingsStore`."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.errors import StoreConflict
from data.schema import guild_settings

if TYPE_CHECKING:
    from data.database import Database

FRESH_SECONDS = 60.0
"""How long settings are taken from memory: another process on the same database may change them."""


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """How the bot behaves in one server."""

    guild_id: int
    language: str | None = None
    """Language of shared boards; None is the server's own in Discord."""
    theme: str | None = None
    """Look of boards; None is the default one."""
    threads: bool = False
    """Whether each match gets a thread."""
    matches: int | None = None
    """How many unfinished matches a person may have here; None is the default number."""
    boards: int | None = None
    """How many unfinished matches there may be in a channel; None is any number."""
    strong: bool = True
    """Whether the computer may play at its strongest levels."""
    channels: tuple[int, ...] = ()
    """Where matches may be played, a thread counting as its channel; none is everywhere."""


class SettingsStore:
    """Settings by server. They are asked for at every board and seldom change: memory keeps them a while."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[int, tuple[float, GuildSettings]] = {}
        self._changes = 0

    async def guild(self, guild_id: int) -> GuildSettings:
        """The settings of a server; the defaults where it has set nothing."""
        now = self._database.clock()
        since, known = self._known.get(guild_id, (0.0, None))
        if known is not None and 0 <= now - since < FRESH_SECONDS:
            return known
        changes = self._changes
        stored = await self._database.read(lambda connection: _load(connection, guild_id))
        found = stored or GuildSettings(guild_id)
        if changes == self._changes:  # else what was read may be older than what was written meanwhile
            self._known[guild_id] = now, found
        return found

    async def update(self, guild_id: int, **changes: Any) -> GuildSettings:
        """Change some settings of a server. Raises TypeError for one that does not exist."""

        async def change(connection: AsyncConnection) -> GuildSettings:
            known = await _load(connection, guild_id, hold=True)
            changed = replace(known or GuildSettings(guild_id), **changes)
            query = insert(guild_settings) if known is None else update(guild_settings).where(_of(guild_id))
            await connection.execute(query.values(_row(changed)))
            return changed

        try:
            return await self._database.write(change)
        except StoreConflict:  # on PostgreSQL, two at once may both find that nothing is set yet
            return await self._database.write(change)
        finally:
            # However it ended: after some errors it may have been committed.
            self._known.pop(guild_id, None)
            self._changes += 1


async def _load(connection: AsyncConnection, guild_id: int, hold: bool = False) -> GuildSettings | None:
    query = select(guild_settings).where(_of(guild_id))
    if hold:
        query = query.with_for_update()
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return None
    values = dict(row._mapping)
    values["channels"] = tuple(int(one) for one in (values["channels"] or "").split())
    return GuildSettings(**values)


def _row(settings: GuildSettings) -> dict[str, Any]:
    return {**asdict(settings), "channels": " ".join(map(str, settings.channels)) or None}


def _of(guild_id: int) -> ColumnElement[bool]:
    return guild_settings.c.guild_id == guild_id
