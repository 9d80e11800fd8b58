"""Servers that Discord says are unavailable while their shard is connected: their clocks stand still.

A row says what the shard's uptime was (`data.uptime`) when the server became unavailable. The clocks of its
matches show that moment until the row is deleted; in the same transaction those that run are moved by as much
as the uptime has grown meanwhile. So a kill changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import Connection, delete, select, update

from data.engine.readable_rows import RowReader
from data.engine.upserts import insert_or_ignore
from data.tables.matches import matches
from data.tables.uptime import server_outages

_OUTAGES = RowReader[tuple[int, float]](server_outages.columns, lambda row: (row.guild_id, row.since))
_MOST = 1e12  # as in `data.uptime.stored_uptime`: a later clock is damaged


def stored_outages(connection: Connection) -> dict[int, float]:
    """What the uptime was when servers became unavailable, by server."""
    return dict(_OUTAGES.all(connection.execute(select(server_outages))))


def begin_outage(connection: Connection, guild_id: int, uptime: float) -> None:
    """A server is unavailable from now on; has no effect if it is already."""
    insert_or_ignore(connection, server_outages, {"guild_id": guild_id, "since": uptime})


def end_outage(connection: Connection, guild_id: int, uptime: float) -> float:
    """A server is available again: move its running clocks. Returns for how long they have stood still."""
    is_its = server_outages.c.guild_id == guild_id
    rows = connection.execute(select(server_outages).where(is_its)).all()
    if not rows:
        return 0.0
    outage = _OUTAGES.first(rows)
    seconds = max(0.0, uptime - outage[1]) if outage is not None else 0.0
    running = matches.c.guild_id == guild_id, matches.c.clock_since < _MOST
    connection.execute(update(matches).where(*running).values(clock_since=matches.c.clock_since + seconds))
    connection.execute(delete(server_outages).where(is_its))
    return seconds


def move_outages(
    connection: Connection, seconds: Mapping[int, float], shard_of: Callable[[int], int]
) -> None:
    """The uptime of each shard has grown by so many seconds at once, and clocks were moved with it."""
    for guild_id in stored_outages(connection):
        its = server_outages.c.guild_id == guild_id
        moved = server_outages.c.since + seconds.get(shard_of(guild_id), 0.0)
        connection.execute(update(server_outages).where(its).values(since=moved))
