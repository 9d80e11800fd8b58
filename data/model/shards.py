"""Which of a bot's shards a server is of.

Discord divides the servers of a large bot among numbered connections, its shards. Each is owned by one bot
process (`data.leases`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

SHARD_BITS = 22
"""The lower bits of a server's id, which do not count."""


def shard_of(guild_id: int | None, total: int) -> int:
    """The number of a server's shard among ``total``, as Discord assigns it; None is direct messages."""
    return ((guild_id or 0) >> SHARD_BITS) % total


def first_guild(shard: int) -> int:
    """The lowest server id of a shard, whatever the number of shards."""
    return shard << SHARD_BITS


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of a bot's shards."""

    numbers: frozenset[int]
    total: int = 1
    """How many shards the bot has; they are numbered from 0."""

    @classmethod
    def of(cls, numbers: Collection[int], total: int) -> Shards:
        """The shards with these numbers, of a bot that has ``total``."""
        return cls(frozenset(numbers), total)

    @classmethod
    def all(cls, total: int = 1) -> Shards:
        """Every shard of a bot that has ``total``."""
        return cls(frozenset(range(total)), total)

    def __contains__(self, guild_id: int | None) -> bool:
        """Whether a server is of one of these shards; None is direct messages."""
        return shard_of(guild_id, self.total) in self.numbers


EVERY_SHARD = Shards.all()
