"""Reads matches within a transaction. A match that cannot be read never keeps another from being read."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeVar, cast

from sqlalchemy import ColumnElement, Connection, Row, Select, bindparam, select

from data.errors import UnknownMatch, UnreadableMatch
from data.matches.rows import match_from
from data.matches.values import RowCheck
from data.model import Match
from data.opponent_tables import other_boards
from data.other_board import OtherBoard
from data.schema import matches, moves
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
_MATCH = select(matches).where(matches.c.id == bindparam("match"))
_MATCH_LOCKED = _MATCH.with_for_update()  # SQLite has no such clause: a change locks the whole database
_MOVES = select(moves.c.ply, moves.c.move).where(moves.c.match_id == bindparam("match")).order_by(moves.c.ply)


_MOVES_OF_SEVERAL = (
    select(moves.c.match_id, moves.c.ply, moves.c.move)
    .where(moves.c.match_id.in_(bindparam("ids", expanding=True)))
    .order_by(moves.c.match_id, moves.c.ply)
)
_OTHER_BOARDS = select(other_boards).where(other_boards.c.match_id.in_(bindparam("ids", expanding=True)))


_NAMES = tuple(matches.columns.keys())
_check_row = RowCheck(matches.columns)


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
        row = connection.execute(_MATCH_LOCKED if lock else _MATCH, parameters).one_or_none()
        if row is None:
            raise UnknownMatch(match_id)
        plies = connection.execute(_MOVES, parameters).all()
        match = self._read(match_id, partial(self._match, row, plies))
        return _with_other_boards(connection, [match])[0]

    def load_where(self, connection: Connection, condition: ColumnElement[bool]) -> list[Match]:
        """The matches that meet a condition, by number; without those that cannot be read."""
        return self.load_all(connection, matches_where(condition))

    def load_all(
        self, connection: Connection, query: MatchQuery, parameters: Mapping[str, int] = NO_PARAMETERS
    ) -> list[Match]:
        """The same for the result of `matches_where`, constructed before."""
        rows = connection.execute(query, parameters).all()
        plies = _plies_of(connection, [row.id for row in rows])
        found = [self.attempt(row.id, partial(self._match, row, plies.get(row.id, ()))) for row in rows]
        return _with_other_boards(connection, [match for match in found if match is not None])

    def attempt(self, match_id: int, read: Callable[[], T]) -> T | None:
        """What ``read`` returns of a match; None if it raises, so that the match cannot be read."""
        try:
            return self._read(match_id, read)
        except UnreadableMatch:
            return None

    def _match(self, row: Row[Any], plies: Plies) -> Match:
        _check_row(row)
        match = match_from(dict(zip(_NAMES, row, strict=True)), _moves_from(plies))
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


def matches_where(condition: ColumnElement[bool]) -> MatchQuery:
    """The statement that reads the matches that meet a condition."""
    return select(matches).where(condition).order_by(matches.c.id)


def _plies_of(connection: Connection, ids: Sequence[int]) -> dict[int, Plies]:
    found: dict[int, Plies] = {}
    for start in range(0, len(ids), _MAX_IDS):
        rows = connection.execute(_MOVES_OF_SEVERAL, {"ids": ids[start : start + _MAX_IDS]}).all()
        for match_id, group in groupby(rows, key=itemgetter(0)):
            found[match_id] = [(ply, move) for _, ply, move in group]
    return found


def _with_other_boards(connection: Connection, found: list[Match]) -> list[Match]:
    """The same matches with their other boards, which few have."""
    ids = [match.id for match in found if match.other_side is not None]
    others = dict[int, OtherBoard]()
    for start in range(0, len(ids), _MAX_IDS):
        for row in connection.execute(_OTHER_BOARDS, {"ids": ids[start : start + _MAX_IDS]}):
            place = row.guild_id, row.channel_id, row.message_id
            others[row.match_id] = OtherBoard(*place, row.shown_version, row.locale)
    if not others:
        return found
    return [replace(match, other_board=others.get(match.id)) for match in found]


def _moves_from(plies: Plies) -> tuple[Move, ...]:
    """The moves. Raises ValueError if one is missing or is no text."""
    numbers, played = zip(*plies, strict=True) if plies else ((), ())
    if numbers != tuple(range(len(plies))):
        raise ValueError("a move is missing")
    if {*map(type, played)} - {str}:
        raise ValueError("a move is no text")
    return cast(tuple[Move, ...], played)
