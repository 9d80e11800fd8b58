"""Vacations: which matches they pause, how they begin by themselves, and what a kill leaves undone."""

from __future__ import annotations

import asyncio

import pytest

from bot.match.service import MatchService
from data.model.match import Match, MatchState, PauseReason
from data.model.vacation import Vacation
from tests.bot.service import ANA, BEN, CHO, PATIENCE, Service, refusal, some_move, until
from tests.clock import Clock

DAY = 86_400.0
FLAG = 3 * DAY + 10


async def opened(made: Service, control: str | None = "3-days") -> Match:
    """A match in which each side has moved; Ana is to move."""
    match = await made.people(control=control)
    for user in (ANA, BEN):
        match = await made.play(match, user, some_move(match))
    return match


async def becomes(made: Service, match: Match, paused: PauseReason | None) -> Match:
    async with asyncio.timeout(PATIENCE):
        while (present := await made.matches.get(match.id)).paused != paused:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    return present


def nobody_was_seen(made: Service) -> None:
    made.matches.vacations._was_seen = lambda *_: False


def let_pass(made: Service, ticks: Clock, seconds: float) -> None:
    ticks.now += seconds
    made.clock.now += seconds
    made.matches.clocks.wake()


async def test_it_pauses_matches_with_days_and_continues_them(made: Service, ticks: Clock) -> None:
    match, untimed, live = await opened(made), await opened(made, None), await opened(made, "10+10")
    computer = await made.computer()
    await made.matches.vacations.begin(ANA)
    assert await refusal(made.matches.vacations.begin(ANA)) == "vacation.already"
    paused = await becomes(made, match, PauseReason.VACATION)
    assert paused.clock is not None and paused.clock.since is None
    for other in (untimed, live, computer):
        assert (await made.matches.get(other.id)).paused is None
    assert await refusal(made.play(match, ANA, some_move(match))) == "match.vacation"
    ticks.now += 20 * DAY
    await made.matches.vacations.end(ANA)
    resumed = await becomes(made, match, None)
    assert resumed.clock is not None and resumed.clock.since == made.store.uptime.of(None)
    assert await refusal(made.matches.vacations.end(ANA)) == "vacation.not-away"


async def test_both_can_be_away(made: Service) -> None:
    match = await opened(made)
    await made.matches.vacations.begin(ANA)
    await made.matches.vacations.begin(BEN)
    paused = await becomes(made, match, PauseReason.VACATION)
    after = await made.matches.vacations.come_back(match.id, paused.position_id, ANA)
    assert after.paused == PauseReason.VACATION, "Ben is still away"
    assert await refusal(made.matches.vacations.come_back(match.id, None, ANA)) == "vacation.not-away"
    assert await refusal(made.matches.vacations.come_back(match.id, None, CHO)) == "match.not-seated"
    assert (await made.matches.vacations.come_back(match.id, None, BEN)).paused is None
    assert await refusal(made.matches.vacations.come_back(match.id, None, BEN)) == "match.outdated"


async def test_a_match_that_begins_meanwhile_is_paused_too(made: Service) -> None:
    await made.matches.vacations.begin(BEN)
    await becomes(made, await made.people(control="1-day"), PauseReason.VACATION)


async def test_a_paused_match_can_be_resigned(made: Service) -> None:
    match = await opened(made)
    await made.matches.vacations.begin(ANA)
    await becomes(made, match, PauseReason.VACATION)
    over = await made.matches.resign(match.id, None, BEN)
    assert over.state == MatchState.OVER and over.paused is None


async def test_it_begins_by_itself_at_the_flag_once(made: Service, ticks: Clock) -> None:
    match, other = await opened(made), await opened(made, "7-days")
    nobody_was_seen(made)
    made.start()
    let_pass(made, ticks, FLAG)
    paused = await becomes(made, match, PauseReason.VACATION)
    await becomes(made, other, PauseReason.VACATION)
    assert (await made.matches.vacations.of(ANA)).by_itself
    await made.matches.vacations.come_back(match.id, paused.position_id, ANA)
    await becomes(made, other, None)
    let_pass(made, ticks, FLAG)
    await until(lambda: made.changes.seen and made.changes.seen[-1].state == MatchState.OVER)
    assert (await made.matches.get(match.id)).reason == "outcome.time"


@pytest.mark.parametrize("control", ["3-days", "10+10"])
async def test_who_was_seen_or_plays_on_minutes_loses_on_time(
    made: Service, ticks: Clock, control: str
) -> None:
    match = await opened(made, control)
    if control == "10+10":
        nobody_was_seen(made)
    made.start()
    let_pass(made, ticks, FLAG)
    await until(lambda: made.changes.seen)
    assert (await made.matches.get(match.id)).reason == "outcome.time"
    assert not (await made.matches.vacations.of(ANA)).by_itself


async def test_a_match_that_has_hardly_begun_costs_no_vacation(made: Service, ticks: Clock) -> None:
    match = await made.people(control="3-days")
    nobody_was_seen(made)
    made.start()
    let_pass(made, ticks, FLAG)
    await until(lambda: made.changes.seen)
    assert (await made.matches.get(match.id)).reason == "outcome.aborted"


async def test_a_press_of_the_opponent_at_the_flag_pauses_it_too(made: Service, ticks: Clock) -> None:
    match = await opened(made)
    nobody_was_seen(made)
    ticks.now += FLAG  # nobody watches: the service was not started
    assert await refusal(made.matches.draws.offer(match.id, None, BEN)) == "match.outdated"
    assert (await made.matches.get(match.id)).paused == PauseReason.VACATION


async def test_it_ends_once_its_days_are_used_up(made: Service) -> None:
    match = await opened(made)
    begun = await made.matches.vacations.begin(ANA)
    await becomes(made, match, PauseReason.VACATION)
    assert begun.ends_at is not None
    made.clock.now = begun.ends_at - 1
    await made.matches.vacations.end_used_up()
    assert (await made.matches.vacations.of(ANA)).is_away
    made.clock.now = begun.ends_at
    await made.matches.vacations.end_used_up()
    await becomes(made, match, None)
    assert (await made.store.vacations.get(ANA)).since is None


@pytest.mark.parametrize("begins", [True, False])
async def test_a_kill_after_the_first_write_is_made_good_at_the_start(made: Service, begins: bool) -> None:
    match = await opened(made)
    if not begins:
        await made.matches.vacations.begin(ANA)
        await becomes(made, match, PauseReason.VACATION)
    await made.matches.close()
    made.events._listeners.clear()
    vacations, now = made.store.vacations, made.clock.now
    stored = await (vacations.begin(ANA, now) if begins else vacations.end(ANA, now))
    assert isinstance(stored, Vacation) and stored.is_away is begins
    made.matches = MatchService(made.store, made.player, made.events, made.clock, made.clock)
    made.start()
    await becomes(made, match, PauseReason.VACATION if begins else None)
