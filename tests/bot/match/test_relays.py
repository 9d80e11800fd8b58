"""Relays: begun, joined while they go on, left, and what nobody can do."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import update

from bot.match.erasure import Erasure
from bot.match.relays import Relays
from bot.match.seeks import Seeks
from bot.match.teams import LOBBY_SECONDS
from data.model.match import NO_LIMITS, Limits, Match, MatchState
from data.model.relay import MOST_IN_RELAY, present_stint
from data.model.teams import Stint
from data.tables.matches import matches
from games import replay
from games.base import Side
from tests.bot.service import ANA, BEN, CHO, HERE, Service, refusal, some_move

DAN = 104
FIRST, SECOND = Side.FIRST, Side.SECOND


@pytest.fixture
def relays(made: Service) -> Relays:
    return Relays(made.store.matches, made.store.blocks, made.clock)


async def opened(relays: Relays, *, level: str | None = None, each: int = 2) -> Match:
    return await relays.create("othello", "6x6", FIRST, ANA, HERE, "relay-5m", each=each, level=level)


async def begun(relays: Relays) -> Match:
    """Ana, who moves first, against Dan."""
    match = await opened(relays)
    return await relays.join(match.id, DAN, SECOND, NO_LIMITS)


async def play(made: Service, match: Match, count: int) -> tuple[Match, list[int]]:
    """So many moves more, and who made them."""
    movers = []
    for _ in range(count):
        user = match.require_user(replay(match.record).to_move)
        movers.append(user)
        match = await made.matches.play(match.id, match.position_id, user, some_move(match))
    return match, movers


async def time_runs_out(made: Service, match: Match) -> Match:
    """The match once the time of who is to move has run out."""
    back = update(matches).where(matches.c.id == match.id).values(clock_since=-1e6)
    await made.store.database.write(lambda connection: connection.execute(back))
    after = await made.matches.vacations.flag_falls(made.store.background, match.id)
    assert after is not None
    return after


async def test_against_the_computer_only_who_moved_last_or_moves_now_takes_back(
    made: Service, relays: Relays
) -> None:
    match = await opened(relays, level="1", each=1)
    match = await relays.join(match.id, BEN, FIRST, NO_LIMITS)
    match = await relays.join(match.id, CHO, FIRST, NO_LIMITS)
    match, movers = await play(made, match, 1)
    assert (movers, match.user_of(FIRST)) == ([ANA], BEN)
    request = made.matches.takebacks.request
    assert await refusal(request(match.id, match.position_id, CHO)) == "relay.undo"
    match = await request(match.id, match.position_id, ANA)
    assert (match.ply, match.user_of(FIRST)) == (0, ANA)


async def test_it_begins_once_somebody_is_on_each_side(relays: Relays) -> None:
    match = await opened(relays)
    assert match.state == MatchState.CHALLENGE
    beside = await relays.join(match.id, BEN, FIRST, NO_LIMITS)
    assert beside.state == MatchState.CHALLENGE and beside.members(FIRST) == (ANA, BEN)
    after = await relays.join(match.id, DAN, SECOND, NO_LIMITS)
    assert after.is_active and (after.first_id, after.second_id) == (ANA, DAN)
    assert after.clock is not None and after.clock.side is FIRST


async def test_its_creator_can_change_sides_before(relays: Relays) -> None:
    match = await opened(relays)
    await relays.join(match.id, BEN, FIRST, NO_LIMITS)
    after = await relays.join(match.id, ANA, SECOND, NO_LIMITS)
    assert after.is_active and (after.first_id, after.second_id) == (BEN, ANA)


async def test_against_the_computer_it_begins_at_once(made: Service, relays: Relays) -> None:
    match = await opened(relays, level="1")
    assert match.is_active and match.level == "1" and match.user_of(SECOND) is None
    after = await relays.join(match.id, BEN, SECOND, NO_LIMITS)
    assert after.members(FIRST) == (ANA, BEN) and after.members(SECOND) == ()
    await made.matches.close()


async def test_members_relieve_each_other(made: Service, relays: Relays) -> None:
    match = await begun(relays)
    match = await relays.join(match.id, BEN, FIRST, NO_LIMITS)
    assert present_stint(match) == Stint(ANA, 2, BEN)
    match, movers = await play(made, match, 8)
    assert movers == [ANA, DAN, ANA, DAN, BEN, DAN, BEN, DAN]


async def test_joining_leaves_the_clock_of_who_is_to_move(made: Service, relays: Relays) -> None:
    match = await begun(relays)
    made.clock.now += 60
    after = await relays.join(match.id, BEN, FIRST, NO_LIMITS)
    assert after.clock == match.clock and after.user_of(FIRST) == ANA


async def test_nobody_is_on_both_sides(made: Service, relays: Relays) -> None:
    match = await begun(relays)
    await relays.join(match.id, BEN, FIRST, NO_LIMITS)
    assert await refusal(relays.join(match.id, BEN, FIRST, NO_LIMITS)) == "team.there-already"
    assert await refusal(relays.join(match.id, BEN, SECOND, NO_LIMITS)) == "relay.other-side"
    await made.matches.teams.leave(match.id, BEN)
    assert await refusal(relays.join(match.id, BEN, SECOND, NO_LIMITS)) == "relay.other-side"
    back = await relays.join(match.id, BEN, FIRST, NO_LIMITS)
    assert back.members(FIRST) == (ANA, BEN)


async def test_who_leaves_again_and_again_stays_out(made: Service, relays: Relays) -> None:
    match = await begun(relays)
    for _ in range(3):
        await relays.join(match.id, BEN, FIRST, NO_LIMITS)
        await made.matches.teams.leave(match.id, BEN)
    assert await refusal(relays.join(match.id, BEN, FIRST, NO_LIMITS)) == "relay.left-often"


async def test_the_last_place_is_given_once(relays: Relays) -> None:
    match = await begun(relays)
    for user in range(200, 198 + MOST_IN_RELAY):
        await relays.join(match.id, user, FIRST, NO_LIMITS)
    both = [relays.join(match.id, user, FIRST, NO_LIMITS) for user in (BEN, CHO)]
    results = await asyncio.gather(*both, return_exceptions=True)
    assert sum(isinstance(result, Match) for result in results) == 1
    assert await refusal(relays.join(match.id, 300, FIRST, NO_LIMITS)) == "team.full"


async def test_the_last_member_of_a_side_loses_by_leaving(made: Service, relays: Relays) -> None:
    match = await begun(relays)
    match = await relays.join(match.id, BEN, FIRST, NO_LIMITS)
    match, _ = await play(made, match, 2)
    after = await made.matches.resign(match.id, None, ANA)
    assert after.is_active and after.user_of(FIRST) == BEN
    over = await made.matches.resign(match.id, None, BEN)
    assert over.state == MatchState.OVER and over.winner is SECOND


async def test_whose_time_runs_out_is_out_and_the_others_go_on(made: Service, relays: Relays) -> None:
    match = await begun(relays)
    match, _ = await play(made, await relays.join(match.id, BEN, FIRST, NO_LIMITS), 2)
    after = await time_runs_out(made, match)
    assert after.is_active and after.members(FIRST) == (BEN,) and after.user_of(FIRST) == BEN
    over = await time_runs_out(made, match)
    assert over.state == MatchState.OVER and over.winner is SECOND


async def test_who_joins_loses_their_guess(made: Service, relays: Relays) -> None:
    match = await begun(relays)
    guesses = made.store.guesses
    await guesses.put(match.id, match.position_id, BEN, replay(match.record).legal_moves()[0])
    await guesses.put(match.id, match.position_id, CHO, replay(match.record).legal_moves()[0])
    await relays.join(match.id, BEN, FIRST, NO_LIMITS)
    assert [guess.user_id for guess in await guesses.of_match(match.id)] == [CHO]


async def test_nobody_joins_a_match_that_is_over(made: Service, relays: Relays) -> None:
    match = await begun(relays)
    await made.matches.resign(match.id, None, ANA)
    assert await refusal(relays.join(match.id, BEN, FIRST, NO_LIMITS)) == "match.over"


async def test_nobody_joins_what_has_expired(made: Service, relays: Relays) -> None:
    match = await opened(relays)
    made.clock.now += LOBBY_SECONDS
    assert await refusal(relays.join(match.id, BEN, SECOND, NO_LIMITS)) == "challenge.expired"


async def test_nobody_joins_a_rengo_while_it_goes_on(made: Service, relays: Relays) -> None:
    match = await made.matches.teams.create("othello", "6x6", FIRST, ANA, HERE, None)
    assert await refusal(relays.join(match.id, BEN, SECOND, NO_LIMITS)) == "error.unknown-button"


async def test_who_is_blocked_cannot_join(made: Service, relays: Relays) -> None:
    match = await begun(relays)
    await made.store.blocks.add(DAN, BEN, 10)
    assert await refusal(relays.join(match.id, BEN, FIRST, NO_LIMITS)) == "challenge.not-now"


async def test_limits_hold_for_who_joins(relays: Relays) -> None:
    match = await begun(relays)
    other = await opened(relays)
    await relays.join(other.id, BEN, FIRST, NO_LIMITS)
    await relays.join(other.id, CHO, SECOND, NO_LIMITS)
    assert await refusal(relays.join(match.id, BEN, FIRST, Limits(matches=1))) == "limit.matches"


async def test_whoever_erases_their_data_has_left(made: Service, relays: Relays) -> None:
    match = await begun(relays)
    match = await relays.join(match.id, BEN, FIRST, NO_LIMITS)
    await play(made, match, 2)
    await made.matches.teams.leave(match.id, BEN)
    await relays.join(match.id, BEN, FIRST, NO_LIMITS)
    erasure = Erasure(made.store, made.matches, Seeks(made.store, made.events, made.clock))
    await erasure.erase(ANA)
    await erasure.erase(BEN)
    after = await made.store.matches.get(match.id)
    assert after.teams is not None and not {str(ANA), str(BEN)} & set(
        after.teams.text.replace("/", " ").replace("+", " ").replace(":", " ").split()
    )
