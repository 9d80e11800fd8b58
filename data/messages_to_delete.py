"""Messages of what a moderator has deleted, until Discord has confirmed that they are gone.

They are noted in the transaction that deletes what they show, so that a kill leaves none behind.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import Connection, delete, select

from data.engine.database import Database
from data.engine.upserts import insert_or_ignore
from data.moderation_tables import messages_to_delete
from data.ownership import Shards


@dataclass(frozen=True, slots=True)
class MessageToDelete:
    """A message to delete."""

    message_id: int
    channel_id: int
    guild_id: int


class MessagesToDelete:
    """The messages to delete. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, shards: Shards) -> list[MessageToDelete]:
        """Those in the servers of shards."""
        rows = await self._database.read(
            lambda connection: connection.execute(select(messages_to_delete)).all()
        )
        messages = [MessageToDelete(*row) for row in rows]
        return [message for message in messages if message.guild_id in shards]

    async def in_guild(self, guild_id: int) -> list[MessageToDelete]:
        """Those in a server."""
        query = select(messages_to_delete).where(messages_to_delete.c.guild_id == guild_id)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [MessageToDelete(*row) for row in rows]

    async def gone(self, message_id: int) -> None:
        """A message is deleted."""
        query = delete(messages_to_delete).where(messages_to_delete.c.message_id == message_id)
        await self._database.write(lambda connection: connection.execute(query))


def delete_message_later(connection: Connection, message: MessageToDelete) -> None:
    """Note that a message is to be deleted."""
    insert_or_ignore(connection, messages_to_delete, asdict(message))
