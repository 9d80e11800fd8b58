"""The matches of a place, and a match that is brought to another."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from data.database import Database
from data.errors import LimitReached, Stale
from data.limits import NONE, Limits
from data.matches import Match

from .conftest import ANNA, BORA, begin_in

THERE: dict[str, Any] = {"guild_id": 8, "channel_id": 80, "locale": "ko", "tokens_only": False}


async def standing(database: Database, **changes: Any) -> Match:
    """A match with a board."""
    match = await begin_in(database.matches, **changes)
    return await database.matches.posted(match.id, match.version, match.channel_id, 1000 + match.id)


async def test_matches_of_a_place(database: Database):
    store = database.matches
    first, second, third = [await standing(database, channel_id=channel) for channel in (70, 71, 70)]
    await standing(database, guild_id=None, channel_id=72)
    await begin_in(store, state="challenge", channel_id=70)
    assert await store.in_channel(70) == [first.id, third.id]
    assert await store.in_channel(99) == []
    assert await store.in_guild(7) == [first.id, second.id, third.id]
    await store.pause(first.id, None, "parked")
    assert await store.in_channel(70) == [third.id]


async def test_a_match_that_was_brought_elsewhere_meanwhile_does_not_rest_for_its_old_place(
    database: Database,
):
    store, match = database.matches, await standing(database)
    await store.bring(match, ANNA, THERE, NONE)
    with pytest.raises(Stale):
        await store.pause(match.id, None, "parked", only=lambda one: one.channel_id == match.channel_id)
    assert (await store.get(match.id)).paused is None
    rests = await store.pause(match.id, None, "parked", only=lambda one: one.channel_id == 80)
    assert rests.paused == "parked"


async def test_a_match_is_brought(database: Database):
    match = await standing(database)
    brought = await database.matches.bring(match, ANNA, THERE, NONE)
    assert (brought.guild_id, brought.channel_id, brought.locale) == (8, 80, "ko")
    assert (brought.message_id, brought.thread_id, brought.tokens_only) == (None, None, False)
    assert brought.version > match.version
    assert brought == await database.matches.get(match.id)


async def test_two_who_bring_it_at_once(database: Database):
    match = await standing(database)
    elsewhere = {**THERE, "channel_id": 81}
    told = await asyncio.gather(
        database.matches.bring(match, ANNA, THERE, NONE),
        database.matches.bring(match, BORA, elsewhere, NONE),
        return_exceptions=True,
    )
    assert sorted(type(one).__name__ for one in told) == ["Match", "Stale"]


async def test_one_that_is_over_is_not_brought(database: Database):
    match = await begin_in(database.matches, state="challenge")
    with pytest.raises(Stale):
        await database.matches.bring(match, ANNA, THERE, NONE)


@pytest.mark.parametrize("limits", [Limits(in_guild=1), Limits(boards=1)])
async def test_limits_of_the_new_place(database: Database, limits: Limits):
    await standing(database, **{key: THERE[key] for key in ("guild_id", "channel_id")})
    match = await standing(database)
    with pytest.raises(LimitReached):
        await database.matches.bring(match, ANNA, THERE, limits)
    assert await database.matches.get(match.id) == match


async def test_limits_that_it_is_under_already_do_not_count_again(database: Database):
    for _ in range(3):
        match = await standing(database)
    limits = Limits(matches=1, in_guild=1, boards=1)
    here = {"guild_id": match.guild_id, "channel_id": match.channel_id, "locale": "ko", "tokens_only": False}
    assert (await database.matches.bring(match, ANNA, here, limits)).message_id is None
