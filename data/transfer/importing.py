"""Reads exported matches into a database: all of them, or none.

Matches keep their numbers, because the buttons on Discord name a match by its number. For the same reason, no
match gets the number of one that was deleted before the export.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from sqlalchemy import Connection, insert, select

from data.engine.database import Database
from data.errors import StoreError
from data.matches.numbers import raise_last_number
from data.model import MatchState
from data.schema import matches, moves
from data.stored_uptime import uptime_of
from data.transfer.lines import LastLine, MatchLine, match_values, move_rows, problem
from games import start_of
from games.base import Move, Position, Record, RuleError, UnknownGame
from games.clock import CONTROLS

_BATCH = 500  # lines that are in memory at once
_LAST = b'{"last_match"'


class ImportRefused(StoreError):
    """A line cannot be imported, so none was. The message says which and why."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"line {number}: {reason}; nothing was imported")
        self.number = number


async def import_matches(database: Database, lines: Iterable[bytes]) -> int:
    """Import exported matches and return their number. No bot may run on the database.

    A running clock continues with the time it had. Raises `ImportRefused` for the first line that is no
    match, breaks the rules of its game, or has a number that is taken; and `data.errors.StoreError` by cause.
    """

    def work(connection: Connection) -> int:
        uptime = uptime_of(connection)
        taken = set(connection.execute(select(matches.c.id)).scalars())
        last = LastNumber()
        count, read = 0, _read(lines, taken, last)
        while batch := list(islice(read, _BATCH)):
            rows = [match_values(line, uptime(line.server)) for line in batch]
            connection.execute(insert(matches), rows)
            if played := [row for line in batch for row in move_rows(line)]:
                connection.execute(insert(moves), played)
            count += len(batch)
        raise_last_number(connection, max(last.number, *taken, 0))
        return count

    return await database.write(work)


@dataclass
class LastNumber:
    """The highest number of the lines that `_read` has read."""

    number: int = 0


def _read(lines: Iterable[bytes], taken: set[int], last: LastNumber) -> Iterator[MatchLine]:
    """The matches of lines, each of which takes a number. Raises `ImportRefused`."""
    for number, text_line in enumerate(lines, start=1):
        if not text_line.strip():
            continue
        try:
            line = _line(text_line)
            if isinstance(line, LastLine):
                last.number = max(last.number, line.last_match)
                continue
            check(line)
        except ValueError as error:
            raise ImportRefused(number, problem(error)) from error
        if line.match in taken:
            raise ImportRefused(number, f"there is a match {line.match} already")
        if line.rematch_of is not None and line.rematch_of not in taken:
            raise ImportRefused(number, f"it is a rematch of match {line.rematch_of}, which is missing")
        taken.add(line.match)
        yield line


def _line(text_line: bytes) -> MatchLine | LastLine:
    """A line's content. Raises ValueError."""
    kind = LastLine if text_line.lstrip().startswith(_LAST) else MatchLine
    return kind.model_validate_json(text_line)


def check(line: MatchLine) -> None:
    """Raise ValueError if the rules do not allow the match."""
    if line.clock is not None and line.clock.control not in CONTROLS:
        raise ValueError(f"there is no time control {line.clock.control!r}")
    outcome = _final_position(line).outcome()
    if (line.state == MatchState.OVER) != (line.reason is not None):
        raise ValueError("a match has a reason if it is over, and only then")
    if outcome is not None and (line.state != MatchState.OVER or line.winner != outcome.winner):
        raise ValueError(f"after its moves the match is over, and the winner is {outcome.winner}")


def _final_position(line: MatchLine) -> Position:
    """The position after the moves. Raises ValueError at the first that is not legal."""
    try:
        position = start_of(Record(line.game, line.variant, setup=line.setup))
    except UnknownGame as error:
        raise ValueError(f"there is no game {line.game} with the variant {line.variant!r}") from error
    except RuleError as error:
        raise ValueError(f"a match cannot start from {line.setup!r}: {error}") from error
    for ply, one in enumerate(line.moves, start=1):
        try:
            position = position.play(Move(one.move))
        except RuleError as error:
            raise ValueError(f"move {ply}, {one.move!r}, is not legal: {error}") from error
    return position
