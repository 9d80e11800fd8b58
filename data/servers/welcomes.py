"""Which servers have got the bot's welcome."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, insert, select

from data.engine.database import Database
from data.errors import StoreConflict
from data.tables.servers import welcomes

_KNOWN = select(welcomes.c.guild_id).where(welcomes.c.guild_id == bindparam("guild"))


class WelcomeStore:
    """Servers by their id in Discord; they stay known for a while when the bot leaves them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, guild_id: int) -> bool:
        """Store that a server is being welcomed; False if it was before. Of two claims one gets True."""

        def work(connection: Connection) -> bool:
            if connection.execute(_KNOWN, {"guild": guild_id}).one_or_none() is not None:
                return False
            connection.execute(insert(welcomes).values(guild_id=guild_id))
            return True

        try:
            return await self._database.write(work)
        except StoreConflict:  # on PostgreSQL, of two first claims one finds a row after all
            return False
