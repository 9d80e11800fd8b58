"""What Discord shows of a match: the message with its board, and the turn notification.

None of this changes the match itself, so its version stays and no change is published.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import Connection, and_, bindparam, update

from data.engine.database import Database
from data.matches.reader import MatchReader
from data.matches.rows import Values
from data.model import Match, MatchState, PositionId
from data.schema import matches

_UPDATE = update(matches).where(matches.c.id == bindparam("match"))


class MatchMessages:
    """Tracks the messages of matches."""

    def __init__(self, database: Database, reader: MatchReader) -> None:
        self._database = database
        self._reader = reader

    async def posted(
        self, match_id: int, version: int, channel_id: int, message_id: int, thread_id: int | None = None
    ) -> Match:
        """Store the (new) message of a match, which shows ``version`` of it.

        Raises `UnknownMatch` and `UnreadableMatch`.
        """
        values: dict[str, int] = {
            "channel_id": channel_id,
            "message_id": message_id,
            "shown_version": version,
        }
        if thread_id is not None:
            values["thread_id"] = thread_id

        def work(connection: Connection) -> Match:
            _update(connection, match_id, values)
            return self._reader.load(connection, match_id)

        return await self._database.write(work)

    async def hand_over(
        self, match_id: int, channel_id: int, message_id: int, thread_id: int | None = None
    ) -> Match:
        """Make the message of another match, which is over, that of this match; it has yet to show it.

        The other match then has none. Raises `UnknownMatch` and `UnreadableMatch`.
        """
        other = and_(matches.c.message_id == message_id, matches.c.id != match_id)
        values = {"channel_id": channel_id, "message_id": message_id, "thread_id": thread_id}

        def work(connection: Connection) -> Match:
            connection.execute(
                update(matches).where(other).values(message_id=None, shown_version=matches.c.version)
            )
            _update(connection, match_id, values)
            return self._reader.load(connection, match_id)

        return await self._database.write(work)

    async def forget(self, message_ids: Collection[int]) -> None:
        """Store that messages are deleted, of matches that are not in play: these have none from now on."""
        theirs = and_(matches.c.message_id.in_(message_ids), matches.c.state != MatchState.PLAYING)

        def work(connection: Connection) -> None:
            nothing = {"message_id": None, "shown_version": matches.c.version}
            connection.execute(update(matches).where(theirs).values(nothing))

        await self._database.write(work)

    async def shown(self, versions: Mapping[int, int]) -> None:
        """Store the versions that messages show, by match number. An older version changes nothing."""
        later = and_(matches.c.id == bindparam("match"), matches.c.shown_version < bindparam("shown"))
        query = update(matches).where(later).values(shown_version=bindparam("shown"))
        # In order, so that two processes cannot wait for each other's rows.
        rows = [{"match": match_id, "shown": version} for match_id, version in sorted(versions.items())]

        def work(connection: Connection) -> None:
            connection.execute(query, rows)

        if rows:
            await self._database.write(work)

    async def notified(
        self, match_id: int, position_id: PositionId, notification_id: int | None, *, reminder: bool = False
    ) -> bool:
        """Store that the player to move was notified, by a message if there is one.

        Returns False, with nothing stored, if the position has changed or another process was first.
        """

        def work(connection: Connection) -> bool:
            match = self._reader.load(connection, match_id, lock=True)
            done = match.reminded if reminder else match.notified
            if match.state != MatchState.PLAYING or match.position_id != position_id or done:
                return False
            reminded = reminder or match.reminded
            values = {"pinged": True, "ping_id": notification_id, "reminded": reminded}
            _update(connection, match_id, values)
            return True

        return await self._database.write(work)

    async def notification_deleted(self, match_id: int, notification_id: int) -> None:
        """Store that a turn notification is no longer in the channel."""
        deleted = and_(matches.c.id == match_id, matches.c.ping_id == notification_id)

        def work(connection: Connection) -> None:
            connection.execute(update(matches).where(deleted).values(ping_id=None))

        await self._database.write(work)


def _update(connection: Connection, match_id: int, values: Values) -> None:
    connection.execute(_UPDATE, {**values, "match": match_id})
