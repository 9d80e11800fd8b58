"""The tables of processes and leases: their changes, each within one transaction.

All changes run under one advisory lock, so that each sees what the one before it has decided. What takes a
shard from its owner also waits for the transactions that have confirmed the lease (see `is_owner`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import astuple, dataclass, replace

from sqlalchemy import (
    ColumnElement,
    Connection,
    Text,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import insert as upsert

from data.engine.postgresql import SERVER_TIME
from data.errors import DatabaseRefused
from data.leases.plan import Lease, Process
from data.tables.processes import bot_processes, shard_leases

CHANNEL = "daeguk_leases"
"""The channel on which a process notifies the others of what it has changed; the payload is its id."""

ServerNow = Callable[[], ColumnElement[float]]
"""Constructs an expression that is the present time in seconds."""

_LOCK = text("SELECT pg_advisory_xact_lock(4411)")  # the number is arbitrary
_NOTIFY = select(func.pg_notify(CHANNEL, bindparam("id", type_=Text)))


def server_now() -> ColumnElement[float]:
    """The clock of the database server, in unix seconds."""
    return SERVER_TIME


@dataclass(frozen=True, slots=True)
class Tables:
    """What the tables hold, with the expired processes left out everywhere."""

    now: float
    """The time of the database server."""
    living: dict[str, Process]
    leases: list[Lease]
    """The lease of every shard, in order."""


def lock(connection: Connection) -> None:
    """Keep other processes from changing the tables until the transaction ends."""
    connection.execute(_LOCK)


def read(connection: Connection, now: ServerNow) -> Tables:
    """What the tables hold."""
    moment = connection.execute(select(now())).scalar_one()
    rows = [Process(*row) for row in connection.execute(select(bot_processes))]
    living = {process.id: process for process in rows if process.expires_at > moment}
    query = select(shard_leases).order_by(shard_leases.c.shard)
    leases = [_of_living(Lease(*row), living) for row in connection.execute(query)]
    return Tables(moment, living, leases)


def _of_living(lease: Lease, living: Collection[str]) -> Lease:
    """A lease without processes that have expired."""
    if lease.successor is not None and lease.successor not in living:
        lease = replace(lease, successor=None, switch_at=None)
    return lease if lease.owner in living else replace(lease, owner=None)


def check_compatible(me: Process, others: Iterable[Process]) -> None:
    """Raise `DatabaseRefused` if a living process is another bot, or counts other shards."""
    for other in others:
        if other.bot_id != me.bot_id:
            raise DatabaseRefused(
                f"the process {other.name} uses this database for another bot ({other.bot_id}, this one is "
                f"{me.bot_id}): give each bot a database of its own"
            )
        if other.total != me.total:
            raise DatabaseRefused(
                f"the process {other.name} works with {other.total} shards, and this one with {me.total}: "
                "all have to name the same number; stop the others before you change it"
            )


def register(connection: Connection, me: Process, seconds: float, now: ServerNow) -> bool:
    """Let the row of a process expire ``seconds`` from now. Returns whether it had expired, or is new."""
    is_mine = bot_processes.c.id == me.id
    was_alive = connection.execute(select(bot_processes.c.expires_at > now()).where(is_mine)).scalar()
    values = dict(zip(bot_processes.columns.keys(), astuple(me), strict=True))
    values["expires_at"] = now() + seconds
    row = upsert(bot_processes).values(values)
    connection.execute(row.on_conflict_do_update(index_elements=["id"], set_=values))
    return not was_alive


def tidy(connection: Connection, tables: Tables, total: int) -> bool:
    """Delete what is of expired processes and of other numbers of shards. Returns whether it did."""
    expired = delete(bot_processes).where(bot_processes.c.expires_at <= tables.now)
    surplus = delete(shard_leases).where(shard_leases.c.shard >= total)
    gone = and_(shard_leases.c.successor.is_not(None), shard_leases.c.successor.not_in(list(tables.living)))
    unsucceeded = update(shard_leases).where(gone).values(successor=None, switch_at=None)
    changed = [connection.execute(statement).rowcount for statement in (expired, surplus, unsucceeded)]
    missing = set(range(total)).difference(lease.shard for lease in tables.leases)
    if missing:
        rows = [{"shard": shard, "epoch": 0, "expires_at": 0.0} for shard in sorted(missing)]
        connection.execute(insert(shard_leases), rows)
        changed.append(len(rows))
    return any(changed)


# --- Owners and successors -------------------------------------------------------------------------------


def extend(connection: Connection, me: str, shards: Collection[int], expires_at: float) -> None:
    """Let the leases of a process expire later, except those that it is about to hand over."""
    are_mine = and_(shard_leases.c.owner == me, shard_leases.c.shard.in_(shards))
    extended = update(shard_leases).where(are_mine, shard_leases.c.switch_at.is_(None))
    connection.execute(extended.values(expires_at=expires_at))


def take(connection: Connection, me: str, shards: Collection[int], expires_at: float) -> dict[int, int]:
    """Make a process the owner of shards. Returns their epochs.

    Left out are shards in whose matches a transaction of the old owner is not complete.
    """
    if not shards:
        return {}
    free = select(shard_leases.c.shard).where(shard_leases.c.shard.in_(shards))
    locked = connection.execute(free.with_for_update(skip_locked=True)).scalars().all()
    taken = (
        update(shard_leases)
        .where(shard_leases.c.shard.in_(locked))
        .values(owner=me, epoch=shard_leases.c.epoch + 1, expires_at=expires_at)
        .values(successor=None, switch_at=None)
        .returning(shard_leases.c.shard, shard_leases.c.epoch)
    )
    return {shard: epoch for shard, epoch in connection.execute(taken)}  # noqa: C416  dict() has no type


def give_up(connection: Connection, me: str, shards: Collection[int]) -> bool:
    """Let leases that are handed over expire now. Returns whether any did."""
    are_mine = and_(shard_leases.c.owner == me, shard_leases.c.shard.in_(shards))
    ended = update(shard_leases).where(are_mine, shard_leases.c.expires_at > 0).values(expires_at=0.0)
    return bool(connection.execute(ended).rowcount)


def succeed(connection: Connection, me: str, shards: Collection[int]) -> None:
    """Make a process the successor of shards."""
    connection.execute(update(shard_leases).where(shard_leases.c.shard.in_(shards)).values(successor=me))


def announce(connection: Connection, me: str, shard: int, switch_at: float) -> float | None:
    """Note when the successor of a shard begins. Returns that; None if the process is no successor now."""
    is_mine = and_(shard_leases.c.successor == me, shard_leases.c.shard == shard)
    noted = (
        update(shard_leases)
        .where(is_mine)
        .values(switch_at=func.coalesce(shard_leases.c.switch_at, switch_at))
    )
    return connection.execute(noted.returning(shard_leases.c.switch_at)).scalar()


def note_commands(connection: Connection, me: str, digest: str) -> None:
    """Note which commands a process has."""
    connection.execute(update(bot_processes).where(bot_processes.c.id == me).values(commands=digest))


def leave(connection: Connection, me: str) -> None:
    """Note that a process gives its shards to others."""
    connection.execute(update(bot_processes).where(bot_processes.c.id == me).values(is_leaving=True))


def remove(connection: Connection, me: str) -> None:
    """Delete a process, and free its shards."""
    owned = update(shard_leases).where(shard_leases.c.owner == me)
    connection.execute(owned.values(owner=None, expires_at=0.0))
    succeeded = update(shard_leases).where(shard_leases.c.successor == me)
    connection.execute(succeeded.values(successor=None, switch_at=None))
    connection.execute(delete(bot_processes).where(bot_processes.c.id == me))


def notify(connection: Connection, me: str) -> None:
    """Notify the other processes, once the transaction is committed, of a change."""
    connection.execute(_NOTIFY, {"id": me})


def is_owner(connection: Connection, me: str, shard: int, epoch: int, now: ServerNow) -> bool:
    """Whether a process owns a shard, which no other can take until the transaction ends."""
    query = select(shard_leases.c.shard).where(
        shard_leases.c.shard == shard,
        shard_leases.c.owner == me,
        shard_leases.c.epoch == epoch,
        shard_leases.c.expires_at > now(),
    )
    # FOR KEY SHARE: renewals do not wait for it, but FOR UPDATE does.
    return connection.execute(query.with_for_update(read=True, key_share=True)).first() is not None
