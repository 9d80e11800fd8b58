"""The rows of tournaments, their entrants and pairings: read as values, and written where these differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from data.engine.readable_rows import AnyRow, RowReader
from data.engine.row_check import RowCheck
from data.model.tournament import Entrant, Kind, Pairing, Result, Tournament, TournamentName, TournamentState
from data.tables.tournaments import tournament_entrants, tournament_pairings, tournaments
from games import start_of
from games.base import Record
from games.clock import CONTROLS, ROUNDS

_TOURNAMENTS = RowReader[Tournament](tournaments.columns, lambda row: tournament_in(row, (), ()))
_check_entrant = RowCheck(tournament_entrants.columns)
_check_pairing = RowCheck(tournament_pairings.columns)
_Row = dict[str, Any]
"""The columns of a row."""


def read_tournaments(connection: Connection, condition: Any) -> list[Tournament]:
    """The tournaments that meet a condition, in order, with their entrants and pairings.

    Without those that cannot be read.
    """
    rows = connection.execute(select(tournaments).where(condition).order_by(tournaments.c.id)).all()
    ids = [tournament_row.id for tournament_row in rows]
    entrants: dict[int, list[AnyRow]] = {number: [] for number in ids}
    pairings: dict[int, list[AnyRow]] = {number: [] for number in ids}
    of_entrants, of_pairings = tournament_entrants.c, tournament_pairings.c
    query = select(tournament_entrants).where(of_entrants.tournament_id.in_(ids)).order_by(of_entrants.number)
    for row in connection.execute(query):
        entrants[row.tournament_id].append(row)
    query = (
        select(tournament_pairings)
        .where(of_pairings.tournament_id.in_(ids))
        .order_by(of_pairings.round, of_pairings.board)
    )
    for row in connection.execute(query):
        pairings[row.tournament_id].append(row)
    return _TOURNAMENTS.all(rows, lambda row: tournament_in(row, entrants[row.id], pairings[row.id]))


def name_in(row: AnyRow) -> TournamentName:
    """What the tournament of a row is called. Raises what `tournament_in` raises."""
    start_of(Record(row.game, row.variant))
    return TournamentName(row.id, row.title, Kind(row.kind), row.game, row.variant)


def tournament_in(row: AnyRow, entrants: Sequence[AnyRow], pairings: Sequence[AnyRow]) -> Tournament:
    """The tournament of these rows.

    Raises ValueError, KeyError or `games.base.RuleError` if a part cannot be read.
    """
    # Earlier versions read ``days``; no value has it anymore.
    columns = {name: value for name, value in row._mapping.items() if name != "days"}
    tournament = Tournament(
        **{
            **columns,
            "kind": Kind(row.kind),
            "state": TournamentState(row.state),
            "entrants": tuple(map(_entrant, entrants)),
            "pairings": tuple(map(_pairing, pairings)),
        }
    )
    start_of(Record(tournament.game, tournament.variant))
    numbers = range(1, len(tournament.entrants) + 1)
    if [entrant.number for entrant in tournament.entrants] != [*numbers]:
        raise ValueError("an entrant is missing")
    if any(
        seat not in numbers
        for pairing in tournament.pairings
        for seat in (pairing.first, pairing.second or 1)
    ):
        raise ValueError("a pairing of nobody")
    if tournament.control not in {**CONTROLS, **ROUNDS}:
        raise ValueError(f"control is {tournament.control!r}")
    return tournament


def _entrant(row: AnyRow) -> Entrant:
    _check_entrant(row)
    return Entrant(*row[1:])


def _pairing(row: AnyRow) -> Pairing:
    _check_pairing(row)
    result = None if row.result is None else Result(row.result)
    return Pairing(
        row.round,
        row.board,
        row.first_entrant,
        row.second_entrant,
        row.match_id,
        result,
        row.place,
        row.ended_at,
        row.corrected,
    )


def write_entrants(connection: Connection, before: Tournament, after: Tournament) -> None:
    """Write the entrants that differ."""
    rows = map(asdict, before.entrants), map(asdict, after.entrants)
    _write_rows(connection, tournament_entrants, before.id, ("number",), *rows)


def write_pairings(connection: Connection, before: Tournament, after: Tournament) -> None:
    """Write the pairings that differ."""
    rows = map(_pairing_row, before.pairings), map(_pairing_row, after.pairings)
    _write_rows(connection, tournament_pairings, before.id, ("round", "board"), *rows)


def _pairing_row(pairing: Pairing) -> _Row:
    """The columns of a pairing, without the tournament."""
    values = asdict(pairing)
    entrants = {"first_entrant": values.pop("first"), "second_entrant": values.pop("second")}
    return {**values, **entrants, "reminded": False}


def _write_rows(
    connection: Connection,
    table: Any,
    tournament_id: int,
    key: Sequence[str],
    before: Iterable[_Row],
    after: Iterable[_Row],
) -> None:
    """Delete, change and insert the rows of a tournament that differ; ``key`` identifies them."""
    of_tournament = table.c.tournament_id == tournament_id
    old, new = _keyed(before, key), _keyed(after, key)
    for number in old.keys() - new.keys():
        connection.execute(delete(table).where(of_tournament, *_is(table, key, number)))
    for number in old.keys() & new.keys():
        if old[number] != new[number]:
            its = of_tournament, *_is(table, key, number)
            connection.execute(update(table).where(*its).values(new[number]))
    added = [
        {"tournament_id": tournament_id, **row} for new_number, row in new.items() if new_number not in old
    ]
    if added:
        connection.execute(insert(table), added)


def _keyed(rows: Iterable[_Row], key: Sequence[str]) -> dict[tuple[int, ...], _Row]:
    return {tuple(row[name] for name in key): row for row in rows}


def _is(table: Any, key: Sequence[str], number: Sequence[int]) -> Iterator[Any]:
    """The conditions that a row has this key."""
    return (table.c[name] == value for name, value in zip(key, number, strict=True))
