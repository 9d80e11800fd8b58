"""Challenges: consent, refusal, expiry."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.exceptions import Outdated, Refusal
from bot.match.challenges import CHALLENGE_SECONDS, SECONDS_OF_DAY
from bot.match.limits import PAIR_MENTIONS
from bot.match.setup import Seats
from data.model.match import Limits, Match
from data.store import Store
from tests.bot.service import ANA, BEN, CHO, HERE, Faults, Service, never, refusal, service, until
from tests.clock import Clock


async def test_a_challenge_waits_for_its_answer(made: Service) -> None:
    match = await made.matches.challenges.create("othello", "8x8", Seats(BEN, ANA), ANA, HERE)
    assert (match.state, match.begun, match.first_id, match.second_id) == ("challenge", False, BEN, ANA)
    assert match.expires_at == made.clock.now + CHALLENGE_SECONDS
    assert (match.guild_id, match.home.channel_id, match.home.locale) == (7, 70, "ko")
    begun = await made.matches.challenges.accept(match.id, BEN)
    assert (begun.state, begun.begun, begun.expires_at, begun.ply) == ("playing", True, None, 0)


@pytest.mark.parametrize(
    ("control", "seconds"),
    [
        (None, CHALLENGE_SECONDS),
        ("10+10", CHALLENGE_SECONDS),
        ("1-day", SECONDS_OF_DAY),
        ("7-days", SECONDS_OF_DAY),
    ],
)
async def test_a_challenge_to_a_match_of_days_waits_for_a_day(
    made: Service, control: str | None, seconds: float
) -> None:
    match = await made.matches.challenges.create("othello", "8x8", Seats(BEN, ANA), ANA, HERE, control)
    assert match.expires_at == made.clock.now + seconds


@pytest.mark.parametrize(
    ("user", "verb", "reason"),
    [(BEN, "decline", "challenge.declined"), (ANA, "cancel", "challenge.cancelled")],
)
async def test_a_challenge_comes_to_nothing(made: Service, user: int, verb: str, reason: str) -> None:
    match = await made.matches.challenges.create("othello", "8x8", Seats(ANA, BEN), ANA, HERE)
    ended = await getattr(made.matches.challenges, verb)(match.id, user)
    assert (ended.state, ended.reason, ended.winner, ended.begun) == ("over", reason, None, False)
    for late_user, late in ((BEN, "accept"), (BEN, "decline"), (ANA, "cancel")):
        assert await refusal(getattr(made.matches.challenges, late)(match.id, late_user)) == "match.outdated"
    assert await made.matches.get(match.id) == ended


@pytest.mark.parametrize(
    ("user", "verb", "key"),
    [
        (ANA, "accept", "challenge.only-challenged"),
        (BEN, "cancel", "challenge.only-challenger"),
        (CHO, "accept", "challenge.not-yours"),
        (CHO, "decline", "challenge.not-yours"),
        (CHO, "cancel", "challenge.not-yours"),
    ],
)
async def test_who_may_answer_a_challenge(made: Service, user: int, verb: str, key: str) -> None:
    match = await made.matches.challenges.create("othello", "8x8", Seats(ANA, BEN), ANA, HERE)
    assert await refusal(getattr(made.matches.challenges, verb)(match.id, user)) == key
    assert await made.matches.get(match.id) == match


async def test_nothing_else_can_be_done_to_a_challenge(made: Service) -> None:
    match = await made.matches.challenges.create("othello", "8x8", Seats(ANA, BEN), ANA, HERE)
    for act in (
        made.matches.play(match.id, match.position_id, ANA, "d3"),
        made.matches.takebacks.request(match.id, match.position_id, ANA),
        made.matches.takebacks.accept(match.id, match.position_id, BEN),
        made.matches.resign(match.id, match.position_id, BEN),
        made.matches.hints.check(match.id, match.position_id, ANA),
        made.matches.lookup.unfinished(match.id, ANA, None),
    ):
        assert await refusal(act) == "match.not-begun"
    assert await refusal(made.matches.lookup.finished(match.id, ANA)) == "match.outdated"
    assert await made.matches.get(match.id) == match


async def test_a_challenge_expires_by_itself(made: Service) -> None:
    match = await made.matches.challenges.create("othello", "8x8", Seats(ANA, BEN), ANA, HERE)
    await made.matches.close()  # forget the sleep of a quarter of an hour
    made.clock.now += CHALLENGE_SECONDS
    made.start()
    await until(lambda: made.changes.seen[1:])
    assert made.changes.seen[-1].id == match.id
    assert made.changes.seen[-1].reason == "challenge.expired"


async def test_a_challenge_that_fell_due_cannot_be_accepted(made: Service) -> None:
    match = await made.matches.challenges.create("othello", "8x8", Seats(ANA, BEN), ANA, HERE)
    await made.matches.close()  # nobody ends it by the clock
    made.clock.now += CHALLENGE_SECONDS
    ended = await made.matches.challenges.accept(match.id, BEN)
    assert (ended.state, ended.reason) == ("over", "challenge.expired")


async def test_expiry_waits_out_a_busy_store(store: Store) -> None:
    clock = Clock()
    faults = Faults(times=0)
    one = service(store, never(), faults, clock)
    match = await one.matches.challenges.create("othello", "8x8", Seats(ANA, BEN), ANA, HERE)
    await one.matches.close()
    clock.now += CHALLENGE_SECONDS
    faults.times = 3
    one.start()
    await until(lambda: one.changes.seen[1:])
    assert faults.refused == 3
    assert (await one.matches.get(match.id)).reason == "challenge.expired"
    await one.matches.close()


async def test_of_two_answers_at_once_one_counts(made: Service) -> None:
    for _ in range(5):
        made.clock.now += PAIR_MENTIONS.seconds
        match = await made.matches.challenges.create("othello", "8x8", Seats(ANA, BEN), ANA, HERE)
        results = await asyncio.gather(
            made.matches.challenges.accept(match.id, BEN),
            made.matches.challenges.cancel(match.id, ANA),
            made.matches.challenges.decline(match.id, BEN),
            return_exceptions=True,
        )
        won = [result for result in results if isinstance(result, Match)]
        assert len(won) == 1
        assert sum(isinstance(result, Outdated) for result in results) == 2
        assert await made.matches.get(match.id) == won[0]


# --- Open challenges -----------------------------------------------------------------------------------

DAN = 104


async def open_challenge(made: Service, seats: Seats | None = None) -> Match:
    """A challenge of Ana, who moves first, to anyone."""
    return await made.matches.challenges.create("othello", "8x8", seats or Seats(ANA, None), ANA, HERE)


@pytest.mark.parametrize("seats", [Seats(ANA, None), Seats(None, ANA)])
async def test_anyone_can_accept_an_open_challenge(made: Service, seats: Seats) -> None:
    match = await open_challenge(made, seats)
    assert match.is_open and (match.first_id, match.second_id) == (seats.first, seats.second)
    begun = await made.matches.challenges.accept(match.id, BEN)
    assert begun.state == "playing" and not begun.is_open
    assert (begun.first_id, begun.second_id) == (seats.first or BEN, seats.second or BEN)
    first = begun.first_id
    assert first is not None
    assert (await made.matches.play(begun.id, begun.position_id, first, "d3")).ply == 1


@pytest.mark.parametrize(
    ("user", "verb", "key"),
    [
        (ANA, "accept", "challenge.own"),
        (BEN, "cancel", "challenge.only-challenger-open"),
    ],
)
async def test_who_may_answer_an_open_challenge(made: Service, user: int, verb: str, key: str) -> None:
    match = await open_challenge(made)
    assert await refusal(getattr(made.matches.challenges, verb)(match.id, user)) == key
    assert await made.matches.get(match.id) == match


async def test_an_open_challenge_is_cancelled(made: Service) -> None:
    match = await open_challenge(made)
    ended = await made.matches.challenges.cancel(match.id, ANA)
    assert (ended.state, ended.reason, ended.begun) == ("over", "challenge.cancelled", False)
    assert await refusal(made.matches.challenges.accept(match.id, BEN)) == "match.outdated"


async def test_of_several_who_accept_the_first_plays(made: Service) -> None:
    for _ in range(5):
        match = await open_challenge(made)
        people = (BEN, CHO, DAN)
        results = await asyncio.gather(
            *(made.matches.challenges.accept(match.id, person) for person in people), return_exceptions=True
        )
        (winner,) = [result.second_id for result in results if isinstance(result, Match)]
        late = [result for result in results if isinstance(result, Refusal)]
        assert [one.key for one in late] == ["challenge.taken"] * 2
        assert (await made.matches.get(match.id)).second_id == winner
        for person in {*people} - {winner}:
            assert await refusal(made.matches.challenges.accept(match.id, person)) == "challenge.taken"


async def test_limits_hold_for_both_sides_of_an_open_challenge(made: Service) -> None:
    here = replace(HERE, limits=Limits(challenges=1, in_guild=1))
    create = made.matches.challenges.create
    match = await create("othello", "8x8", Seats(ANA, None), ANA, here)
    assert await refusal(create("go", "9x9", Seats(ANA, None), ANA, here)) == "limit.challenges"
    await made.computer(BEN)
    accepting = made.matches.challenges.accept(match.id, BEN, here.limits)
    assert await refusal(accepting) == "limit.in-guild"
    assert (await made.matches.challenges.accept(match.id, CHO, here.limits)).second_id == CHO
