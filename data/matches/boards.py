"""The boards of matches: where they are, which message each has, and which version that shows.

None of this changes the match itself, so its version stays and no change is published. What a match's row
repeats of its boards (`data.tables.matches.matches`) is written with them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)

from data.engine.database import Database
from data.errors import UnknownMatch
from data.matches.reader import MatchReader, lock_matches
from data.matches.rows import Values, board_from, place_values
from data.model.board import NOT_SHOWN, Board
from data.model.match import Match, MatchState, Notified, Place, PositionId
from data.model.shards import EVERY_SHARD, Shards
from data.tables.boards import boards
from data.tables.conditions import of_shards
from data.tables.matches import matches
from games.base import Side

_CREATE = insert(boards).returning(boards)
_UPDATE = update(boards).where(boards.c.id == bindparam("board"))
_NOTIFIED = update(matches).where(matches.c.id == bindparam("match"))
_SHOWN = _UPDATE.where(boards.c.shown_version < bindparam("shown")).values(shown_version=bindparam("shown"))
_LOWEST_SHOWN = (
    select(func.min(boards.c.shown_version)).where(boards.c.match_id == matches.c.id).scalar_subquery()
)
_REPEAT_SHOWN = update(matches).where(matches.c.id == bindparam("match")).values(shown_version=_LOWEST_SHOWN)
_earlier = boards.alias("earlier")
_IS_FIRST = ~exists().where(_earlier.c.match_id == boards.c.match_id, _earlier.c.id < boards.c.id)


class BoardKey(NamedTuple):
    """Identifies a board."""

    match_id: int
    board_id: int


class BoardStore:
    """Boards of matches by their number. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database, reader: MatchReader) -> None:
        self._database = database
        self._reader = reader

    # --- The message ---------------------------------------------------------------------------------

    async def posted(self, match_id: int, board: Board, version: int) -> Match:
        """Store the (new) message of a board, which shows ``version`` of its match, and where it is.

        Raises `UnknownMatch`, also if the match has lost the board, and `UnreadableMatch`.
        """
        values = {**_message_values(board), "shown_version": version}

        def work(connection: Connection) -> Match:
            lock_matches(connection, [match_id])
            if connection.execute(_UPDATE, values).rowcount == 0:
                raise UnknownMatch(match_id)
            _repeat_home(connection, match_id)
            return self._reader.load(connection, match_id)

        return await self._database.write(work)

    async def hand_over(self, match_id: int, board: Board) -> Match:
        """Store that a board has the message of another match, which is over; it has yet to show its own.

        The other match then has none. Raises `UnknownMatch` and `UnreadableMatch`.
        """
        others = and_(boards.c.message_id == board.message_id, boards.c.id != board.id)

        def work(connection: Connection) -> Match:
            _forget(connection, others, match_id)
            connection.execute(_UPDATE, _message_values(board))
            _repeat_home(connection, match_id)
            return self._reader.load(connection, match_id)

        return await self._database.write(work)

    async def forget(self, message_ids: Collection[int]) -> None:
        """Store that messages are deleted, of matches that are not in play: these have none from now on."""
        is_in_play = exists().where(matches.c.id == boards.c.match_id, matches.c.state == MatchState.PLAYING)
        theirs = and_(boards.c.message_id.in_(message_ids), ~is_in_play)
        await self._database.write(lambda connection: _forget(connection, theirs))

    async def shown(self, versions: Mapping[BoardKey, int]) -> None:
        """Store the versions that boards show. An older version changes nothing."""
        # In order, so that two processes cannot wait for each other's rows.
        in_order = sorted(versions.items())
        rows = [{"board": key.board_id, "shown": version} for key, version in in_order]

        def work(connection: Connection) -> None:
            match_ids = [key.match_id for key, _ in in_order]
            lock_matches(connection, match_ids)
            connection.execute(_SHOWN, rows)
            _repeat_shown(connection, match_ids)

        if rows:
            await self._database.write(work)

    # --- The turn notification -----------------------------------------------------------------------

    async def notified(
        self,
        match_id: int,
        position_id: PositionId,
        notified: Notified,
        board_id: int | None = None,
        notification_id: int | None = None,
    ) -> bool:
        """Store what the player to move was notified of, by a message beside a board if there is one.

        Returns False, with nothing stored, if the position has changed or there was another message before.
        What is stored already may be stored again: a connection may be lost after the database has stored it,
        and two processes may know one message.
        """

        def work(connection: Connection) -> bool:
            match = self._reader.load(connection, match_id, lock=True)
            is_same = match.state == MatchState.PLAYING and match.position_id == position_id
            if not is_same or match.notified > notified:
                return False
            if match.notified == notified:
                return board_id is not None and (board_id, notification_id) in {
                    (board.id, board.notification_id) for board in match.boards
                }
            connection.execute(_NOTIFIED, {"match": match_id, "notified": notified})
            if board_id is not None:
                connection.execute(_UPDATE, {"board": board_id, "notification_id": notification_id})
            return True

        return await self._database.write(work)

    async def notification_deleted(self, board_id: int, notification_id: int) -> None:
        """Store that a turn notification is no longer in the channel."""
        deleted = and_(boards.c.id == board_id, boards.c.notification_id == notification_id)

        def work(connection: Connection) -> None:
            connection.execute(update(boards).where(deleted).values(notification_id=None))

        await self._database.write(work)

    # --- The place -----------------------------------------------------------------------------------

    async def move(self, match_id: int, side: Side, place: Place) -> Match:
        """Move the board of a side, which is not at the match's home, to a place, or restore it there.

        Its message is posted later. Raises `UnknownMatch` and `UnreadableMatch`.
        """

        def work(connection: Connection) -> Match:
            match = self._reader.load(connection, match_id, lock=True)
            drop_boards(connection, (board for board in match.boards[1:] if board.side is side))
            add_board(connection, match_id, place, side)
            _repeat_shown(connection, [match_id])
            return self._reader.load(connection, match_id)

        return await self._database.write(work)

    async def lost(self, seen: Board) -> None:
        """The channel of a board is gone, or its message is; unless the board is elsewhere meanwhile."""
        is_there = boards.c.channel_id == seen.channel_id, boards.c.message_id == seen.message_id
        await self._drop(and_(boards.c.id == seen.id, *is_there))

    async def lost_messages(self, message_ids: Collection[int]) -> None:
        """Messages are deleted."""
        await self._drop(boards.c.message_id.in_(message_ids))

    async def lost_channel(self, channel_id: int) -> None:
        """A channel is gone."""
        await self._drop(boards.c.channel_id == channel_id)

    async def lost_guild(self, guild_id: int) -> None:
        """The bot is not in a server anymore."""
        await self._drop(boards.c.guild_id == guild_id)

    async def _drop(self, condition: ColumnElement[bool]) -> None:
        """Delete boards that are not at the home of their match, which goes on there."""
        lost = select(boards.c.id, boards.c.match_id).where(condition, ~_IS_FIRST)

        def work(connection: Connection) -> None:
            lock_matches(connection, [row.match_id for row in connection.execute(lost)])
            rows = connection.execute(lost).all()
            if rows:
                connection.execute(delete(boards).where(boards.c.id.in_([row.id for row in rows])))
                _repeat_shown(connection, sorted(row.match_id for row in rows))

        await self._database.write(work)

    # --- Lists ---------------------------------------------------------------------------------------

    async def behind(self, of: Shards = EVERY_SHARD) -> list[BoardKey]:
        """The boards of the matches of shards that show an older version."""
        query = (
            select(matches.c.id, boards.c.id)
            .join_from(matches, boards, boards.c.match_id == matches.c.id)
            .where(matches.c.shown_version < matches.c.version)  # has an index
            .where(boards.c.shown_version < matches.c.version, of_shards(of))
            .order_by(matches.c.id, boards.c.id)
        )

        def work(connection: Connection) -> list[BoardKey]:
            return [BoardKey(*row) for row in connection.execute(query)]

        return await self._database.read(work)

    async def among(self, message_ids: Collection[int]) -> list[int]:
        """The ids of these messages that show boards of matches, in whatever state the matches are."""
        query = select(boards.c.message_id).where(boards.c.message_id.in_(message_ids)).distinct()
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))


