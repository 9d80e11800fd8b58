"""Clocks of stored matches: charged by moves, stopped by pauses, and the flag that falls once."""

from __future__ import annotations

import asyncio

import pytest

from data.errors import Stale
from data.matches.store import MatchStore
from data.model.match import Match, MatchState, Offer, OfferKind, PauseReason, PositionId
from data.store import Store
from games.base import Outcome, Side
from games.clock import GRACE_SECONDS, Budget
from tests.boards import post
from tests.clock import Clock
from tests.data.clocks import clock_of, late, move, on_clock, turn
from tests.data.conftest import append, begin_in, played

FIRST, SECOND = Side.FIRST, Side.SECOND

pytestmark = pytest.mark.usefixtures("running_uptime")


async def test_a_move_charges_the_time_of_its_player(matches: MatchStore, ticks: Clock) -> None:
    match = await on_clock(matches)
    ticks.now += 40
    match = await move(matches, match)
    assert (clock_of(match).first, clock_of(match).side) == (Budget(265), SECOND)
    since = clock_of(match).since
    assert since is not None
    assert clock_of(match).falls_at == since + 300
    assert await matches.get(match.id) == match


async def test_what_was_left_after_each_move_is_stored(store: Store, ticks: Clock) -> None:
    matches = store.matches
    match = await on_clock(matches, control="byo-yomi")
    ticks.now += 40
    match = await move(matches, match, "d3")
    ticks.now += 640
    match = await move(matches, match, "c3")
    ticks.now += 5
    stay = turn(FIRST, ended=False)
    match = await append(matches, match.id, match.position_id, played("c4"), outcome=None, turn=stay)
    assert await store.queries.times_left(match.id) == {0: Budget(560, 3), 1: Budget(0, 2)}
    assert clock_of(match).second == Budget(0, 2)
    match = await matches.take_back(match.id, match.position_id, 1, to_move=SECOND)
    assert await store.queries.times_left(match.id) == {0: Budget(560, 3)}


async def test_what_the_computer_and_a_forced_pass_take_is_not_stored(store: Store, ticks: Clock) -> None:
    matches = store.matches
    match = await on_clock(matches, second_id=None, level="3")
    ticks.now += 10
    forced = [*played("d3"), *played("pass", None)]
    match = await append(matches, match.id, match.position_id, forced, outcome=None, turn=turn(None))
    ticks.now += 10
    match = await append(
        matches, match.id, match.position_id, played("c3", None), outcome=None, turn=turn(FIRST)
    )
    assert await store.queries.times_left(match.id) == {0: Budget(295)}
    untimed = await begin_in(matches)
    await append(matches, untimed.id, untimed.position_id, played("d3"), outcome=None)
    assert await store.queries.times_left(untimed.id) == {}


async def test_a_move_that_keeps_the_turn_keeps_the_clock_running(matches: MatchStore, ticks: Clock) -> None:
    match = await on_clock(matches)
    ticks.now += 40
    stay = turn(FIRST, ended=False)
    marked = await append(matches, match.id, match.position_id, played("dead-d4"), outcome=None, turn=stay)
    assert marked.clock == match.clock
    assert clock_of(marked).left(FIRST, ticks.now - 500.0) == Budget(260)


async def test_a_match_with_a_clock_requires_the_turn(matches: MatchStore) -> None:
    match = await on_clock(matches)
    with pytest.raises(ValueError, match="the turn is required"):
        await append(matches, match.id, match.position_id, played("d3"), outcome=None)
    assert await matches.get(match.id) == match


async def test_the_computer_has_no_clock(matches: MatchStore, ticks: Clock) -> None:
    match = await on_clock(matches, second_id=None, level="3")
    match = await append(matches, match.id, match.position_id, played("d3"), outcome=None, turn=turn(None))
    assert clock_of(match).falls_at is None
    ticks.now += 10_000
    reply = played("c3", None)
    match = await append(matches, match.id, match.position_id, reply, outcome=None, turn=turn(FIRST))
    assert (clock_of(match).first, clock_of(match).second) == (Budget(305), Budget(300))


async def test_a_move_after_the_flag_fell_is_not_stored(matches: MatchStore, ticks: Clock) -> None:
    match = await on_clock(matches)
    ticks.now += 300 + GRACE_SECONDS
    on_the_line = await move(matches, match)
    assert on_the_line.moves == ("d3",)
    ticks.now += 300 + GRACE_SECONDS + 0.01
    position_id = on_the_line.position_id
    result = await matches.append(match.id, position_id, played("c3"), outcome=None, turn=turn(FIRST))
    over = result.match
    assert result.ended_by_clock
    assert (over.moves, over.state, over.winner, over.reason) == (("d3",), "over", FIRST, "outcome.time")
    assert await matches.get(match.id) == over


