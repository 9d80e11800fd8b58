"""The messages that say whose turn it is: one in each server whose admin wants it, and what it lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, case, delete, exists, func, or_, select, update

from data.engine.database import Database
from data.engine.readable_rows import RowReader
from data.engine.upserts import insert_or_update
from data.model.match import MatchState
from data.servers.messages_to_delete import MessageToDelete, delete_message_later
from data.tables.boards import boards
from data.tables.matches import matches, moves
from data.tables.puzzles import daily_answers, daily_puzzles
from data.tables.servers import turn_lists


@dataclass(frozen=True, slots=True)
class TurnList:
    """A server's message."""

    guild_id: int
    channel_id: int
    """Where an admin wants it."""
    message_id: int | None
    """None until it is posted."""
    since: float
    """The unix time at which it was to be posted: no message from before is it."""


@dataclass(frozen=True, slots=True)
class OpenPuzzle:
    """The daily puzzle of a server that can still be answered, and how many people have."""

    guild_id: int
    day: str
    puzzle_id: str
    channel_id: int
    message_id: int
    tried: int = 0
    solved: int = 0


class TurnListStore:
    """Messages by server. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- Messages --------------------------------------------------------------------------------------

    async def of(self, guild_id: int) -> TurnList | None:
        """The message of a server; None if nobody wants one."""
        query = select(turn_lists).where(turn_lists.c.guild_id == guild_id)
        return await self._database.read(lambda connection: _LISTS.first(connection.execute(query)))

    async def all(self) -> list[TurnList]:
        """The messages of all servers."""
        query = select(turn_lists).order_by(turn_lists.c.guild_id)
        return await self._database.read(lambda connection: _LISTS.all(connection.execute(query)))

    async def place(self, guild_id: int, channel_id: int | None, now: float) -> None:
        """Want the message in a channel from now on, or nowhere; the one elsewhere is to be deleted."""
        row = asdict(TurnList(guild_id, channel_id or 0, None, now))
        changes = {name: row[name] for name in ("channel_id", "message_id", "since")}
        query = select(turn_lists).where(turn_lists.c.guild_id == guild_id)

        def work(connection: Connection) -> None:
            before = _LISTS.first(connection.execute(query))
            if before is not None and before.channel_id == channel_id:
                return
            if before is not None and before.message_id is not None:
                old = MessageToDelete(before.message_id, before.channel_id, guild_id)
                delete_message_later(connection, old)
            if channel_id is None:
                connection.execute(delete(turn_lists).where(turn_lists.c.guild_id == guild_id))
            else:
                insert_or_update(connection, turn_lists, row, changes)

        await self._database.write(work)

    async def posted(self, turn_list: TurnList, message_id: int | None, now: float) -> bool:
        """Store a message, or with None that it is to be posted again.

        False if an admin wants it elsewhere by now: then the message is to be deleted.
        """
        values: dict[str, Any] = {"message_id": message_id}
        if message_id is None:
            values["since"] = now
        same = update(turn_lists).where(_is(turn_list)).values(values)

        def work(connection: Connection) -> bool:
            if connection.execute(same).rowcount:
                return True
            if message_id is not None:
                stray = MessageToDelete(message_id, turn_list.channel_id, turn_list.guild_id)
                delete_message_later(connection, stray)
            return False

        return await self._database.write(work)

    async def turn_off(self, turn_list: TurnList) -> None:
        """Want no message anymore: its channel is gone."""
        query = delete(turn_lists).where(_is(turn_list))
        await self._database.write(lambda connection: connection.execute(query))

    # --- What they list --------------------------------------------------------------------------------

    async def waiting(self, guild_id: int) -> dict[int, float]:
        """The active matches at home in a server, by their number: since when the side to move is.

        Those against the computer only if they are of a tournament or of several people. Moments are unix
        seconds: of the last move, or before the first one of the last change.
        """
        columns = matches.c
        of_match = select(moves.c.played_at).where(moves.c.match_id == columns.id)
        last = of_match.order_by(moves.c.ply.desc()).limit(1).scalar_subquery()
        is_member = exists().where(boards.c.match_id == columns.id, boards.c.tokens_only.is_(False))
        among_people = or_(
            columns.level.is_(None), columns.tournament_id.is_not(None), columns.teams.is_not(None)
        )
        is_active = and_(columns.state == MatchState.PLAYING, columns.paused.is_(None))
        query = (
            select(columns.id, func.coalesce(last, columns.updated_at).label("since"))
            .where(columns.guild_id == guild_id, is_active, among_people, is_member)
            .order_by(columns.id)
        )

        def work(connection: Connection) -> dict[int, float]:
            return {row.id: row.since for row in connection.execute(query)}

        return await self._database.read(work)

    async def open_puzzles(self) -> Mapping[int, OpenPuzzle]:
        """The daily puzzles that can be answered, by server, of those servers that want the message."""
        of = daily_puzzles.c
        query = (
            select(*_PUZZLE)
            .join(turn_lists, turn_lists.c.guild_id == of.guild_id)
            .where(of.closed_at.is_(None), of.message_id.is_not(None), ~of.shown)
        )
        answers = daily_answers.c
        same_day = (answers.guild_id == of.guild_id) & (answers.day == of.day)
        counts = (
            select(of.guild_id, of.day, func.count().label("tried"), _SOLVED)
            .join(daily_answers, same_day)
            .join(turn_lists, turn_lists.c.guild_id == of.guild_id)
            .where(of.closed_at.is_(None), ~of.shown, answers.counts)
            .group_by(of.guild_id, of.day)
        )

        def work(connection: Connection) -> dict[int, OpenPuzzle]:
            answered = {(row.guild_id, row.day): row for row in connection.execute(counts)}
            puzzles = dict[int, OpenPuzzle]()
            for puzzle in _PUZZLES.all(connection.execute(query)):
                answers = answered.get((puzzle.guild_id, puzzle.day))
                tried, solved = (answers.tried, answers.solved) if answers is not None else (0, 0)
                puzzles[puzzle.guild_id] = replace(puzzle, tried=tried, solved=solved)
            return puzzles

        return await self._database.read(work)


_OF = daily_puzzles.c
_PUZZLE = _OF.guild_id, _OF.day, _OF.puzzle_id, _OF.channel_id, _OF.message_id
_SOLVED = func.sum(case((daily_answers.c.solved, 1), else_=0)).label("solved")
_LISTS = RowReader(turn_lists.columns, lambda row: TurnList(*row))
_PUZZLES = RowReader(_PUZZLE, lambda row: OpenPuzzle(*row))


def _is(turn_list: TurnList) -> ColumnElement[bool]:
    """Whether a row is a message that was read, in the channel in which an admin wanted it then."""
    columns = turn_lists.c
    return (columns.guild_id == turn_list.guild_id) & (columns.channel_id == turn_list.channel_id)
