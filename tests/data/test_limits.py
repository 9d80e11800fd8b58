"""How many matches there may be at once: what counts, and that two at once get one place."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from data.database import Database
from data.errors import LimitReached
from data.limits import Limits
from data.matches import Match
from games.base import Outcome, Side

from .conftest import ANNA, BORA, CHUL, begin_in

HERE, THERE = 9, 10


async def reached(act: Coroutine[Any, Any, Match]) -> tuple[str, int]:
    """Which limit refuses something."""
    with pytest.raises(LimitReached) as refused:
        await act
    return refused.value.limit, refused.value.most


async def play(database: Database, limits: Limits, user: int = ANNA, **more: Any) -> Match:
    """A match against the computer."""
    values = {"first_id": user, "second_id": None, "level": "3", "challenger_id": user, **more}
    return await begin_in(database.matches, limits=limits, **values)


async def ask(database: Database, limits: Limits, user: int, other: int, **more: Any) -> Match:
    """A challenge of ``user``, who will be second."""
    values = {"first_id": other, "second_id": user, "level": None, "challenger_id": user, **more}
    return await begin_in(database.matches, limits=limits, state="challenge", **values)


async def resign(database: Database, match: Match) -> None:
    await database.matches.finish(match.id, match.stamp, Outcome(Side.SECOND, "outcome.resigned"))


async def test_without_limits_there_are_none(database: Database):
    for _ in range(30):
        await play(database, Limits())


async def test_matches_of_a_person(database: Database):
    limits = Limits(matches=2)
    first = await play(database, limits, guild_id=1)
    await play(database, limits, guild_id=2)
    assert await reached(play(database, limits, guild_id=3)) == ("matches", 2)
    await play(database, limits, BORA)
    await resign(database, first)
    await play(database, limits, guild_id=3)


async def test_matches_of_a_person_in_a_server(database: Database):
    limits = Limits(in_guild=1, matches=5)
    await play(database, limits, guild_id=1)
    assert await reached(play(database, limits, guild_id=1)) == ("in-guild", 1)
    await play(database, limits, guild_id=2)
    for _ in range(3):  # outside of servers there is no such limit
        await play(database, limits, guild_id=None)


async def test_boards_in_a_channel(database: Database):
    limits = Limits(boards=2)
    await play(database, limits, ANNA, channel_id=HERE)
    await ask(database, limits, BORA, CHUL, channel_id=HERE)
    assert await reached(play(database, limits, CHUL, channel_id=HERE)) == ("boards", 2)
    await play(database, limits, CHUL, channel_id=THERE)


async def test_a_challenge_that_has_its_place_may_be_accepted(database: Database):
    limits = Limits(boards=1)
    asked = await ask(database, limits, ANNA, BORA)
    assert (await database.matches.accept(asked.id, limits=limits)).state == "playing"


async def test_strong_matches(database: Database):
    limits = Limits(strong=1, strong_levels=("7", "8"))
    strong = await play(database, limits, level="8")
    assert await reached(play(database, limits, level="7")) == ("strong", 1)
    await play(database, limits, level="6")
    await play(database, limits, BORA, level="7")
    await resign(database, strong)
    await play(database, limits, level="7")


async def test_challenges_of_a_person(database: Database):
    limits = Limits(challenges=2)
    asked = await ask(database, limits, ANNA, BORA)
    await ask(database, limits, ANNA, CHUL)
    assert await reached(ask(database, limits, ANNA, 444)) == ("challenges", 2)
    await database.matches.end_challenge(asked.id, "challenge.declined")
    await ask(database, limits, ANNA, 444)


async def test_one_challenge_to_the_same_person(database: Database):
    limits = Limits(challenges=3)
    asked = await ask(database, limits, ANNA, BORA)
    assert await reached(ask(database, limits, ANNA, BORA, guild_id=77)) == ("same-person", 1)
    await ask(database, limits, BORA, ANNA)  # the other way is another matter
    await database.matches.accept(asked.id, limits=limits)
    await ask(database, limits, ANNA, BORA)


async def test_nobody_is_shut_out_by_challenges(database: Database):
    limits = Limits(matches=1, in_guild=1)
    for challenger in range(500, 505):
        await ask(database, limits, challenger, ANNA)
    await play(database, limits, ANNA)


async def test_accepting_counts_for_who_accepts(database: Database):
    limits = Limits(matches=1)
    asked = await ask(database, limits, ANNA, BORA)
    own = await play(database, limits, BORA)
    assert await reached(database.matches.accept(asked.id, limits=limits)) == ("matches", 1)
    assert (await database.matches.get(asked.id)).state == "challenge"
    await resign(database, own)
    await database.matches.accept(asked.id, limits=limits)
    assert await reached(play(database, limits, BORA)) == ("matches", 1)
    assert await reached(play(database, limits, ANNA)) == ("matches", 1)


@pytest.mark.parametrize("limits", [Limits(matches=3), Limits(in_guild=3), Limits(boards=3)])
async def test_of_many_at_once_as_many_begin_as_may(database: Database, limits: Limits):
    told = await asyncio.gather(*(play(database, limits) for _ in range(12)), return_exceptions=True)
    assert sum(isinstance(one, Match) for one in told) == 3
    assert sum(isinstance(one, LimitReached) for one in told) == 9
    assert len(await database.matches.of_user(ANNA)) == 3


async def test_of_two_acceptances_at_once_one_gets_the_last_place(database: Database):
    limits = Limits(matches=1)
    asked = [await ask(database, limits, user, BORA) for user in (ANNA, CHUL)]
    told = await asyncio.gather(
        *(database.matches.accept(one.id, limits=limits) for one in asked), return_exceptions=True
    )
    assert sorted(type(one).__name__ for one in told) == ["LimitReached", "Match"]
