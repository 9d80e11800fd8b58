"""The active matches of a place, and matches that move to another."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import Any

import pytest

from data.errors import LimitReached, Stale
from data.model.match import DELETED_USER, Limits, Match, MatchState, PauseReason, Place
from data.store import Store
from tests.boards import post
from tests.data.conftest import ANNA, BORA, begin_in

THERE = Place(guild_id=8, channel_id=80, locale="ko")


async def posted(store: Store, **changes: Any) -> Match:
    """A match with a message."""
    match = await begin_in(store.matches, **changes)
    return await post(store, match, 1000 + match.id)


async def test_active_matches_of_a_place(store: Store) -> None:
    queries = store.queries
    first, second, third = [await posted(store, channel_id=channel) for channel in (70, 71, 70)]
    await posted(store, guild_id=None, channel_id=72)
    await begin_in(store.matches, state=MatchState.CHALLENGE, channel_id=70)
    assert await queries.in_channel(70) == [first.id, third.id]
    assert await queries.in_channel(99) == []
    assert await queries.in_guild(7) == [first.id, second.id, third.id]
    await store.matches.pause(first.id, None, PauseReason.SUSPENDED)
    assert await queries.in_channel(70) == [third.id]


async def test_who_has_begun_the_most_matches_of_a_server(store: Store) -> None:
    """A player of a tournament has not begun their match, nor has whoever erased their data."""
    for challenger in (ANNA, BORA, BORA):
        await begin_in(store.matches, state=MatchState.CHALLENGE, challenger_id=challenger)
    await begin_in(store.matches, challenger_id=ANNA, guild_id=8)
    await begin_in(store.matches, challenger_id=ANNA, tournament_id=1)
    await begin_in(store.matches, challenger_id=DELETED_USER)
    begun = await store.queries.begun_in_guild(7, 0.0)
    assert list(begun.items()) == [(BORA, 2), (ANNA, 1)]
    assert await store.queries.begun_in_guild(7, time.time() + 60) == {}


async def test_a_match_that_has_moved_is_not_suspended_for_its_old_place(store: Store) -> None:
    matches, match = store.matches, await posted(store)
    reason = PauseReason.SUSPENDED
    await matches.move_to_place(match, ANNA, THERE)
    with pytest.raises(Stale):
        await matches.pause(
            match.id, None, reason, condition=lambda one: one.home.channel_id == match.home.channel_id
        )
    assert (await matches.get(match.id)).paused is None
    paused = await matches.pause(match.id, None, reason, condition=lambda one: one.home.channel_id == 80)
    assert paused.paused == PauseReason.SUSPENDED


async def test_a_match_moves(store: Store) -> None:
    match = await posted(store)
    moved = await store.matches.move_to_place(match, ANNA, THERE)
    assert (moved.guild_id, moved.home.channel_id, moved.home.locale) == (8, 80, "ko")
    assert (moved.home.message_id, moved.home.thread_id, moved.home.tokens_only) == (None, None, False)
    assert moved.version > match.version
    assert moved == await store.matches.get(match.id)


async def test_of_two_requests_to_move_one_wins(store: Store) -> None:
    match = await posted(store)
    results = await asyncio.gather(
        store.matches.move_to_place(match, ANNA, THERE),
        store.matches.move_to_place(match, BORA, replace(THERE, channel_id=81)),
        return_exceptions=True,
    )
    assert sorted(type(one).__name__ for one in results) == ["Match", "Stale"]


async def test_a_match_that_is_not_in_play_does_not_move(store: Store) -> None:
    match = await begin_in(store.matches, state=MatchState.CHALLENGE)
    with pytest.raises(Stale):
        await store.matches.move_to_place(match, ANNA, THERE)


@pytest.mark.parametrize("limits", [Limits(in_guild=1), Limits(in_channel=1)])
async def test_the_limits_of_the_new_place_apply(store: Store, limits: Limits) -> None:
    await posted(store, guild_id=THERE.guild_id, channel_id=THERE.channel_id)
    match = await posted(store)
    with pytest.raises(LimitReached):
        await store.matches.move_to_place(match, ANNA, replace(THERE, limits=limits))
    assert await store.matches.get(match.id) == match


async def test_limits_that_the_match_is_under_already_do_not_apply_again(store: Store) -> None:
    for _ in range(3):
        match = await posted(store)
    limits = Limits(matches=1, in_guild=1, in_channel=1)
    here = Place(match.guild_id, match.home.channel_id, "ko", limits)
    assert (await store.matches.move_to_place(match, ANNA, here)).home.message_id is None