def _message_values(board: Board) -> Values:
    """The parameters of `_UPDATE` that say which message a board has."""
    place: Values = {"channel_id": board.channel_id, "thread_id": board.thread_id}
    return {**place, "message_id": board.message_id, "board": board.id}


def add_board(
    connection: Connection,
    match_id: int,
    place: Place,
    side: Side | None = None,
    shown_version: int = NOT_SHOWN,
) -> Board:
    """Insert a board of a match in a place; its message is posted later."""
    values = {"match_id": match_id, "side": side, "shown_version": shown_version, **place_values(place)}
    return board_from(connection.execute(_CREATE, values).one()._mapping)


def drop_boards(connection: Connection, dropped: Iterable[Board]) -> None:
    """Delete boards; what their match's row repeats is written by the caller."""
    connection.execute(delete(boards).where(boards.c.id.in_([board.id for board in dropped])))


def place_board(connection: Connection, board: Board) -> None:
    """Write where a board is, whose it is and which message it has."""
    connection.execute(_UPDATE, {**place_values(board), **_message_values(board), "side": board.side})


def _repeat_home(connection: Connection, match_id: int) -> None:
    """Write what a match's row repeats of its boards, after they have changed."""
    first = select(boards.c.channel_id, boards.c.guild_id).where(boards.c.match_id == match_id)
    home = connection.execute(first.order_by(boards.c.id).limit(1)).one()
    of_match = update(matches).where(matches.c.id == match_id)
    connection.execute(
        of_match.values(channel_id=home.channel_id, guild_id=home.guild_id, shown_version=_LOWEST_SHOWN)
    )


def _repeat_shown(connection: Connection, match_ids: Iterable[int]) -> None:
    connection.execute(_REPEAT_SHOWN, [{"match": match_id} for match_id in match_ids])


def _forget(connection: Connection, condition: ColumnElement[bool], *with_match: int) -> None:
    """Store that boards have no message, so that they are not behind; lock another match with theirs."""
    version = select(matches.c.version).where(matches.c.id == boards.c.match_id).scalar_subquery()
    theirs = list(connection.execute(select(boards.c.match_id).where(condition)).scalars())
    lock_matches(connection, [*theirs, *with_match])
    if theirs:
        nothing = {"message_id": None, "shown_version": version}
        connection.execute(update(boards).where(condition).values(nothing))
        _repeat_shown(connection, sorted(theirs))
