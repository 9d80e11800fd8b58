"""Reads matches within a transaction. A match that cannot be read never keeps another from being read."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeVar, cast

from sqlalchemy import ColumnElement, Connection, Row, Select, bindparam, select

from data.engine.row_check import RowCheck
from data.errors import UnknownMatch, UnreadableMatch
from data.matches.rows import board_from, match_from
from data.model.board import Board
from data.model.match import Match
from data.tables.boards import boards
from data.tables.matches import matches, moves
from games.base import Move

log = logging.getLogger(__name__)

T = TypeVar("T")
Plies = Sequence[tuple[int, str] | Row[tuple[int, str]]]
"""The rows of a match's moves, in order: ply and move."""

MatchQuery = Select[tuple[Any, ...]]
NO_PARAMETERS: Mapping[str, int] = {}

_MAX_ID = 2**31 - 1  # of the column's type; a forged button may contain any number
_MAX_IDS = 500  # in one IN (…): SQLite allows 32,766 variables, and parses fewer faster

# Constructed once: constructing a statement costs more than SQLite takes to execute it.
_WITH_BOARDS = (
    select(matches, boards)
    .outerjoin_from(matches, boards, boards.c.match_id == matches.c.id)
    .order_by(matches.c.id, boards.c.id)
)
_MATCH = _WITH_BOARDS.where(matches.c.id == bindparam("match"))
_LOCK = (
    select(matches.c.id)
    .where(matches.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(matches.c.id)
    .with_for_update()
)
_MOVES = select(moves.c.ply, moves.c.move).where(moves.c.match_id == bindparam("match")).order_by(moves.c.ply)

_MOVES_OF_SEVERAL = (
    select(moves.c.match_id, moves.c.ply, moves.c.move)
    .where(moves.c.match_id.in_(bindparam("ids", expanding=True)))
    .order_by(moves.c.match_id, moves.c.ply)
)

_NAMES = tuple(matches.columns.keys())
_BOARD_NAMES = tuple(boards.columns.keys())
_WIDTH = len(_NAMES)
_check_row = RowCheck(matches.columns)
_check_board = RowCheck(boards.columns)


def accept(_: Match) -> None:
    """Accept every match whose columns can be read."""


class MatchReader:
    """Reads matches of the tables; ``check`` raises anything for one that the program cannot continue.

    What is wrong with a match is logged when it is first read, once.
    """

    def __init__(self, check: Callable[[Match], None] = accept) -> None:
        self._check = check
        self._reported: set[int] = set()
        self._lock = threading.Lock()

    def load(self, connection: Connection, match_id: int, lock: bool = False) -> Match:
        """The match, locked until the transaction ends if it is about to change.

        Raises `UnknownMatch` and `UnreadableMatch`.
        """
        if not 0 < match_id <= _MAX_ID:
            raise UnknownMatch(match_id)
        parameters = {"match": match_id}
        if lock:
            # By a statement of its own: one that waits for a lock reads other tables as they were before.
            lock_matches(connection, [match_id])
        rows = connection.execute(_MATCH, parameters).all()
        if not rows:
            raise UnknownMatch(match_id)
        plies = connection.execute(_MOVES, parameters).all()
        return self._read(match_id, partial(self._match, rows, plies))

    def load_where(self, connection: Connection, condition: ColumnElement[bool]) -> list[Match]:
        """The matches that meet a condition, by number; without those that cannot be read."""
        return self.load_all(connection, matches_where(condition))

    def load_all(
        self, connection: Connection, query: MatchQuery, parameters: Mapping[str, int] = NO_PARAMETERS
    ) -> list[Match]:
        """The matches of a statement of `matches_where`, constructed before."""
        rows = connection.execute(query, parameters).all()
        by_match = {match_id: list(of_match) for match_id, of_match in groupby(rows, key=itemgetter(0))}
        plies = _plies_of(connection, list(by_match))
        read = (
            self.attempt(match_id, partial(self._match, of_match, plies.get(match_id, ())))
            for match_id, of_match in by_match.items()
        )
        return [match for match in read if match is not None]

    def attempt(self, match_id: int, read: Callable[[], T]) -> T | None:
        """What ``read`` returns of a match; None if it raises, so that the match cannot be read."""
        try:
            return self._read(match_id, read)
        except UnreadableMatch:
            return None

    def _match(self, rows: Sequence[Row[Any]], plies: Plies) -> Match:
        """The match of rows of `_WITH_BOARDS`: its columns, in each followed by those of a board."""
        row = rows[0][:_WIDTH]
        _check_row(row)
        boards_of_match = tuple(_board_of(board_row[_WIDTH:]) for board_row in rows)
        match = match_from(dict(zip(_NAMES, row, strict=True)), boards_of_match, _moves_from(plies))
        self._check(match)
        return match

    def _read(self, match_id: int, read: Callable[[], T]) -> T:
        try:
            return read()
        except Exception as fault:
            unreadable = UnreadableMatch(match_id, f"{type(fault).__name__}: {fault}")
            self._report(unreadable)
            raise unreadable from fault

    def _report(self, unreadable: UnreadableMatch) -> None:
        with self._lock:  # several threads read
            if unreadable.match_id in self._reported:
                return
            self._reported.add(unreadable.match_id)
        log.error("%s", unreadable, extra={"match": unreadable.match_id})


def lock_matches(connection: Connection, match_ids: Collection[int]) -> None:
    """Lock matches until the transaction ends. Whoever changes a match, or a board of it, locks that first.

    A change of an SQLite file locks the whole of it.
    """
    if match_ids and connection.dialect.name == "postgresql":
        connection.execute(_LOCK, {"ids": match_ids})


def matches_where(condition: ColumnElement[bool]) -> MatchQuery:
    """The statement that reads the matches that meet a condition."""
    return _WITH_BOARDS.where(condition)


def _board_of(columns: Sequence[Any]) -> Board:
    if columns[0] is None:
        raise ValueError("it has no board")
    _check_board(columns)
    return board_from(dict(zip(_BOARD_NAMES, columns, strict=True)))


def _plies_of(connection: Connection, ids: Sequence[int]) -> dict[int, Plies]:
    plies: dict[int, Plies] = {}
    for start in range(0, len(ids), _MAX_IDS):
        rows = connection.execute(_MOVES_OF_SEVERAL, {"ids": ids[start : start + _MAX_IDS]}).all()
        for match_id, group in groupby(rows, key=itemgetter(0)):
            plies[match_id] = [(ply, move) for _, ply, move in group]
    return plies


def _moves_from(plies: Plies) -> tuple[Move, ...]:
    """The moves. Raises ValueError if one is missing or is no text."""
    numbers, played = zip(*plies, strict=True) if plies else ((), ())
    if numbers != tuple(range(len(plies))):
        raise ValueError("a move is missing")
    if not all(isinstance(move, str) for move in played):
        raise ValueError("a move is no text")
    return cast(tuple[Move, ...], played)
