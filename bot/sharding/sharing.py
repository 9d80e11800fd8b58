"""What a process needs to share its bot's shards with others on the same database."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Self

from bot.match.events import MatchEvents
from bot.sharding.bot_account import BotAccount
from bot.sharding.keeper import Gateway, ShardKeeper
from bot.sharding.match_feed import MatchFeed
from data.engine.address import ServerOptions
from data.engine.listening import Listener
from data.engine.opening import open_database
from data.engine.postgresql import check_sessions
from data.leases import tables
from data.leases.identify_slots import IdentifySlots
from data.leases.shard_leases import ShardLeases, total_in_use
from data.leases.wanted import WantedShards
from data.matches import notices
from data.store import Store

_CONNECTIONS, _STATEMENT_SECONDS = 4, 3
"""Few and short statements, on connections that matches do not use: a lease is renewed in time or lapses."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """The leases of this process, and its turns to identify."""

    leases: ShardLeases
    slots: IdentifySlots
    address: str
    """Of the server itself: to be notified takes a connection that stays."""
    now: Callable[[], float]

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(
        cls,
        address: str,
        account: BotAccount,
        wanted: WantedShards | None,
        now: Callable[[], float],
        direct: str | None = None,
    ) -> AsyncIterator[Self]:
        """Share the shards by the tables of a PostgreSQL database, which is migrated as needed.

        Without ``wanted`` the process wants every shard: as many as living processes count or, if there are
        none, as Discord recommends. ``now`` returns unix seconds by Discord's clock. ``direct`` is the
        server's own address if ``address`` leads to PgBouncer in transaction mode.

        Raises `data.errors.StoreError`.
        """
        options = ServerOptions(
            _CONNECTIONS, _STATEMENT_SECONDS, has_sessions=direct is None, logs_outages=False
        )
        database = await open_database(address, options)
        try:
            if direct is None:
                await asyncio.to_thread(check_sessions, database.engine)
            if wanted is None:
                total = await total_in_use(database) or account.shards
                wanted = WantedShards.read(f"all/{total}")
            leases = ShardLeases(database, wanted, account.id, discord_time=now)
            yield cls(leases, IdentifySlots(database, account.max_concurrency), direct or address, now)
        finally:
            await database.close()

    @contextlib.asynccontextmanager
    async def keeping(
        self, gateway: Gateway, store: Store, events: MatchEvents
    ) -> AsyncIterator[ShardKeeper]:
        """Join the other processes, and publish what they change in the matches of this one's shards.

        The keeper has yet to run. Raises `data.errors.StoreError`.
        """
        keeper = ShardKeeper(self.leases, gateway, store.uptime, events, self.now)
        feed = MatchFeed(store, self.leases, events, self.now)
        channels = {notices.CHANNEL: feed.notified, tables.CHANNEL: keeper.notified}
        listener = Listener(self.address, channels, feed.look)
        await keeper.join()
        feed.start()
        listener.start()
        try:
            yield keeper
        finally:
            await listener.close()
            await feed.close()
            await keeper.close()
