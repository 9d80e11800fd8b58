"""Roles by rating with two processes on one database: the owner of a shard gives and takes them, once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.messages.rank_roles import PASS_SECONDS, RankRoles
from data.model.shards import first_guild
from data.servers.rank_roles import RankMember, RankRoleStore
from data.store import Store
from tests.bot.owned import Owned
from tests.bot.service import ANA, BEN, until

HOME, AWAY = first_guild(0) + 7, first_guild(1) + 7
LOW, HIGH, OWN = 10, 20, 99
WITHIN = 90.0
GIVEN, TAKEN = "given", "taken"
Request = tuple[str, int, int, int]


class Discord:
    """What processes have asked Discord for; it answers while ``answers`` is set."""

    def __init__(self) -> None:
        self.asked: list[Request] = []
        self.answers = asyncio.Event()
        self.answers.set()

    async def add_role(self, *ids: int, reason: str) -> None:
        self.asked.append((GIVEN, *ids))  # type: ignore[arg-type]
        await self.answers.wait()

    async def remove_role(self, *ids: int, reason: str) -> None:
        self.asked.append((TAKEN, *ids))  # type: ignore[arg-type]
        await self.answers.wait()

    def get_guild(self, guild_id: int) -> Any:
        me = SimpleNamespace(guild_permissions=SimpleNamespace(manage_roles=True), top_role=OWN)
        return SimpleNamespace(id=guild_id, unavailable=False, get_role=lambda role: role, me=me)


class Process:
    """A process that compares roles again and again."""

    def __init__(self, store: Store, discord: Discord, *shards: int) -> None:
        self.owned = Owned()
        own = RankRoleStore(store.database, self.owned)
        client: Any = SimpleNamespace(get_guild=discord.get_guild, http=discord)
        own_store = replace(store, ownership=self.owned, rank_roles=own)
        self.roles = RankRoles(client, own_store, self.owned.events, lambda: 0.0)
        self.roles.loop.seconds = 0.002
        self.owned.gain(*shards)
        self.roles.start()


@pytest.fixture
def wanted(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[int, int], int]:
    """The role by server and person that ratings call for."""
    found: dict[tuple[int, int], int] = {}

    async def of_guild(store: RankRoleStore, guild_id: int, now: float) -> dict[int, int]:
        return {user_id: role for (guild, user_id), role in found.items() if guild == guild_id}

    monkeypatch.setattr(RankRoleStore, "wanted", of_guild)
    return found


@pytest.fixture
async def discord() -> Discord:
    return Discord()


@pytest.fixture
async def both(empty_store: Store, discord: Discord) -> AsyncIterator[tuple[Process, Process]]:
    """Two processes, of which each owns the shard of one server."""
    for guild_id in (HOME, AWAY):
        await empty_store.rank_roles.set_game(guild_id, "best")
    made = Process(empty_store, discord, 0), Process(empty_store, discord, 1)
    yield made
    for one in made:
        await one.roles.close()


async def members(store: Store) -> list[RankMember]:
    found = [one for guild in (HOME, AWAY) for one in (await store.rank_roles.members(guild)).values()]
    return sorted(found, key=lambda one: (one.guild_id, one.user_id))


async def settled(store: Store, *held: tuple[int, int, int]) -> None:
    """Wait until these people have these roles, and nothing is to be done; then some passes more."""
    expected = [RankMember(*one, is_given=True) for one in held]
    deadline = time.monotonic() + WITHIN
    while (found := await members(store)) != expected:
        assert time.monotonic() < deadline, found
        await asyncio.sleep(0.002)
    await asyncio.sleep(0.02)


async def test_each_role_is_given_and_taken_once(
    empty_store: Store, discord: Discord, both: object, wanted: dict[tuple[int, int], int]
) -> None:
    wanted |= {(HOME, ANA): LOW, (HOME, BEN): HIGH, (AWAY, ANA): LOW}
    await settled(empty_store, (HOME, ANA, LOW), (HOME, BEN, HIGH), (AWAY, ANA, LOW))
    assert sorted(discord.asked) == sorted((GIVEN, *key, role) for key, role in wanted.items())
    discord.asked.clear()
    wanted[HOME, ANA] = HIGH
    del wanted[AWAY, ANA]
    await settled(empty_store, (HOME, ANA, HIGH), (HOME, BEN, HIGH))
    assert sorted(discord.asked) == [
        (GIVEN, HOME, ANA, HIGH),
        (TAKEN, HOME, ANA, LOW),
        (TAKEN, AWAY, ANA, LOW),
    ]


async def test_who_gains_a_shard_goes_on_where_the_owner_before_was_killed(
    empty_store: Store,
    discord: Discord,
    both: tuple[Process, Process],
    wanted: dict[tuple[int, int], int],
) -> None:
    one, other = both
    discord.answers.clear()
    wanted[HOME, ANA] = LOW
    await until(lambda: discord.asked)
    await one.roles.close()
    discord.answers.set()
    assert [member.is_given for member in await members(empty_store)] == [False]
    other.owned.gain(0)
    await settled(empty_store, (HOME, ANA, LOW))
    assert discord.asked == [(GIVEN, HOME, ANA, LOW)] * 2, "it cannot know that it was given"


async def test_who_has_lost_a_shard_without_knowing_gives_and_takes_nothing(
    empty_store: Store,
    discord: Discord,
    both: tuple[Process, Process],
    wanted: dict[tuple[int, int], int],
) -> None:
    one, _ = both
    wanted[HOME, ANA] = LOW
    await settled(empty_store, (HOME, ANA, LOW))
    discord.asked.clear()
    one.owned.lost_in_database.add(0)
    wanted[HOME, ANA] = HIGH
    wanted[HOME, BEN] = LOW
    one.owned.confirmed = 0
    await until(lambda: one.owned.confirmed > 3)
    assert discord.asked == []
    assert [member.role_id for member in await members(empty_store)] == [LOW]


def test_three_passes_fit_in_a_minute() -> None:
    assert 3 * PASS_SECONDS <= 60
