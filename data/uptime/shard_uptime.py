"""The uptime of each shard in seconds, over all runs of the bot: the time that the clocks of matches count.

Discord divides the servers of a large bot among several connections, its shards. While one is down or
disconnected nobody can move in its servers, and its count is stopped. So downtime is charged to nobody, and
no match has to be changed for it. A kill loses at most the seconds since the last `Uptime.save`, in favor of
the players to move.

A dead connection can take a minute to show. So the seconds since the last sign of life from Discord are
provisional: only `Uptime.confirmed` is saved, and the rest is dropped if the connection turns out to be lost.

One server can be unavailable while its shard is connected (`data.uptime.server_outages`): what the clocks of
its matches count stands still then.

Several processes can share one database. Each counts the shards that it owns and mirrors the other counts,
which it reads at each save and advances in between.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, or_, update

from data.engine.database import Database
from data.errors import StoreError
from data.leases.ownership import SOLE_OWNER, Ownership
from data.model.shards import first_guild, shard_of
from data.tables.uptime import uptime
from data.uptime.server_outages import begin_outage, end_outage, stored_outages
from data.uptime.stored_uptime import DAMAGED, StoredUptime, database_time, divide, put_back, stored_uptime

MIRRORED_SECONDS = 12.0
"""For so long after a save, the count of another process goes on here; then it may have died.

