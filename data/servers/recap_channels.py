"""Where servers want their recaps, and when the next one is due."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import ColumnElement, Connection, and_, delete, select, update

from data.engine.database import Database
from data.engine.readable_rows import RowReader
from data.engine.upserts import insert_or_update
from data.tables.servers import recap_channels


@dataclass(frozen=True, slots=True)
class RecapChannel:
    """A server's channel."""

    guild_id: int
    channel_id: int
    next_at: float
    """The unix time at which the next recap is due: a month has ended just before it."""


class RecapChannelStore:
    """Channels by server. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guild_id: int) -> RecapChannel | None:
        """A server's channel; None if no recaps are posted there."""
        query = select(recap_channels).where(recap_channels.c.guild_id == guild_id)
        return await self._database.read(lambda connection: _CHANNELS.first(connection.execute(query)))

    async def due(self, now: float) -> list[RecapChannel]:
        """The channels in which a recap is due."""
        query = select(recap_channels).where(recap_channels.c.next_at <= now)
        ordered = query.order_by(recap_channels.c.next_at, recap_channels.c.guild_id)
        return await self._database.read(lambda connection: _CHANNELS.all(connection.execute(ordered)))

    async def place(self, guild_id: int, channel_id: int | None, next_at: float) -> None:
        """Post a server's recaps in a channel from now on, or nowhere."""

        def work(connection: Connection) -> None:
            if channel_id is None:
                connection.execute(delete(recap_channels).where(recap_channels.c.guild_id == guild_id))
                return
            row = asdict(RecapChannel(guild_id, channel_id, next_at))
            insert_or_update(connection, recap_channels, row, {"channel_id": channel_id, "next_at": next_at})

        await self._database.write(work)

    async def advance(self, channel: RecapChannel, next_at: float) -> None:
        """The recap that was due is posted or left out; what an admin has changed meanwhile stays."""
        query = update(recap_channels).where(_is(channel)).values(next_at=next_at)
        await self._database.write(lambda connection: connection.execute(query) and None)

    async def turn_off(self, channel: RecapChannel) -> None:
        """Post no recaps anymore: the channel is gone."""
        query = delete(recap_channels).where(_is(channel))
        await self._database.write(lambda connection: connection.execute(query) and None)


_CHANNELS = RowReader(recap_channels.columns, lambda row: RecapChannel(*row))


def _is(channel: RecapChannel) -> ColumnElement[bool]:
    columns = recap_channels.c
    same = columns.guild_id == channel.guild_id, columns.channel_id == channel.channel_id
    return and_(*same, columns.next_at == channel.next_at)
