"""Which commands Discord has got from the bot, so that they are sent only when they have changed."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from data.engine.database import Database
from data.errors import StoreConflict
from data.process_tables import synced_commands


class SyncedCommands:
    """The hash of the commands last sent, by the bot's id. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def hash_of(self, bot_id: int) -> str | None:
        """The stored hash; None if there is none."""
        stored = select(synced_commands.c.hash).where(synced_commands.c.bot_id == bot_id)
        return await self._database.read(lambda connection: connection.execute(stored).scalar_one_or_none())

    async def store(self, bot_id: int, digest: str) -> None:
        """Store the hash of what Discord has now."""

        def work(connection: Connection) -> None:
            connection.execute(delete(synced_commands).where(synced_commands.c.bot_id == bot_id))
            connection.execute(insert(synced_commands).values(bot_id=bot_id, hash=digest))

        try:
            await self._database.write(work)
        except StoreConflict:  # another process has just stored its own
            return
