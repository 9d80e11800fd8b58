"""Limits as the service reports them: one sentence each, nothing changed, and two at once get one place."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from ai import strengths
from bot.exceptions import Refusal
from bot.match.challenges import CHALLENGE_SECONDS
from bot.match.limits import (
    CHALLENGES,
    MATCHES_EVERYWHERE,
    PAIR_MENTIONS,
    STRONG_MATCHES,
    limits,
)
from bot.match.setup import Seats
from data.model.match import Match
from data.servers.settings import GuildSettings
from tests.bot.service import ANA, BEN, CHO, HERE, Service, refusal

DM = replace(HERE, guild_id=None, limits=limits(None))


def server(**settings: Any) -> Any:
    """A place in a server with these settings."""
    return replace(HERE, limits=limits(GuildSettings(7, **settings)))


async def alone(s: Service, place: Any, user: int = ANA, level: str = "3") -> Match:
    return await s.matches.start_against_computer("othello", "6x6", Seats(user, None), level, place)


async def ask(s: Service, place: Any, user: int, other: int) -> Match:
    return await s.matches.challenges.create("othello", "6x6", Seats(user, other), user, place)


async def test_what_a_server_sets(made: Service) -> None:
    place = server(matches=2)
    for _ in range(2):
        await alone(made, place)
    assert await refusal(alone(made, place)) == "limit.in-guild"
    await alone(made, place, BEN)
    await alone(made, DM)


async def test_a_limit_is_told_with_its_number(made: Service) -> None:
    place = server(matches=1)
    await alone(made, place)
    with pytest.raises(Refusal) as error:
        await alone(made, place)
    assert error.value.arguments == {"n": 1}


async def test_no_server_allows_more_than_there_may_be_everywhere(made: Service) -> None:
    place = server(matches=1000)
    for _ in range(MATCHES_EVERYWHERE):
        await alone(made, place)
    assert await refusal(alone(made, place)) == "limit.matches"
    assert await refusal(alone(made, DM)) == "limit.matches"


async def test_boards_of_a_channel(made: Service) -> None:
    place = server(boards=2)
    await alone(made, place)
    await ask(made, place, BEN, CHO)
    assert await refusal(alone(made, place, CHO)) == "limit.boards"
    await alone(made, replace(place, channel_id=71), CHO)


async def test_strong_computers(made: Service) -> None:
    near_7 = str(round(strengths.strength_of("othello", "7") or 0) - 70)
    for level in ("7", near_7)[:STRONG_MATCHES]:
        await alone(made, DM, level=level)
    assert await refusal(alone(made, DM, level="8")) == "limit.strong"
    assert await refusal(alone(made, DM, level=near_7)) == "limit.strong"
    await alone(made, DM, level="6")


async def test_challenges_of_a_person(made: Service) -> None:
    first = await ask(made, DM, ANA, 500)
    assert await refusal(ask(made, server(), ANA, 500)) == "limit.same-person"
    for other in range(501, 500 + CHALLENGES):
        await ask(made, DM, ANA, other)
    assert await refusal(ask(made, DM, ANA, 600)) == "limit.challenges"
    await made.matches.challenges.cancel(first.id, ANA)
    await ask(made, DM, ANA, 600)


async def test_a_challenge_that_lapsed_is_none(made: Service) -> None:
    asked = await ask(made, DM, ANA, BEN)
    await asyncio.sleep(0)  # it begins to wait for its end
    made.clock.now += CHALLENGE_SECONDS
    assert (await made.matches.challenges.accept(asked.id, BEN)).reason == "challenge.expired"
    await ask(made, DM, ANA, BEN)


async def test_nobody_is_challenged_again_and_again_by_one_person(made: Service) -> None:
    challenges = made.matches.challenges
    for _ in range(PAIR_MENTIONS.allowed):
        asked = await ask(made, DM, ANA, BEN)
        await challenges.cancel(asked.id, ANA)
        made.clock.now += 60
    assert await refusal(ask(made, DM, ANA, BEN)) == "challenge.not-now"
    await challenges.cancel((await ask(made, DM, ANA, 600)).id, ANA)
    await challenges.cancel((await ask(made, DM, BEN, ANA)).id, BEN)
    made.clock.now += PAIR_MENTIONS.seconds - PAIR_MENTIONS.allowed * 60
    await ask(made, DM, ANA, BEN)


async def test_who_accepts_can_be_challenged_again(made: Service) -> None:
    for _ in range(PAIR_MENTIONS.allowed + 1):
        asked = await ask(made, DM, ANA, BEN)
        playing = await made.matches.challenges.accept(asked.id, BEN)
        await made.matches.resign(playing.id, None, BEN)


async def test_accepting_obeys_the_limits(made: Service) -> None:
    place = server(matches=1)
    asked = await ask(made, place, ANA, BEN)
    await alone(made, place, BEN)
    assert await refusal(made.matches.challenges.accept(asked.id, BEN, place.limits)) == "limit.in-guild"
    declined = await made.matches.challenges.decline(asked.id, BEN)
    assert declined.reason == "challenge.declined"


async def test_clicks_at_once_get_one_place(made: Service) -> None:
    place = server(matches=1)
    begun = await asyncio.gather(*(alone(made, place) for _ in range(8)), return_exceptions=True)
    assert sum(isinstance(one, Match) for one in begun) == 1
    assert {one.key for one in begun if isinstance(one, Refusal)} == {"limit.in-guild"}
