"""The shards of this process, where several share a database. Start with `ShardLeases.renew`.

A process owns a shard as long as it renews its lease, which lapses after `LeaseTimes.lease`. A shard goes
from a living process to another, its successor, without a gap:

1. The successor says in the table that it will be the owner (`renew`), and connects the shard to Discord.
2. It announces (`announce`) from which moment on it handles interactions. The owner handles those before.
   Both get every interaction, and the moment in its id says whose it is.
3. The owner reads that, stops its own work in the shard's matches, and ends its lease. The lease is renewed
   no longer, so it ends even if the owner reads nothing; and before the announced moment in any case.
4. The successor becomes the owner (`renew`).
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from data.engine.database import Database
from data.errors import DatabaseRefused
from data.leases import tables
from data.leases.plan import Lease, Process, plan
from data.leases.tables import ServerNow, Tables, server_now
from data.leases.view import LocalView
from data.leases.wanted import WantedShards
from data.model.shards import Shards, shard_of

log = logging.getLogger(__name__)

_SHORTEST_PAUSE = 0.1  # seconds between renewals that wait for another process


@dataclass(frozen=True, slots=True)
class LeaseTimes:
    """Durations in seconds, the same in every process."""

    lease: float = 6.0
    """From the beginning of a renewal until what it has renewed lapses."""
    renewal: float = 1.5
    """Between two renewals."""
    notice: float = 8.0
    """From the announcement of a successor until it begins. It is longer than a lease by what the clocks of
    two processes and a commit may take, so an owner whose lease is valid has read the announcement."""


@dataclass(frozen=True, slots=True)
class Renewal:
    """What a renewal has found and changed. The shards are those of this process."""

    owned: frozenset[int]
    gained: frozenset[int]
    """Owned since this renewal. A shard can be both lost and gained: the lease had lapsed meanwhile."""
    lost: frozenset[int]
    """Owned no longer since this renewal."""
    to_connect: frozenset[int]
    """Shards of others to connect to Discord, and then to `announce`."""
    switching: Mapping[int, float]
    """Announced shards that this process will own, and when it begins to handle their interactions."""
    handed_over: Mapping[int, float]
    """Shards that others own or will own, with the moment before which this process handles interactions.
    Until a little later it has to stay connected."""
    others: int
    """How many other processes are alive and do not leave."""
    next_in: float
    """Seconds until the next renewal should begin."""


@dataclass(frozen=True, slots=True)
class _Renewed:
    """The result of a transaction of `ShardLeases.renew`."""

    tables: Tables
    gained: dict[int, int]
    """The epochs of the gained shards, by shard."""
    since: dict[int, float | None]
    """From when on interactions of gained shards are handled; None: as before."""
    succeeded: frozenset[int]


async def total_in_use(database: Database, now: ServerNow = server_now) -> int | None:
    """How many shards the living processes take the bot to have; None if none lives."""
    snapshot = await database.read(lambda connection: tables.read(connection, now))
    return next((process.total for process in snapshot.living.values()), None)


class ShardLeases:
    """Knows and changes which shards this process owns; a `data.leases.ownership.Ownership`.

    ``database`` is on a PostgreSQL server. It should have a connection that nothing else uses, so that
    renewals do not wait behind matches. ``discord_time`` returns unix seconds by Discord's clock and is
    called in the database's threads, ``ticks`` returns seconds from any origin that nobody changes. The
    methods that are coroutines raise `data.errors.StoreError`.
    """

    def __init__(
        self,
        database: Database,
        wanted: WantedShards,
        bot_id: int,
        *,
        discord_time: Callable[[], float],
        name: str | None = None,
        ticks: Callable[[], float] = time.monotonic,
        times: LeaseTimes = LeaseTimes(),
        now: ServerNow = server_now,
    ) -> None:
        self._database = database
        self._wanted = wanted
        self._discord_time = discord_time
        self._ticks = ticks
        self._times = times
        self._now = now
        self._view = LocalView(ticks)
        self._me = Process(
            id=secrets.token_hex(8),
            name=name or f"{socket.gethostname()} {os.getpid()}",
            bot_id=bot_id,
            total=wanted.total,
            is_leaving=False,
            claims=wanted.given is None,
            expires_at=0.0,
        )
        self._to_take_over = set(wanted.given or ())
        """Given shards that this process has not had yet: it takes them from others, which are older."""
        self._has_joined = False
        self._is_closed = False
        self._turn = asyncio.Lock()
        self._begun = self._applied = 0
        """The numbers of the last renewal that was begun, and of the last one whose result counts."""

    @property
    def id(self) -> str:
        """The random id of this process, which is the payload of its notifications."""
        return self._me.id

    @property
    def name(self) -> str:
        """The name of this process for people."""
        return self._me.name

    @property
    def total(self) -> int:
        """How many shards the bot has."""
        return self._wanted.total

    @property
    def owned(self) -> Shards:
        """The shards that this process owns now."""
        return Shards.of(self._view.epochs if self._view.is_valid else (), self.total)

    # --- Ownership -----------------------------------------------------------------------------------

    def owns(self, guild_id: int | None) -> bool:
        """See `data.leases.ownership.Ownership.owns`. False once the lease was not renewed in time."""
        return self._view.owns(shard_of(guild_id, self.total))

    def confirm(self, connection: Connection, guild_id: int | None) -> bool:
        """See `data.leases.ownership.Ownership.confirm`."""
        shard = shard_of(guild_id, self.total)
        epoch = self._view.epochs.get(shard)
        return epoch is not None and tables.is_owner(connection, self.id, shard, epoch, self._now)

    def handles(self, guild_id: int | None, moment: float) -> bool:
        """Whether this process handles an interaction; ``moment`` is that in its id, in unix seconds.

        Of the processes that get the interaction, exactly one does, unless that one is cut off.
        """
        return not self.have_lapsed and self.handled(guild_id, moment)

    def handled(self, guild_id: int | None, moment: float) -> bool:
        """Whether this process handles the interaction by its last renewal, however long ago that was."""
        return self._view.handles(shard_of(guild_id, self.total), moment)

    def has_handed_over(self, guild_id: int | None) -> bool:
        """Whether another process owns the shard; this one may still handle earlier interactions."""
        return shard_of(guild_id, self.total) in self._view.handed_over

    @property
    def have_lapsed(self) -> bool:
        """Whether the last renewal is too long ago: the database was out of reach, or the process frozen."""
        return not self._view.is_valid

    # --- Renewing ------------------------------------------------------------------------------------

    async def renew(self) -> Renewal:
        """Renew the leases, and take what this process should have.

        Call it again after `Renewal.next_in`, and at once after a notification of another process.

        Raises `DatabaseRefused` at the first call if the living processes are of another bot or count other
        shards.
        """
        async with self._turn:
            self._begun += 1
            number, begun, was_valid = self._begun, self._ticks(), self._view.is_valid
            held = dict(self._view.epochs) if was_valid else {}
            renewals: list[Renewal] = []

            def apply(renewed: _Renewed) -> None:
                # A later renewal can have overtaken one whose caller was canceled.
                if number > self._applied and not self._is_closed:
                    self._applied = number
                    renewals.append(self._apply(renewed, begun))

            await self._database.write(lambda connection: self._renew(connection, held), apply)
        if not renewals:
            raise DatabaseRefused("the leases are closed")
        return renewals[0]

    def _renew(self, connection: Connection, held: Mapping[int, int]) -> _Renewed:
        """The transaction of a renewal; ``held`` are the leases that have not lapsed here."""
        if self._is_closed:
            raise DatabaseRefused("the leases are closed")
        me = self._me
        tables.lock(connection)
        was_dead = tables.register(connection, me, self._times.lease, self._now)
        seen = tables.read(connection, self._now)
        if not self._has_joined:
            tables.check_compatible(me, seen.living.values())
        if changed := tables.tidy(connection, seen, self.total):
            seen = tables.read(connection, self._now)

        # The leases that the table still has for this process, but that have lapsed, are given up if another
        # process has announced itself, and otherwise taken anew, with a new epoch.
        valid = {} if was_dead else held
        lapsed = [lease for lease in seen.leases if lease.owner == me.id and lease.shard not in valid]
        given_up = [lease.shard for lease in lapsed if lease.switch_at is not None]
        regained = {lease.shard for lease in lapsed if lease.switch_at is None}
        intended = plan(me, self._wanted, self._to_take_over, seen.living, seen.leases)
        to_take = (
            intended.claim | regained | {lease.shard for lease in seen.leases if self._is_due(lease, seen)}
        )

        expires_at = seen.now + self._times.lease
        tables.extend(connection, me.id, valid, expires_at)
        changed |= tables.give_up(connection, me.id, given_up)
        gained = tables.take(connection, me.id, to_take, expires_at)
        tables.succeed(connection, me.id, intended.succeed)
        if was_dead or changed or gained or intended.succeed:
            tables.notify(connection, me.id)
        since = {lease.shard: self._since(lease) for lease in seen.leases if lease.shard in gained}
        return _Renewed(tables.read(connection, self._now), gained, since, intended.succeed)

    def _is_due(self, lease: Lease, seen: Tables) -> bool:
        """Whether this process, as the announced successor, can be the owner of a shard now."""
        return lease.successor == self.id and lease.switch_at is not None and lease.expires_at <= seen.now

    def _since(self, lease: Lease) -> float | None:
        """From when on this process handles the interactions of a shard that it has just taken.

        ``lease`` is from before that. The result is as in `_Renewed.since`.
        """
        if lease.owner == self.id:
            return None
        if lease.owner is not None and lease.switch_at is not None:  # the owner handles those before
            return lease.switch_at
        return min(self._discord_time(), lease.switch_at or float("inf"))  # no owner: nobody else does

    def _apply(self, renewed: _Renewed, begun: float) -> Renewal:
        """Take over what a committed renewal has found; it was ``begun`` at these ticks."""
        view, had = self._view, frozenset(self._view.epochs)
        # Shards whose lease had lapsed: owned before and after, they are both lost and gained.
        again = renewed.gained.keys() if view.is_valid else had
        for lease in renewed.tables.leases:
            self._learn(lease, renewed)
        view.valid_until = begun + self._times.lease
        self._has_joined = True
        owned = frozenset(view.epochs)
        self._to_take_over -= owned | renewed.succeeded
        for shard in sorted(had - owned):
            log.info("shard %d goes to %s", shard, self._name_of_next(shard, renewed.tables))
        lost, gained = had - (owned - again), owned - (had - again)
        return self._renewal(renewed.tables, owned, gained, lost)

    def _learn(self, lease: Lease, renewed: _Renewed) -> None:
        """Take over what a lease says."""
        view, shard = self._view, lease.shard
        if lease.owner == self.id and lease.switch_at is not None:
            view.give_up(shard, lease.switch_at)
        elif shard in renewed.gained:
            view.gain(shard, renewed.gained[shard], renewed.since[shard])
        elif lease.successor == self.id and lease.switch_at is not None:
            view.expect(shard, lease.switch_at)
        elif lease.owner != self.id and shard not in view.handed_over:
            view.forget(shard)

    def _name_of_next(self, shard: int, snapshot: Tables) -> str:
        """The process that owns a shard of this process next, for people."""
        present = next(lease for lease in snapshot.leases if lease.shard == shard)
        owner = snapshot.living.get(present.successor or present.owner or "")
        return owner.name if owner else "no process yet"

    def _renewal(
        self, snapshot: Tables, owned: frozenset[int], gained: frozenset[int], lost: frozenset[int]
    ) -> Renewal:
        own_leases = [lease for lease in snapshot.leases if lease.successor == self.id]
        switching = {lease.shard: lease.switch_at for lease in own_leases if lease.switch_at is not None}
        others = [
            process
            for process in snapshot.living.values()
            if process.id != self.id and not process.is_leaving
        ]
        ends = [lease.expires_at - snapshot.now for lease in own_leases if lease.shard in switching]
        soonest = max(_SHORTEST_PAUSE, min([self._times.renewal, *ends]))
        return Renewal(
            owned=owned,
            gained=gained,
            lost=lost,
            to_connect=frozenset(lease.shard for lease in own_leases if lease.switch_at is None),
            switching=switching,
            handed_over=self._view.handed_over,
            others=len(others),
            next_in=0.0 if lost else soonest,
        )

    # --- Handing over --------------------------------------------------------------------------------

    async def announce(self, shard: int) -> float | None:
        """Announce that this process, the successor, is connected to a shard.

        Returns the moment from which on it handles interactions, in unix seconds of Discord; None if it is
        the successor no longer.
        """

        def work(connection: Connection) -> float | None:
            tables.lock(connection)
            moment = self._discord_time() + self._times.notice
            noted = tables.announce(connection, self.id, shard, moment)
            tables.notify(connection, self.id)
            return noted

        def apply(noted: float | None) -> None:
            if noted is not None:
                self._view.expect(shard, noted)

        async with self._turn:
            return await self._database.write(work, apply)

    async def note_commands(self, digest: str) -> None:
        """Note the hash of the commands that this process has (`data.leases.synced_commands`)."""
        self._me = replace(self._me, commands=digest)
        await self._change(lambda connection, me: tables.note_commands(connection, me, digest))

    async def leave(self) -> None:
        """Give every shard to other processes, as they become able to take it; `renew` goes on meanwhile."""
        self._me = replace(self._me, is_leaving=True)
        await self._change(tables.leave)

    async def close(self) -> None:
        """End at once: every shard is free for the others, and this process owns and handles nothing."""
        self._is_closed = True
        self._view.valid_until = float("-inf")
        await self._change(tables.remove)

    async def _change(self, change: Callable[[Connection, str], None]) -> None:
        def work(connection: Connection) -> None:
            tables.lock(connection)
            change(connection, self.id)
            tables.notify(connection, self.id)

        async with self._turn:
            await self._database.write(work)
