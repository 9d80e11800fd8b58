"""Messages that are to be deleted, until Discord has confirmed that they are gone.

They are noted in the transaction that deletes what they show, or has it shown in another message, so that a
kill leaves none behind.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Select, delete, select, update

from data.engine.database import Database
from data.engine.readable_rows import RowReader
from data.engine.upserts import insert_or_ignore
from data.model.race import Race
from data.model.shards import Shards
from data.tables.races import races
from data.tables.servers import messages_to_delete


@dataclass(frozen=True, slots=True)
class MessageToDelete:
    """A message to delete."""

    message_id: int
    channel_id: int
    guild_id: int


_MESSAGES = RowReader(
    messages_to_delete.columns,
    lambda row: MessageToDelete(message_id=row.message_id, channel_id=row.channel_id, guild_id=row.guild_id),
)


def delete_message_later(connection: Connection, message: MessageToDelete) -> None:
    """Note that a message is to be deleted."""
    insert_or_ignore(connection, messages_to_delete, asdict(message))


class MessagesToDelete:
    """The messages to delete. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def in_shards(self, shards: Shards) -> list[MessageToDelete]:
        """The messages to delete in the servers of shards."""
        messages = await self._select(select(messages_to_delete))
        return [message for message in messages if message.guild_id in shards]

    async def in_guild(self, guild_id: int) -> list[MessageToDelete]:
        """The messages to delete in a server."""
        return await self._select(select(messages_to_delete).where(messages_to_delete.c.guild_id == guild_id))

    async def forget(self, message_id: int) -> None:
        """Forget a message that Discord has deleted."""
        query = delete(messages_to_delete).where(messages_to_delete.c.message_id == message_id)
        await self._database.write(lambda connection: connection.execute(query))

    async def take_down(self, race: Race) -> bool:
        """Have a race's message deleted, and another one posted; False if it has another one by now."""
        assert race.message_id is not None and race.channel_id is not None and race.guild_id is not None
        old = MessageToDelete(race.message_id, race.channel_id, race.guild_id)
        same = (races.c.id == race.id) & (races.c.message_id == race.message_id)
        without_message = update(races).where(same).values(message_id=None, shown_version=0)

        def work(connection: Connection) -> bool:
            if not connection.execute(without_message).rowcount:
                return False
            delete_message_later(connection, old)
            return True

        return await self._database.write(work)

    async def _select(self, query: Select[*tuple[Any, ...]]) -> list[MessageToDelete]:
        return await self._database.read(lambda connection: _MESSAGES.all(connection.execute(query)))
