"""Rows of the tables to values and back. Start reading at `match_of`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, cast

from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.match import Match, Offer
from data.schema import moves
from games.base import Move, Side

NO_OFFER: dict[str, Any] = {"offer_kind": None, "offer_side": None, "offer_ply": None}
"""What stands in the row of a match in which nobody asks for anything."""

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


def match_of(row: Row[Any], played: tuple[Move, ...]) -> Match:
    """A row of the table and the moves that belong to it as a match."""
    values = dict(row._mapping)
    kind, side, ply = (values.pop(f"offer_{part}") for part in ("kind", "side", "ply"))
    values["offer"] = None if kind is None else Offer(kind, Side(side), ply)
    values["winner"] = None if values["winner"] is None else Side(values["winner"])
    return Match(**values, moves=played)
