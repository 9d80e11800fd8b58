"""Shards that a test gives to a process and takes away."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection

from bot.match.events import MatchEvents, ShardsGained, ShardsLost
from data.model.match import Place
from data.model.shards import Shards, first_guild, shard_of

TOTAL = 2


def there(shard: int) -> Place:
    """A place in a server of a shard."""
    return Place(guild_id=first_guild(shard) + 7, channel_id=70 + shard, locale="ko")


class Owned:
    """An ownership of some of two shards; the events say it at once, as `bot.match.events` has it."""

    def __init__(self) -> None:
        self.numbers: set[int] = set()
        self.lost_in_database: set[int] = set()
        """Shards that this process believes to own, although another one has claimed them."""
        self.confirmed = 0
        """How often the database was asked."""
        self.events = MatchEvents()

    def owns(self, guild_id: int | None) -> bool:
        """See `data.leases.ownership.Ownership.owns`."""
        return shard_of(guild_id, TOTAL) in self.numbers

    def confirm(self, connection: Connection, guild_id: int | None) -> bool:
        """See `data.leases.ownership.Ownership.confirm`."""
        self.confirmed += 1
        return self.owns(guild_id) and shard_of(guild_id, TOTAL) not in self.lost_in_database

    def gain(self, *shards: int) -> None:
        """This process owns these shards from now on."""
        self.numbers |= set(shards)
        self.lost_in_database -= set(shards)
        self.events.publish(ShardsGained(self._shards(shards)))

    def lose(self, *shards: int) -> None:
        """Another process owns these shards from now on."""
        self.numbers -= set(shards)
        self.events.publish(ShardsLost(self._shards(shards)))

    def _shards(self, numbers: Collection[int]) -> Shards:
        return Shards.of(numbers, TOTAL)
