"""Limits on unfinished matches: what counts, and that of two requests at once one gets the last place."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from data.errors import LimitKind, LimitReached
from data.model.match import Limits, Match, MatchState
from data.store import Store
from games.base import Outcome, Side
from tests.data.conftest import ANNA, BORA, CHUL, begin_in

HERE, THERE = 9, 10


async def reached(act: Coroutine[Any, Any, Match]) -> tuple[LimitKind, int]:
    """The limit that an action exceeds."""
    with pytest.raises(LimitReached) as refused:
        await act
    return refused.value.limit, refused.value.maximum


async def play(store: Store, limits: Limits, user: int = ANNA, **more: Any) -> Match:
    """A match against the computer."""
    values = {"first_id": user, "second_id": None, "level": "3", "challenger_id": user, **more}
    return await begin_in(store.matches, limits=limits, **values)


async def ask(store: Store, limits: Limits, user: int, other: int, **more: Any) -> Match:
    """A challenge of ``user``, who is second."""
    values = {"first_id": other, "second_id": user, "level": None, "challenger_id": user, **more}
    return await begin_in(store.matches, limits=limits, state=MatchState.CHALLENGE, **values)


async def resign(store: Store, match: Match) -> None:
    await store.matches.finish(match.id, match.position_id, Outcome(Side.SECOND, "outcome.resigned"))


async def test_without_limits_any_number(store: Store) -> None:
    for _ in range(30):
        await play(store, Limits())


async def test_matches_of_a_person(store: Store) -> None:
    limits = Limits(matches=2)
    first = await play(store, limits, guild_id=1)
    await play(store, limits, guild_id=2)
    assert await reached(play(store, limits, guild_id=3)) == (LimitKind.MATCHES, 2)
    await play(store, limits, BORA)
    await resign(store, first)
    await play(store, limits, guild_id=3)


async def test_matches_of_a_person_in_a_server(store: Store) -> None:
    limits = Limits(in_guild=1, matches=5)
    await play(store, limits, guild_id=1)
    assert await reached(play(store, limits, guild_id=1)) == (LimitKind.IN_GUILD, 1)
    await play(store, limits, guild_id=2)
    for _ in range(3):  # outside servers this limit does not apply
        await play(store, limits, guild_id=None)


async def test_matches_in_a_channel(store: Store) -> None:
    limits = Limits(in_channel=2)
    await play(store, limits, ANNA, channel_id=HERE)
    await ask(store, limits, BORA, CHUL, channel_id=HERE)
    assert await reached(play(store, limits, CHUL, channel_id=HERE)) == (LimitKind.IN_CHANNEL, 2)
    await play(store, limits, CHUL, channel_id=THERE)


async def test_a_challenge_counted_in_its_channel_can_be_accepted(store: Store) -> None:
    limits = Limits(in_channel=1)
    asked = await ask(store, limits, ANNA, BORA)
    assert (await store.matches.accept(asked.id, limits=limits)).state == "playing"


async def test_strong_matches(store: Store) -> None:
    limits = Limits(strong=1, is_strong=lambda game, level: level in ("7", "8"))
    strong = await play(store, limits, level="8")
    assert await reached(play(store, limits, level="7")) == (LimitKind.STRONG, 1)
    await play(store, limits, level="6")
    await play(store, limits, BORA, level="7")
    await resign(store, strong)
    await play(store, limits, level="7")


async def test_challenges_of_a_person(store: Store) -> None:
    limits = Limits(challenges=2)
    asked = await ask(store, limits, ANNA, BORA)
    await ask(store, limits, ANNA, CHUL)
    assert await reached(ask(store, limits, ANNA, 444)) == (LimitKind.CHALLENGES, 2)
    await store.matches.end_challenge(asked.id, "challenge.declined")
    await ask(store, limits, ANNA, 444)


async def test_one_challenge_to_the_same_person(store: Store) -> None:
    limits = Limits(challenges=3)
    asked = await ask(store, limits, ANNA, BORA)
    assert await reached(ask(store, limits, ANNA, BORA, guild_id=77)) == (LimitKind.SAME_PERSON, 1)
    await ask(store, limits, BORA, ANNA)  # the opposite direction does not count
    await store.matches.accept(asked.id, limits=limits)
    await ask(store, limits, ANNA, BORA)


async def test_nobody_is_locked_out_by_challenges(store: Store) -> None:
    limits = Limits(matches=1, in_guild=1)
    for challenger in range(500, 505):
        await ask(store, limits, challenger, ANNA)
    await play(store, limits, ANNA)


async def test_accepting_counts_for_the_person_who_accepts(store: Store) -> None:
    limits = Limits(matches=1)
    asked = await ask(store, limits, ANNA, BORA)
    own = await play(store, limits, BORA)
    assert await reached(store.matches.accept(asked.id, limits=limits)) == (LimitKind.MATCHES, 1)
    assert (await store.matches.get(asked.id)).state == "challenge"
    await resign(store, own)
    await store.matches.accept(asked.id, limits=limits)
    assert await reached(play(store, limits, BORA)) == (LimitKind.MATCHES, 1)
    assert await reached(play(store, limits, ANNA)) == (LimitKind.MATCHES, 1)


@pytest.mark.parametrize("limits", [Limits(matches=3), Limits(in_guild=3), Limits(in_channel=3)])
async def test_of_many_at_once_the_limit_is_created(store: Store, limits: Limits) -> None:
    results = await asyncio.gather(*(play(store, limits) for _ in range(12)), return_exceptions=True)
    assert sum(isinstance(one, Match) for one in results) == 3
    assert sum(isinstance(one, LimitReached) for one in results) == 9
    assert len(await store.queries.of_user(ANNA)) == 3


async def test_of_two_acceptances_at_once_one_gets_the_last_place(store: Store) -> None:
    limits = Limits(matches=1)
    asked = [await ask(store, limits, user, BORA) for user in (ANNA, CHUL)]
    results = await asyncio.gather(
        *(store.matches.accept(one.id, limits=limits) for one in asked), return_exceptions=True
    )
    assert sorted(type(one).__name__ for one in results) == ["LimitReached", "Match"]
