"""Rows of the tables to values and back. Start reading at `match_of`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, cast

from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.match import Match, Offer
from data.schema import moves
from games.base import Move, Side
from games.clock import CONTROLS, Budget, Clock

NO_OFFER: dict[str, Any] = {"offer_kind": None, "offer_side": None, "offer_ply": None}
"""What stands in the row of a match in which nobody asks for anything."""

CLOCK_COLUMNS = (
    "clock_side", "clock_since", "first_seconds", "first_periods", "second_seconds", "second_periods"
)  # fmt: skip
"""What a clock is in a row, beside its name."""

_MOST_IDS = 500  # in one IN (…): SQLite takes 32 766 variables, the parser is quicker with fewer


async def moves_of(connection: AsyncConnection, ids: Sequence[int]) -> dict[int, tuple[Move, ...]]:
    """The moves of some matches, by their numbers."""
    found: dict[int, tuple[Move, ...]] = {}
    for start in range(0, len(ids), _MOST_IDS):
        some = moves.c.match_id.in_(ids[start : start + _MOST_IDS])
        query = select(moves.c.match_id, moves.c.move).where(some).order_by(moves.c.match_id, moves.c.ply)
        rows: Iterable[tuple[int, str]] = cast(Iterable[tuple[int, str]], await connection.execute(query))
        for match_id, group in groupby(rows, key=lambda row: row[0]):
            found[match_id] = tuple(Move(move) for _, move in group)
    return found


def offer_values(offer: Offer | None) -> dict[str, Any]:
    """An offer as a row has it."""
    if offer is None:
        return NO_OFFER
    return {"offer_kind": offer.kind, "offer_side": int(offer.side), "offer_ply": offer.ply}


def new_clock_values(control: str | None, turn: Side | None, now: float) -> dict[str, Any]:
    """A new clock with the time control of this name, running for ``turn``, as a row has it."""
    return clock_values(None if control is None else Clock.of(CONTROLS[control]).turn(turn, now))


def clock_values(clock: Clock | None) -> dict[str, Any]:
    """A clock as a row has it; nothing where there is none."""
    if clock is None:
        return {}
    return {
        "clock": clock.control.name,
        "clock_side": None if clock.side is None else int(clock.side),
        "clock_since": clock.since,
        "first_seconds": clock.first.seconds,
        "first_periods": clock.first.periods,
        "second_seconds": clock.second.seconds,
        "second_periods": clock.second.periods,
    }


def clock_of(values: Mapping[Any, Any]) -> Clock | None:
    """The clock that stands in a row."""
    if values["clock"] is None:
        return None
    first, second = (
        Budget(values[f"{one}_seconds"], values[f"{one}_periods"]) for one in ("first", "second")
    )
    side = None if values["clock_side"] is None else Side(values["clock_side"])
    return Clock(CONTROLS[values["clock"]], first, second, side, values["clock_since"])


def match_of(row: Row[Any], played: tuple[Move, ...]) -> Match:
    """A row of the table and the moves that belong to it as a match."""
    return match_from(row._mapping, played)


def match_from(columns: Mapping[Any, Any], played: tuple[Move, ...]) -> Match:
    """A match from the table's columns by name."""
    values = dict(columns)
    kind, side, ply = (values.pop(f"offer_{part}") for part in ("kind", "side", "ply"))
    values["offer"] = None if kind is None else Offer(kind, Side(side), ply)
    values["winner"] = None if values["winner"] is None else Side(values["winner"])
    clock = clock_of(values)
    for name in CLOCK_COLUMNS:
        del values[name]
    return Match(**values | {"clock": clock}, moves=played)
