"""Reads exported matches into a database: all of them, or none.

Matches keep their numbers, because the buttons on Discord name a match by its number. For the same reason, no
match gets the number of one that was deleted before the export.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from sqlalchemy import Connection, insert, select

from data.engine.database import Database
from data.errors import StoreError
from data.matches.numbers import raise_last_number
from data.matches.rows import Values
from data.matches.transactions import index_members
from data.model.match import MatchState
from data.model.teams import Teams
from data.tables.boards import boards
from data.tables.matches import matches, moves
from data.tables.ratings import rated_matches, ratings
from data.tables.tournaments import tournament_entrants, tournament_pairings, tournaments
from data.transfer.lines import (
    LastLine,
    MatchLine,
    board_rows,
    match_values,
    move_rows,
    problem,
)
from data.transfer.rating_lines import RatedMatchLine, RatingLine, rated_match_values, rating_values
from data.transfer.tournament_lines import TournamentLine, entrant_rows, pairing_rows, tournament_values
from data.uptime.stored_uptime import uptime_of
from games import start_of
from games.base import Move, Position, Record, RuleError, UnknownGame
from games.clock import EVERY_CONTROL

_BATCH = 500  # lines that are in memory at once
_KINDS: dict[bytes, type[LastLine | RatedMatchLine | RatingLine | TournamentLine]] = {
    b'{"last_match"': LastLine,
    b'{"rated_match"': RatedMatchLine,
    b'{"rating_of"': RatingLine,
    b'{"tournament"': TournamentLine,
}
"""Lines other than matches, by how they begin."""


class ImportRefused(StoreError):
    """A line cannot be imported, so none was. The message says which and why."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"line {number}: {reason}; nothing was imported")
        self.number = number


async def import_matches(database: Database, lines: Iterable[bytes]) -> int:
    """Import exported matches and ratings, and return the number of matches. No bot may run on the database.

    A running clock continues with the time it had. Raises `ImportRefused` for the first line that is no
    match, breaks the rules of its game, or has a number that is taken; and `data.errors.StoreError` by cause.
    """

    def work(connection: Connection) -> int:
        uptime = uptime_of(connection)
        taken = set(connection.execute(select(matches.c.id)).scalars())
        others = OtherLines(
            rated=set(connection.execute(select(rated_matches.c.match_id)).scalars()),
            people={(rating.user_id, rating.category) for rating in connection.execute(select(ratings))},
            numbers=set(connection.execute(select(tournaments.c.id)).scalars()),
            taken=taken,
        )
        count, read = 0, _read(lines, taken, others)
        while batch := list(islice(read, _BATCH)):
            rows = [match_values(line, uptime(line.boards[0].server)) for line in batch]
            connection.execute(insert(matches), rows)
            if played := [row for line in batch for row in move_rows(line)]:
                connection.execute(insert(moves), played)
            connection.execute(insert(boards), [row for line in batch for row in board_rows(line)])
            for imported in batch:
                if imported.teams is not None:
                    index_members(connection, imported.match, Teams.read(imported.teams))
            count += len(batch)
        for table, rows in ((rated_matches, others.rated_rows), (ratings, others.rating_rows)):
            if rows:
                connection.execute(insert(table), rows)
        raise_last_number(connection, max(others.last, *taken, *others.rated, 0))
        _insert_tournaments(connection, others.tournaments)
        return count

    return await database.write(work)


@dataclass
class OtherLines:
    """What `_read` has read besides matches."""

    rated: set[int]
    """The numbers in the log of rated matches, also those that were there before."""
    people: set[tuple[int, str]]
    """The people and categories that have a rating, likewise."""
    numbers: set[int]
    """The numbers of tournaments, likewise."""
    taken: set[int]
    """The numbers of matches, likewise."""
    last: int = 0
    """The highest number of a match."""
    rated_rows: list[Values] = field(default_factory=list)
    rating_rows: list[Values] = field(default_factory=list)
    tournaments: list[TournamentLine] = field(default_factory=list)

    def add(self, line: LastLine | RatedMatchLine | RatingLine | TournamentLine) -> None:
        """Keep a line. Raises ValueError if there is one like it."""
        if isinstance(line, LastLine):
            self.last = max(self.last, line.last_match)
        elif isinstance(line, TournamentLine):
            self._add_tournament(line)
        elif isinstance(line, RatedMatchLine):
            if line.rated_match in self.rated:
                raise ValueError(f"there is a rated match {line.rated_match} already")
            self.rated.add(line.rated_match)
            self.rated_rows.append(rated_match_values(line))
        else:
            if (line.rating_of, line.category) in self.people:
                raise ValueError(f"{line.rating_of} has a rating in {line.category} already")
            self.people.add((line.rating_of, line.category))
            self.rating_rows.append(rating_values(line))

    def _add_tournament(self, line: TournamentLine) -> None:
        if line.tournament in self.numbers:
            raise ValueError(f"there is a tournament {line.tournament} already")
        for pairing in line.pairings:
            if max(pairing.first, pairing.second or 0) > len(line.entrants):
                raise ValueError(f"a pairing of round {pairing.round} has an entrant who is missing")
            if pairing.match is not None and pairing.match not in self.taken:
                raise ValueError(f"its match {pairing.match} is missing")
        self.numbers.add(line.tournament)
        self.tournaments.append(line)


def _insert_tournaments(connection: Connection, lines: Sequence[TournamentLine]) -> None:
    for line in lines:
        connection.execute(insert(tournaments).values(tournament_values(line)))
        for table, rows in (
            (tournament_entrants, entrant_rows(line)),
            (tournament_pairings, pairing_rows(line)),
        ):
            if rows:
                connection.execute(insert(table), rows)
    raise_last_number(connection, max((imported.tournament for imported in lines), default=0), tournaments)


def _read(lines: Iterable[bytes], taken: set[int], others: OtherLines) -> Iterator[MatchLine]:
    """The matches of lines, each of which takes a number. Raises `ImportRefused`."""
    for number, text_line in enumerate(lines, start=1):
        if not text_line.strip():
            continue
        try:
            line = _line(text_line)
            if not isinstance(line, MatchLine):
                others.add(line)
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


def _line(text_line: bytes) -> MatchLine | LastLine | RatedMatchLine | RatingLine | TournamentLine:
    """A line's content. Raises ValueError."""
    start = text_line.lstrip()
    for prefix, kind in _KINDS.items():
        if start.startswith(prefix):
            return kind.model_validate_json(text_line)
    return MatchLine.model_validate_json(text_line)


def check(line: MatchLine) -> None:
    """Raise ValueError if the rules do not allow the match."""
    if line.clock is not None and line.clock.control not in EVERY_CONTROL:
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
    for ply, move in enumerate(line.moves, start=1):
        try:
            position = position.play(Move(move.move))
        except RuleError as error:
            raise ValueError(f"move {ply}, {move.move!r}, is not legal: {error}") from error
    return position