A little more than the time between two saves.
"""

_SAVE = (
    update(uptime)
    .where(uptime.c.shard == bindparam("of_shard"))
    .where(or_(uptime.c.seconds <= bindparam("seconds"), uptime.c.seconds >= DAMAGED))
    .values({name: bindparam(name) for name in ("seconds", "saved_at", "runs")})
)


class _Count(NamedTuple):
    """The count of a shard. It is replaced as a whole, because other threads read it."""

    seconds: float
    """What it counts at the moment `since`, or at all times while it is stopped."""
    since: float | None = None
    """In ticks; None while it is stopped."""
    limit: float = math.inf
    """What it counts at most, if another process counts."""
    confirmed: float | None = None
    """What it counted at the last sign of life; None before the first since it started."""
    stopped_at: float = 0.0
    """When it was stopped, in unix seconds; 0 if it has never run."""
    is_own: bool = False
    """Whether this process counts it."""
    is_stored: bool = True
    """Whether the database has it as it is."""

    def at(self, ticks: float) -> float:
        """What it counts at a moment, in ticks."""
        return self.seconds if self.since is None else min(self.seconds + ticks - self.since, self.limit)

    def confirmed_at(self, ticks: float) -> float:
        """What it counted at the last sign of life before a moment, in ticks."""
        return self.at(ticks) if self.confirmed is None else self.confirmed


class Uptime:
    """The counts of the shards. Servers are Discord's ids, None for direct messages, which belong to shard 0.

    The count of a shard that this process owns is stopped until `start`. ``clock`` returns unix seconds;
    ``ticks`` returns seconds from any origin, independent of the calendar. Methods that reach the database
    raise `data.errors.StoreError`.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float],
        ticks: Callable[[], float],
        ownership: Ownership = SOLE_OWNER,
    ) -> None:
        self._database = database
        self._clock = clock
        self._ticks = ticks
        self._ownership = ownership
        self._counts = [_Count(0.0)]
        self._unavailable: dict[int, float] = {}  # servers, and what their clocks count
        self._available: dict[int, float] = {}  # servers that were, and the count when that ended

    # --- Reading -------------------------------------------------------------------------------------

    def of(self, guild_id: int | None) -> float:
        """What the clocks of a server's matches count until now."""
        count = self._counts[shard_of(guild_id, len(self._counts))].at(self._ticks())
        # A server that is unavailable stopped its clocks at an earlier count.
        return count if guild_id is None else min(count, self._unavailable.get(guild_id, count))

    def back_since(self, guild_id: int | None) -> float:
        """What they counted when people could last play there again; 0 if this process does not know."""
        count = self._counts[self.shard_of(guild_id)]
        return max(count.seconds, self._available.get(guild_id or 0, 0.0)) if count.is_own else 0.0

    @property
    def unavailable(self) -> frozenset[int]:
        """The servers whose clocks stand still, as far as this process knows, whatever their shards do."""
        return frozenset(self._unavailable)

    def count(self, shard: int) -> float:
        """The count of a shard until now."""
        return self._counts[shard].at(self._ticks())

    def confirmed(self, shard: int) -> float:
        """The count at the last sign of life from the shard; the current one if there was none yet."""
        return self._counts[shard].confirmed_at(self._ticks())

    def is_running(self, shard: int) -> bool:
        """Whether this process counts the shard, and people can play there."""
        count = self._counts[shard]
        return count.is_own and count.since is not None

    @property
    def counted(self) -> frozenset[int]:
        """The shards that this process counts."""
        return frozenset(shard for shard, count in enumerate(self._counts) if count.is_own)

    @property
    def total(self) -> int:
        """The number of shards."""
        return len(self._counts)

    def shard_of(self, guild_id: int | None) -> int:
        """The number of a server's shard, as Discord assigns it."""
        return shard_of(guild_id, len(self._counts))

    # --- Which shards --------------------------------------------------------------------------------

    async def load(self) -> None:
        """Read the stored counts, and count the shards that this process owns already."""
        self._counts = [
            self._taken(stored, stored.continued)
            if self._ownership.owns(first_guild(shard))
            else self._mirrored(stored)
            for shard, stored in enumerate(await self._database.read(self._stored))
        ]
        self._unavailable = await self._database.read(stored_outages)

    async def share(self, total: int) -> None:
        """The bot has so many shards from now on.

        If it had another number, all counts become the largest of them, and running clocks are moved so that
        they keep their time. Raises RuntimeError if a count runs in this process, unless the number stays.
        """
        if any(map(self.is_running, range(self.total))):
            if total == self.total:
                return
            raise RuntimeError("the number of shards cannot change while their counts run")
        await self.load()
        if self.total != total:
            await self._database.write(lambda connection: divide(connection, self._clock, total))
            await self.load()

    async def take(self, shards: Collection[int]) -> None:
        """This process counts these shards from now on, beginning at what is stored.

        The time between the last save and now is not counted: a clock that has started meanwhile, maybe by a
        mirrored count that ran ahead, starts with the count. Shards that it counts already are left alone.
        """
        new = set(shards) - self.counted
        if not new:
            return

        def work(connection: Connection) -> tuple[list[StoredUptime], dict[int, float]]:
            stored = self._stored(connection)
            owned = [shard for shard in new if self._ownership.confirm(connection, first_guild(shard))]
            put_back(connection, owned, stored)
            return stored, stored_outages(connection)

        stored, outages = await self._database.write(work)
        self._mirror_outages(outages)
        for shard in new - self.counted:
            self._counts[shard] = self._taken(stored[shard], stored[shard].seconds)

    def drop(self, shards: Collection[int]) -> None:
        """This process does not count these shards any more. What it has not saved is lost."""
        now = self._ticks()
        for shard in self.counted & set(shards):
            count = self._counts[shard]
            seconds = count.confirmed_at(now)
            since = None if count.since is None else now
            self._counts[shard] = _Count(seconds, since, seconds + MIRRORED_SECONDS)

    # --- Connections ---------------------------------------------------------------------------------

    def start(self, shard: int) -> float:
        """The shard is connected: people can play in its servers from now on.

        Returns the seconds for which they could not. Has no effect on a shard that another process counts.
        """
        count = self._counts[shard]
        if not count.is_own or count.since is not None:
            return 0.0
        self._counts[shard] = count._replace(since=self._ticks(), confirmed=None, is_stored=False)
        return max(0.0, self._clock() - count.stopped_at) if count.stopped_at else 0.0

    def confirm(self, shard: int) -> None:
        """Record a sign of life from Discord: people could play there until now."""
        count = self._counts[shard]
        if self.is_running(shard):
            self._counts[shard] = count._replace(confirmed=count.at(self._ticks()))

    def stop(self, shard: int) -> None:
        """The shard is lost: people cannot play in its servers since the last sign of life from it."""
        count = self._counts[shard]
        if self.is_running(shard):
            now = self._ticks()
            seconds = count.confirmed_at(now)
            stopped_at = self._clock() - (count.at(now) - seconds)
            self._counts[shard] = _Count(seconds, stopped_at=stopped_at, is_own=True, is_stored=False)

    def stop_all(self) -> None:
        """Every shard is lost."""
        for shard in range(self.total):
            self.stop(shard)

    # --- Servers -------------------------------------------------------------------------------------

    def stop_server(self, guild_id: int) -> None:
        """A server is unavailable: the clocks of its matches stand still until `end_outage`."""
        self._unavailable.setdefault(guild_id, self.of(guild_id))

    async def save_outage(self, guild_id: int) -> None:
        """Store that a server was stopped, so that it is after a kill, too; not if that has ended."""
        count = self._unavailable.get(guild_id)
        if count is not None:
            await self._database.write(lambda connection: begin_outage(connection, guild_id, count))

    async def end_outage(self, guild_id: int) -> float:
        """A server is available again. Returns for how many seconds its clocks have stood still."""

        def work(connection: Connection) -> float:
            now = self.count(self.shard_of(guild_id))
            seconds = end_outage(connection, guild_id, now)
            self._available[guild_id] = now
            # Here, so that no transaction after this one sees a clock that was moved and a count that stands.
            self._unavailable.pop(guild_id, None)
            return seconds

        before = self._unavailable.get(guild_id)
        try:
            return await self._database.write(work)
        except StoreError:
            if before is not None:
                self._unavailable[guild_id] = before
            raise

    def _mirror_outages(self, stored: Mapping[int, float]) -> None:
        """Take over which servers of other processes' shards are unavailable."""
        counted = self.counted
        own = {guild: at for guild, at in self._unavailable.items() if self.shard_of(guild) in counted}
        others = {guild: at for guild, at in stored.items() if self.shard_of(guild) not in counted}
        self._unavailable = own | others

    # --- Storing -------------------------------------------------------------------------------------

    async def save(self) -> None:
        """Store what is confirmed of the shards that this process owns, and read the counts of the others."""
        own = {number: own_count for number, own_count in enumerate(self._counts) if own_count.is_own}
        changed = {number: own_count for number, own_count in own.items() if not own_count.is_stored}
        mirrors = len(own) < self.total  # a process that owns every shard has nothing to read
        if not changed and not mirrors:
            return

        def work(connection: Connection) -> tuple[list[StoredUptime], dict[int, float]]:
            self._write(connection, changed)
            return (self._stored(connection), stored_outages(connection)) if mirrors else ([], {})

        stored, outages = await (self._database.write(work) if changed else self._database.read(work))
        self._mirror_outages(outages)
        for shard, count in changed.items():
            # A count that goes on is behind at once; one that was replaced meanwhile is not what was stored.
            if count.since is None and self._counts[shard] is count:
                self._counts[shard] = count._replace(is_stored=True)
        for shard, stored_count in enumerate(stored):
            if shard < self.total and not self._counts[shard].is_own:
                self._counts[shard] = self._mirrored(stored_count)

    def _write(self, connection: Connection, counts: Mapping[int, _Count]) -> None:
        """Store counts, in the database's thread; not of shards that another process owns by now."""
        now, ticks, unix = database_time(connection, self._clock), self._ticks(), self._clock()
        for shard, count in counts.items():
            if not self._ownership.confirm(connection, first_guild(shard)):
                continue
            seconds = count.confirmed_at(ticks)
            age = unix - count.stopped_at if count.since is None else count.at(ticks) - seconds
            values = {"seconds": seconds, "saved_at": now - age, "runs": count.since is not None}
            connection.execute(_SAVE, {"of_shard": shard, **values})

    def _stored(self, connection: Connection) -> list[StoredUptime]:
        return stored_uptime(connection, self._clock)

    def _taken(self, stored: StoredUptime, seconds: float) -> _Count:
        """The count of this process that continues a stored one at ``seconds``; it is stopped."""
        stopped_at = self._clock() - stored.age if stored.age is not None else 0.0
        return _Count(seconds, stopped_at=stopped_at, is_own=True)

    def _mirrored(self, stored: StoredUptime) -> _Count:
        """The count of another process, as far as it has stored it."""
        if not stored.runs or stored.age is None:
            return _Count(stored.seconds)
        since = self._ticks() - stored.age
        return _Count(stored.seconds, since, stored.seconds + MIRRORED_SECONDS)
