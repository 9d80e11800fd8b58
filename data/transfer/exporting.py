"""Writes the matches of a database, or of one person, as lines in the order of their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, TextIO

from sqlalchemy import ColumnElement, Connection, RowMapping, bindparam, or_, select, true

from data.engine.database import Database
from data.matches.numbers import last_number
from data.matches.rows import Columns
from data.tables.boards import boards
from data.tables.conditions import seated
from data.tables.matches import matches, moves
from data.tables.ratings import rated_matches, ratings
from data.tournaments.rows import read_tournaments
from data.transfer.lines import LastLine, line_from, problem
from data.transfer.rating_lines import rated_match_line, rating_line
from data.transfer.tournament_lines import tournament_line
from data.uptime.stored_uptime import uptime_of
from games.base import Side

_BATCH = 500  # matches that are in memory at once

_NEXT = select(matches).where(matches.c.id > bindparam("after")).order_by(matches.c.id).limit(_BATCH)
_MOVES = (
    select(moves)
    .join(matches)
    .where(matches.c.id.between(bindparam("from"), bindparam("to")))
    .order_by(moves.c.match_id, moves.c.ply)
)
_BOARDS = (
    select(boards)
    .join(matches)
    .where(matches.c.id.between(bindparam("from"), bindparam("to")))
    .order_by(boards.c.match_id, boards.c.id)
)


class Exported(NamedTuple):
    """What was written, and what was not."""

    lines: int
    """How many lines of matches were written."""
    unreadable: list[str]
    """A sentence for each match that has a value which no match can have."""


async def export_matches(database: Database, file: TextIO, user_id: int | None = None) -> Exported:
    """Write the matches as they are at this moment; others can change them meanwhile.

    ``user_id`` is the person who plays in them, or has imported them; None: everybody's, after a line with
    the last number, and before the tournaments, the ratings and their log. Raises `data.errors.StoreError`;
    OSError of the file becomes one, too.
    """

    def work(connection: Connection) -> Exported:
        uptime, lines, unreadable = uptime_of(connection), 0, []
        if user_id is None:
            file.write(f"{LastLine(last_match=last_number(connection)).model_dump_json()}\n")
        for row, of_match, played in _rows(connection, _of(user_id) if user_id is not None else true()):
            seen = of_match if user_id is None else _own_boards(row, of_match, user_id)
            try:
                line = line_from(row, seen, played, uptime(row["guild_id"]))
            except ValueError as error:
                unreadable.append(f"match {row['id']} is left out: {problem(error)}")
                continue
            file.write(f"{line.model_dump_json()}\n")
            lines += 1
        if user_id is None:
            # They refer to matches.
            for tournament in read_tournaments(connection, true()):
                file.write(f"{tournament_line(tournament).model_dump_json()}\n")
            _write_ratings(connection, file)
        return Exported(lines, unreadable)

    return await database.read(work)


def _write_ratings(connection: Connection, file: TextIO) -> None:
    """Write the log of rated matches, then the ratings."""
    log = select(rated_matches).order_by(rated_matches.c.match_id)
    people = select(ratings).order_by(ratings.c.user_id, ratings.c.category)
    for row in connection.execute(log).mappings():
        file.write(f"{rated_match_line(row).model_dump_json()}\n")
    for row in connection.execute(people).mappings():
        file.write(f"{rating_line(row).model_dump_json()}\n")


def _own_boards(row: Columns, of_match: Sequence[RowMapping], user_id: int) -> Sequence[Columns]:
    """The board of a person, without that of an opponent who has one in another place."""
    side = Side.FIRST if row["first_id"] == user_id else Side.SECOND
    if not of_match or of_match[0]["side"] is None:
        return of_match
    own = [board for board in of_match if board["side"] == side]
    return own or [{**of_match[0], "side": side, "guild_id": None, "channel_id": 0, "message_id": None}]


def _of(user_id: int) -> ColumnElement[bool]:
    return or_(seated(user_id), matches.c.imported_by == user_id)


def _rows(
    connection: Connection, condition: ColumnElement[bool]
) -> Iterator[tuple[RowMapping, Sequence[RowMapping], Sequence[RowMapping]]]:
    """The row of each match for which the condition holds, with the rows of its boards and moves."""
    after = 0
    while rows := connection.execute(_NEXT.where(condition), {"after": after}).mappings().all():
        first, after = rows[0]["id"], rows[-1]["id"]
        between = {"from": first, "to": after}
        shown = _by_match(connection.execute(_BOARDS.where(condition), between).mappings())
        played = _by_match(connection.execute(_MOVES.where(condition), between).mappings())
        yield from ((row, shown.get(row["id"], ()), played.get(row["id"], ())) for row in rows)


def _by_match(rows: Iterable[RowMapping]) -> dict[int, list[RowMapping]]:
    """Rows in the order of their matches, by the number of the match."""
    return {match_id: list(group) for match_id, group in groupby(rows, key=itemgetter("match_id"))}
