"""Which process handles what both get."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import cast

import discord
import pytest

from bot.sharding import handling
from bot.sharding.handling import ByLease
from data.leases.shard_leases import ShardLeases
from data.model.shards import first_guild, shard_of

AT = 1_700_000_000.0


def snowflake(moment: float) -> int:
    return discord.utils.time_snowflake(datetime.fromtimestamp(moment, UTC))


class Leases:
    """This process handles what two shards of six get from a moment on."""

    total = 6

    def __init__(self) -> None:
        self.have_lapsed = False
        self.shards = {0, 2}
        self.handed_over: set[int] = set()

    def handles(self, guild_id: int | None, moment: float) -> bool:
        return not self.have_lapsed and self.handled(guild_id, moment)

    def handled(self, guild_id: int | None, moment: float) -> bool:
        return shard_of(guild_id, 6) in self.shards and moment >= AT

    def has_handed_over(self, guild_id: int | None) -> bool:
        return shard_of(guild_id, 6) in self.handed_over


def counts(shard: int) -> bool:
    return True


@pytest.mark.parametrize(
    ("shard", "moment", "is_here"),
    [(2, AT, True), (2, AT - 1, False), (3, AT, False), (None, AT, True)],
)
async def test_by_shard_and_moment(shard: int | None, moment: float, is_here: bool) -> None:
    by_lease = ByLease(cast(ShardLeases, Leases()), lambda: {0, 2, 3}, counts)
    guild = None if shard is None else first_guild(shard)
    assert await by_lease.is_here(guild, snowflake(moment)) is is_here


async def test_what_comes_by_another_shard_than_its_servers() -> None:
    by_lease = ByLease(cast(ShardLeases, Leases()), lambda: {0, 2}, counts)
    assert await by_lease.is_here(first_guild(3), snowflake(AT))


async def test_lapsed_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """If another process has claimed the shard meanwhile, that one has answered."""
    leases = Leases()
    leases.have_lapsed = True
    by_lease = ByLease(cast(ShardLeases, leases), lambda: {0, 2}, counts)
    monkeypatch.setattr(handling, "LATER_SECONDS", 0.0)
    assert await by_lease.is_here(first_guild(2), snowflake(AT))
    assert not await by_lease.is_here(first_guild(3 + 6 * 2), snowflake(AT - 5))

    async def claimed(_: float) -> None:
        leases.shards.clear()
        leases.have_lapsed = False

    monkeypatch.setattr(asyncio, "sleep", claimed)
    assert not await by_lease.is_here(first_guild(2), snowflake(AT))


async def test_leases_that_are_renewed_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A press waits no longer than until the database is in reach again."""
    leases = Leases()
    leases.have_lapsed = True
    waited: list[float] = []

    async def renewed(seconds: float) -> None:
        waited.append(seconds)
        leases.have_lapsed = len(waited) < 3

    monkeypatch.setattr(asyncio, "sleep", renewed)
    by_lease = ByLease(cast(ShardLeases, leases), lambda: {0, 2}, counts)
    assert await by_lease.is_here(first_guild(2), snowflake(AT))
    assert sum(waited) < handling.LATER_SECONDS


@pytest.mark.parametrize("checks", [1, 3, 1000])
async def test_the_uptime_is_counted_before(monkeypatch: pytest.MonkeyPatch, checks: int) -> None:
    """Only for so long: a press has to be answered."""
    monkeypatch.setattr(handling, "COUNTING_SECONDS", 0.1)
    monkeypatch.setattr(handling, "_CHECK_SECONDS", 0.001)
    asked: list[int] = []

    def counts(shard: int) -> bool:
        asked.append(shard)
        return len(asked) >= checks

    by_lease = ByLease(cast(ShardLeases, Leases()), lambda: {0, 2}, counts)
    assert await by_lease.is_here(first_guild(2), snowflake(AT))
    assert set(asked) == {2} and (len(asked) == checks or checks == 1000)
    assert not await by_lease.is_here(first_guild(3), snowflake(AT - 1)) and set(asked) == {2}


async def test_a_press_does_not_wait_where_another_process_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The old owner of a shard handles what is pressed until the new one begins, and counts no more."""
    leases = Leases()
    leases.handed_over = {2}
    monkeypatch.setattr(asyncio, "sleep", None)  # nothing waits
    by_lease = ByLease(cast(ShardLeases, leases), lambda: {0, 2}, lambda shard: False)
    assert await by_lease.is_here(first_guild(2), snowflake(AT))
