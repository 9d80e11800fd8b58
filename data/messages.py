"""What stands in Discord for a match: the message of its board, and the one that tells whose turn it is.

Start reading at `Messages`. Nothing here changes the match itself, so its version stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import and_, bindparam, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.finding import Finder, load
from data.match import Match, Stamp
from data.schema import matches


class Messages(Finder):
    """Notes of the messages of matches."""

    async def posted(
        self, match_id: int, version: int, channel_id: int, message_id: int, thread_id: int | None = None
    ) -> Match:
        """The match has a (new) message, which shows ``version`` of it. Raises `UnknownMatch`."""
        values = {"channel_id": channel_id, "message_id": message_id, "shown_version": version}
        if thread_id is not None:
            values["thread_id"] = thread_id

        async def change(connection: AsyncConnection) -> Match:
            await _note(connection, match_id, values)
            return await load(connection, match_id)

        return await self._database.write(change)

    async def shown(self, versions: Mapping[int, int]) -> None:
        """The messages of some matches now show these versions of them, by match number."""
        later = and_(matches.c.id == bindparam("match"), matches.c.shown_version < bindparam("shown"))
        query = update(matches).where(later).values(shown_version=bindparam("shown"))
        # In order, so that two processes never wait for each other's rows.
        rows = [{"match": match_id, "shown": version} for match_id, version in sorted(versions.items())]

        async def change(connection: AsyncConnection) -> None:
            await connection.execute(query, rows)

        if rows:
            await self._database.write(change)

    async def pinged(
        self, match_id: int, stamp: Stamp, ping_id: int | None, *, reminded: bool = False
    ) -> bool:
        """Whose turn it was at ``stamp`` was told so, by a message if there is one.

        False, with nothing noted, if it is another turn by now or another process told it first.
        """

        async def change(connection: AsyncConnection) -> bool:
            match = await load(connection, match_id, hold=True)
            done = match.reminded if reminded else match.pinged
            if match.state != "playing" or match.stamp != stamp or done:
                return False
            await _note(
                connection, match_id,
                {"pinged": True, "ping_id": ping_id, "reminded": reminded or match.reminded},
            )  # fmt: skip
            return True

        return await self._database.write(change)

    async def unpinged(self, match_id: int, ping_id: int) -> None:
        """The message that told somebody of their turn is gone."""
        gone = and_(matches.c.id == match_id, matches.c.ping_id == ping_id)

        async def change(connection: AsyncConnection) -> None:
            await connection.execute(update(matches).where(gone).values(ping_id=None))

        await self._database.write(change)


async def _note(connection: AsyncConnection, match_id: int, values: Mapping[str, Any]) -> None:
    await connection.execute(update(matches).where(matches.c.id == match_id).values(values))
