"""Which servers' matches this process works on without a person's request.

Discord divides the servers of a large bot among numbered connections, its shards. Each shard is owned by one
bot process, which watches the clocks, answers for the computer, notifies people and keeps the boards of its
servers up to date. A person's own change, such as a move, may come to any process: it compares positions and
needs no owner.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import ColumnElement, Connection, Integer, func, literal, true

from data.schema import matches

_SHARD_BITS = 22  # an id's lower bits do not count


def shard_of(guild_id: int | None, total: int) -> int:
    """The number of a server's shard among ``total``, as Discord assigns it; None is direct messages."""
    return ((guild_id or 0) >> _SHARD_BITS) % total


def first_guild(shard: int) -> int:
    """The lowest server id of a shard, whatever the number of shards."""
    return shard << _SHARD_BITS


def shard_of_row(total: int) -> ColumnElement[int]:
    """The shard of a row of `data.schema.matches`, among ``total``."""
    shift = literal(_SHARD_BITS, Integer)  # PostgreSQL shifts by no bigint
    return func.coalesce(matches.c.guild_id, 0).bitwise_rshift(shift) % total


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

    def condition(self) -> ColumnElement[bool]:
        """Which rows of `data.schema.matches` are of these shards."""
        if len(self.numbers) == self.total:
            return true()
        return shard_of_row(self.total).in_(sorted(self.numbers))


EVERY_SHARD = Shards.all()


class Ownership(Protocol):
    """Knows which shards this process owns."""

    def owns(self, guild_id: int | None) -> bool:
        """Whether this process owns a server's shard, as far as it knows; None is direct messages."""

    def confirm(self, connection: Connection, guild_id: int | None) -> bool:
        """Whether this process owns the shard by the database; if so, it does until the transaction ends."""


class SoleOwner:
    """Owns every shard: no other process uses the database."""

    def owns(self, guild_id: int | None) -> bool:
        """See `Ownership.owns`."""
        return True

    def confirm(self, connection: Connection, guild_id: int | None) -> bool:
        """See `Ownership.confirm`."""
        return True


SOLE_OWNER = SoleOwner()
