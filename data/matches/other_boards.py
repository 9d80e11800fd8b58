"""The other boards of matches: the second message that shows a match, and which version that shows.

A match is read here as it is at its other board (`data.model.Match.at_other_board`). As in
`data.matches.messages`, the match itself does not change.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, delete, insert, select, update

from data.engine.database import Database
from data.errors import UnknownMatch
from data.matches.reader import MatchReader
from data.model import Match, Place
from data.opponent_tables import other_boards
from data.other_board import OtherBoard
from data.ownership import EVERY_SHARD, Shards
from data.schema import matches

_BOTH = select(matches.c.id).join(other_boards, other_boards.c.match_id == matches.c.id)
_NOT_SHOWN = -1


class OtherBoards:
    """Other boards by the number of their match. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database, reader: MatchReader) -> None:
        self._database = database
        self._reader = reader

    async def get(self, match_id: int) -> Match:
        """A match at its other board. Raises `UnknownMatch`, also without one, and `UnreadableMatch`."""
        return await self._database.read(lambda connection: self._load(connection, match_id))

    def _load(self, connection: Connection, match_id: int) -> Match:
        there = self._reader.load(connection, match_id).at_other_board
        if there is None:
            raise UnknownMatch(match_id)
        return there

    # --- The message ---------------------------------------------------------------------------------

    async def posted(
        self, match_id: int, version: int, channel_id: int, message_id: int, thread_id: int | None = None
    ) -> Match:
        """Store the (new) message of a match's other board, which shows ``version``; it has no thread.

        Raises `UnknownMatch` and `UnreadableMatch`.
        """
        del thread_id
        values = {"channel_id": channel_id, "message_id": message_id, "shown_version": version}

        def work(connection: Connection) -> Match:
            connection.execute(update(other_boards).where(_of(match_id)).values(values))
            return self._load(connection, match_id)

        return await self._database.write(work)

    async def shown(self, versions: Mapping[int, int]) -> None:
        """Store the versions that messages show, by match number. An older version changes nothing."""
        later = and_(
            other_boards.c.match_id == bindparam("match"), other_boards.c.shown_version < bindparam("shown")
        )
        query = update(other_boards).where(later).values(shown_version=bindparam("shown"))
        rows = [{"match": match_id, "shown": version} for match_id, version in sorted(versions.items())]

        def work(connection: Connection) -> None:
            connection.execute(query, rows)

        if rows:
            await self._database.write(work)

    # --- The place -----------------------------------------------------------------------------------

    async def move(self, match_id: int, place: Place) -> Match:
        """Move the other board of a match to a place, or restore it there; its message is posted later.

        Raises `UnknownMatch` and `UnreadableMatch`.
        """

        def work(connection: Connection) -> Match:
            match = self._reader.load(connection, match_id, lock=True)
            drop_other_board(connection, match_id)
            add_other_board(connection, match, place)
            return self._load(connection, match_id)

        return await self._database.write(work)

    async def lost(self, match_id: int, channel_id: int, message_id: int | None = None) -> None:
        """The channel of an other board is gone, unless the board is elsewhere meanwhile.

        ``message_id`` is the one that was there; None: any.
        """
        there = and_(_of(match_id), other_boards.c.channel_id == channel_id)
        if message_id is not None:
            there = and_(there, other_boards.c.message_id == message_id)
        await self._delete(there)

    async def lost_messages(self, message_ids: Collection[int]) -> None:
        """Messages are deleted."""
        await self._delete(other_boards.c.message_id.in_(message_ids))

    async def lost_channel(self, channel_id: int) -> None:
        """A channel is gone."""
        await self._delete(other_boards.c.channel_id == channel_id)

    async def lost_guild(self, guild_id: int) -> None:
        """The bot is not in a server anymore."""
        await self._delete(other_boards.c.guild_id == guild_id)

    async def _delete(self, condition: ColumnElement[bool]) -> None:
        query = delete(other_boards).where(condition)

        def work(connection: Connection) -> None:
            connection.execute(query)

        await self._database.write(work)

    # --- Lists ---------------------------------------------------------------------------------------

    async def behind(self, of: Shards = EVERY_SHARD) -> list[int]:
        """The numbers of the matches of shards whose other board shows an older version."""
        query = _BOTH.where(other_boards.c.shown_version < matches.c.version, of.condition())
        return await self._ids(query.order_by(matches.c.id))

    async def _ids(self, query: Select[Any]) -> list[int]:
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))


def add_other_board(connection: Connection, match: Match, place: Place | None) -> Match:
    """Give a match an other board in a place, if there is one; its message is posted later."""
    if place is None:
        return match
    where = {"guild_id": place.guild_id, "channel_id": place.channel_id, "locale": place.locale}
    connection.execute(insert(other_boards).values(match_id=match.id, shown_version=_NOT_SHOWN, **where))
    board = OtherBoard(place.guild_id, place.channel_id, None, _NOT_SHOWN, place.locale)
    return replace(match, other_board=board)


def drop_other_board(connection: Connection, match_id: int) -> None:
    """Delete a match's other board."""
    connection.execute(delete(other_boards).where(_of(match_id)))


def _of(match_id: int) -> ColumnElement[bool]:
    return other_boards.c.match_id == match_id
