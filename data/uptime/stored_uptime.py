"""The table of counts of uptime (`data.uptime`): how it is read, and divided among more or fewer shards."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Connection,
    Double,
    Row,
    and_,
    case,
    delete,
    func,
    insert,
    literal,
    select,
    text,
    update,
)

from data.engine.postgresql import SERVER_TIME
from data.model.shards import shard_of
from data.tables.conditions import shard_of_row
from data.tables.matches import matches
from data.tables.uptime import uptime
from data.uptime.server_outages import move_outages, stored_outages

log = logging.getLogger(__name__)

DAMAGED = 1e12
"""Less than what SQLite finds in a damaged clock: a text, or what is infinite."""


@dataclass(frozen=True, slots=True)
class StoredUptime:
    """The count of a shard as it is stored."""

    seconds: float
    continued: float
    """Where the count continues: at the latest clock of a match that started after it was stored, if any."""
    age: float | None
    """For how many seconds it has been stored; None if it has never run."""
    runs: bool
    """Whether it was running then."""


def stored_uptime(
    connection: Connection,
    clock: Callable[[], float] = time.time,  # noqa: TID251
) -> list[StoredUptime]:
    """The stored counts by shard.

    ``clock`` returns unix seconds for a database in a file. A clock that would have started after now is
    damaged. A count that is damaged continues at the latest clock that started in its shard.
    """
    now = database_time(connection, clock)
    total = connection.execute(select(func.count()).select_from(uptime)).scalar_one()
    age = case((uptime.c.saved_at < now, literal(now, Double) - uptime.c.saved_at), else_=0.0)
    started = and_(
        matches.c.clock_since.is_not(None),
        matches.c.clock_since <= uptime.c.seconds + age,
        shard_of_row(total) == uptime.c.shard,
    )
    query = (
        select(uptime, func.max(matches.c.clock_since).label("latest"))
        .outerjoin(matches, started)
        .group_by(uptime.c.shard)
        .order_by(uptime.c.shard)
    )
    rows = connection.execute(query).all()
    return [_read(row, now) or _repaired(connection, row.shard, total) for row in rows]


def _read(row: Row[Any], now: float) -> StoredUptime | None:
    """The count in a row at ``now``, in unix seconds; None if it is damaged."""
    if not _is_count(row.seconds) or not _is_count(row.saved_at or 0.0):
        return None
    return StoredUptime(
        seconds=float(row.seconds),
        continued=max(float(row.seconds), row.latest or 0.0),
        age=max(0.0, now - row.saved_at) if row.saved_at else None,
        runs=row.runs,
    )


def _is_count(value: object) -> bool:
    return isinstance(value, int | float) and 0.0 <= value < DAMAGED


def _repaired(connection: Connection, shard: int, total: int) -> StoredUptime:
    """A count in the place of a damaged one, at which no clock has run."""
    log.error("count of uptime not read", extra={"shard": shard})
    started = select(func.max(matches.c.clock_since)).where(
        matches.c.clock_since < DAMAGED, shard_of_row(total) == shard
    )
    seconds = float(connection.execute(started).scalar() or 0.0)
    return StoredUptime(seconds, seconds, None, runs=False)


def uptime_of(connection: Connection) -> Callable[[object], float]:
    """A function from a server's id to what the clocks of its matches would count after a start now.

    An id of another type than a number is damaged, and read as that of direct messages.
    """
    counts, outages = [stored.continued for stored in stored_uptime(connection)], stored_outages(connection)

    def of(guild_id: object) -> float:
        known = guild_id if isinstance(guild_id, int) else None
        count = counts[shard_of(known, len(counts))]
        return count if known is None else min(count, outages.get(known, count))

    return of


def database_time(connection: Connection, clock: Callable[[], float]) -> float:
    """Unix seconds by the clock of the database server, which several processes share.

    A file has no server: then by ``clock``.
    """
    if connection.dialect.name != "postgresql":
        return clock()
    return float(connection.execute(select(SERVER_TIME)).scalar_one())


def put_back(connection: Connection, shards: Collection[int], stored: Sequence[StoredUptime]) -> None:
    """Start the running clocks of shards no later than the stored counts, in favor of the players to move.

    Left out are damaged clocks, and matches that another transaction changes now.
    """
    for shard in shards:
        stored_count = stored[shard]
        latest = stored_count.seconds + (stored_count.age or 0.0)
        later = matches.c.clock_since > stored_count.seconds, matches.c.clock_since <= latest
        query = select(matches.c.id).where(*later, shard_of_row(len(stored)) == shard)
        ids = connection.execute(query.with_for_update(skip_locked=True)).scalars().all()
        if ids:
            values = {"clock_since": stored_count.seconds}
            connection.execute(update(matches).where(matches.c.id.in_(ids)).values(values))


def divide(connection: Connection, clock: Callable[[], float], total: int) -> None:
    """Store a count for each of ``total`` shards, all of them the largest one of now.

    Running clocks are moved so that as much has passed on each. Has no effect if there are so many shards.
    """
    if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
        connection.execute(text("LOCK TABLE uptime IN EXCLUSIVE MODE"))
    counts = stored_uptime(connection, clock)
    if len(counts) == total:
        return
    largest = max(shard_count.continued for shard_count in counts)
    for shard, count in enumerate(counts):
        running = matches.c.clock_since < DAMAGED, shard_of_row(len(counts)) == shard
        moved = {"clock_since": matches.c.clock_since + (largest - count.continued)}
        connection.execute(update(matches).where(*running).values(moved))
    moves = {number: largest - shard_count.continued for number, shard_count in enumerate(counts)}
    move_outages(connection, moves, lambda guild_id: shard_of(guild_id, len(counts)))
    saved_at = connection.execute(select(func.max(uptime.c.saved_at))).scalar_one()
    connection.execute(delete(uptime))
    row = {"seconds": largest, "saved_at": saved_at, "runs": False}
    connection.execute(insert(uptime), [{"shard": new_shard, **row} for new_shard in range(total)])