async def test_a_flag_falls_once(matches: MatchStore, ticks: Clock) -> None:
    match = await on_clock(matches)
    assert await matches.time_forfeit(match.id, late) is None
    ticks.now += 300 + GRACE_SECONDS + 0.01
    attempts = await asyncio.gather(*(matches.time_forfeit(match.id, late) for _ in range(5)))
    ended = [one for one in attempts if one]
    assert [(one.state, one.winner, one.reason) for one in ended] == [("over", SECOND, "outcome.time")]
    assert clock_of(ended[0]).falls_at is None


async def test_a_turn_starts_over_with_the_time_it_began_with(matches: MatchStore, ticks: Clock) -> None:
    match = await on_clock(matches)
    ticks.now += 100
    after = await matches.restart_turn(match.id, match.position_id)
    before, now = clock_of(match), clock_of(after)
    assert (now.since, now.first, now.second) == ((before.since or 0.0) + 100, before.first, before.second)
    with pytest.raises(Stale):
        await matches.restart_turn(match.id, PositionId(1, 0))


async def test_the_flag_of_a_tournament_s_match_falls_only_once_it_is_shown(
    store: Store, ticks: Clock
) -> None:
    match = await on_clock(store.matches, tournament_id=5)
    ticks.now += 1000
    after = await store.matches.time_forfeit(match.id, late)
    assert (
        after is not None
        and after.is_active
        and (clock_of(after).since or 0.0) > (clock_of(match).since or 0.0)
    )
    await post(store, after, 99)
    ticks.now += 1000
    over = await store.matches.time_forfeit(match.id, late)
    assert over is not None and over.reason == "outcome.time"


@pytest.mark.parametrize("seconds", [299.0, 302.0])
async def test_a_move_and_a_falling_flag_have_one_order(
    matches: MatchStore, ticks: Clock, seconds: float
) -> None:
    match = await on_clock(matches)
    ticks.now += seconds
    forfeits = (matches.time_forfeit(match.id, late) for _ in range(3))
    found = await asyncio.gather(*forfeits, move(matches, match), return_exceptions=True)
    present = await matches.get(match.id)
    if seconds < 300:
        assert (present.state, present.moves) == ("playing", ("d3",))
        assert found[:3] == [None] * 3
    else:
        assert (present.state, present.moves, present.reason) == ("over", (), "outcome.time")
        assert len([one for one in found if isinstance(one, Match | Stale)]) == 2


async def test_the_clock_of_a_challenge_is_stopped(matches: MatchStore, ticks: Clock) -> None:
    match = await on_clock(matches, state=MatchState.CHALLENGE)
    assert (clock_of(match).since, clock_of(match).control.name) == (None, "5+5")
    ticks.now += 9_000
    accepted = await matches.accept(match.id, SECOND)
    assert (clock_of(accepted).side, clock_of(accepted).falls_at) == (SECOND, ticks.now - 500.0 + 300)


async def test_a_takeback_gives_no_time_back(matches: MatchStore, ticks: Clock) -> None:
    match = await on_clock(matches)
    ticks.now += 40
    match = await move(matches, match)
    ticks.now += 30
    back = await matches.take_back(match.id, match.position_id, 0, to_move=FIRST)
    assert (clock_of(back).first, clock_of(back).second) == (Budget(265), Budget(270))
    assert clock_of(back).side is FIRST


async def test_a_match_is_paused_and_resumed(matches: MatchStore, ticks: Clock) -> None:
    match = await on_clock(matches)
    ticks.now += 40
    paused = await matches.pause(match.id, match.position_id, PauseReason.ADJOURNED)
    assert (paused.paused, paused.is_active, paused.version) == (
        PauseReason.ADJOURNED,
        False,
        match.version + 1,
    )
    ticks.now += 10_000
    assert await matches.time_forfeit(match.id, late) is None
    for change in (
        move(matches, paused),
        matches.pause(match.id, None, PauseReason.ADJOURNED),
        matches.resume(match.id, PauseReason.SUSPENDED),
        matches.take_back(match.id, PositionId(1, 0), 0, to_move=FIRST),
    ):
        with pytest.raises(Stale):
            await change
    assert await matches.get(match.id) == paused
    resumed = await matches.resume(match.id, PauseReason.ADJOURNED)
    assert (resumed.paused, clock_of(resumed).falls_at) == (None, ticks.now - 500.0 + 260)
    with pytest.raises(Stale):
        await matches.resume(match.id, PauseReason.ADJOURNED)


async def test_a_paused_match_can_end_and_have_an_offer(matches: MatchStore) -> None:
    match = await begin_in(matches, "d3 c3")
    paused = await matches.pause(match.id, match.position_id, PauseReason.ADJOURNED)
    asked = await matches.set_offer(match.id, match.position_id, None, Offer(OfferKind.RESUME, FIRST, 2))
    assert (asked.offer, asked.paused) == (Offer(OfferKind.RESUME, FIRST, 2), PauseReason.ADJOURNED)
    over = await matches.finish(match.id, paused.position_id, Outcome(SECOND, "outcome.resigned"))
    assert (over.state, over.paused) == ("over", None)
