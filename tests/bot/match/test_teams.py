"""Teams: joined, started, moved in turn, left, and what none of their members can do."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import update

from bot.match.conditional_moves import ConditionalReplies
from bot.match.erasure import Erasure
from bot.match.seeks import Seeks
from bot.match.teams import LOBBY_SECONDS
from data.model.match import NO_LIMITS, Limits, Match, MatchState, Notified
from data.model.teams import MOST
from data.tables.matches import matches
from games import replay
from games.base import Side
from tests.bot.service import ANA, BEN, CHO, HERE, Service, refusal, some_move

DAN, EVE = 104, 105
FIRST, SECOND = Side.FIRST, Side.SECOND


async def lobby(made: Service, control: str | None = None) -> Match:
    return await made.matches.teams.create("othello", "6x6", FIRST, ANA, HERE, control)


async def started(made: Service, control: str | None = None) -> Match:
    """Ana, Ben and Cho against Dan and Eve."""
    match = await lobby(made, control)
    for user, side in ((BEN, FIRST), (DAN, SECOND), (CHO, FIRST), (EVE, SECOND)):
        await made.matches.teams.join(match.id, user, side, NO_LIMITS)
    match = await made.matches.teams.start(match.id, ANA, NO_LIMITS)
    made.changes.seen.clear()
    return match


async def play_on(made: Service, match: Match, count: int) -> tuple[Match, list[int]]:
    """So many moves more, and who made them."""
    movers = []
    for _ in range(count):
        user = match.require_user(replay(match.record).to_move)
        movers.append(user)
        match = await made.matches.play(match.id, match.position_id, user, some_move(match))
    return match, movers


async def test_people_join_change_sides_and_leave(made: Service) -> None:
    teams, match = made.matches.teams, await lobby(made)
    assert match.state == MatchState.CHALLENGE and match.expires_at == made.clock.now + LOBBY_SECONDS
    await teams.join(match.id, BEN, FIRST, NO_LIMITS)
    assert await refusal(teams.join(match.id, BEN, FIRST, NO_LIMITS)) == "team.there-already"
    assert await refusal(teams.start(match.id, ANA, NO_LIMITS)) == "team.nobody-there"
    changed = await teams.join(match.id, BEN, SECOND, NO_LIMITS)
    assert (changed.members(FIRST), changed.members(SECOND)) == ((ANA,), (BEN,))
    assert await refusal(teams.start(match.id, BEN, NO_LIMITS)) == "team.only-creator"
    left = await teams.leave_lobby(match.id, BEN)
    assert left.is_open and left.people == (ANA,)
    assert await refusal(teams.leave_lobby(match.id, BEN)) == "match.not-seated"
    assert await refusal(teams.leave_lobby(match.id, ANA)) == "team.creator-stays", (
        "no press cancels by mistake"
    )
    for answer in (made.matches.challenges.accept, made.matches.challenges.decline):
        assert await refusal(answer(match.id, BEN)) == "challenge.not-yours"
    over = await made.matches.challenges.cancel(match.id, ANA)
    assert over.reason == "challenge.cancelled"
    assert await refusal(teams.join(match.id, BEN, FIRST, NO_LIMITS)) == "match.outdated"


async def test_a_side_is_full(made: Service) -> None:
    match = await lobby(made)
    for user in range(200, 199 + MOST):
        await made.matches.teams.join(match.id, user, FIRST, NO_LIMITS)
    assert await refusal(made.matches.teams.join(match.id, BEN, FIRST, NO_LIMITS)) == "team.full"


async def test_limits_and_blocks(made: Service) -> None:
    await made.people()
    few, match = Limits(matches=1), await lobby(made)
    assert await refusal(made.matches.teams.join(match.id, BEN, SECOND, few)) == "limit.matches"
    await made.store.blocks.add(ANA, CHO, 9)
    await made.store.blocks.add(DAN, ANA, 9)
    for user in (CHO, DAN):
        assert (
            await refusal(made.matches.teams.join(match.id, user, SECOND, NO_LIMITS)) == "challenge.not-now"
        )
    await made.matches.teams.join(match.id, EVE, SECOND, NO_LIMITS)
    assert await refusal(made.matches.teams.start(match.id, ANA, few)) == "team.busy"


async def test_a_lobby_expires(made: Service) -> None:
    match = await lobby(made)
    made.clock.now += LOBBY_SECONDS
    assert await refusal(made.matches.teams.join(match.id, BEN, FIRST, NO_LIMITS)) == "challenge.expired"


async def test_members_move_in_turn_and_only_they(made: Service) -> None:
    match = await started(made)
    assert await refusal(made.matches.play(match.id, match.position_id, BEN, "c2")) == "team.not-your-turn"
    assert await refusal(made.matches.play(match.id, match.position_id, EVE, "c2")) == "match.not-your-turn"
    match, movers = await play_on(made, match, 7)
    assert movers == [ANA, DAN, BEN, EVE, CHO, DAN, ANA]
    assert match.rated is None
    conditional = ConditionalReplies(made.store, made.matches.lookup, made.events)
    assert await refusal(conditional.expecting(match.id, ANA)) == "conditional.only-people"


async def test_who_leaves_is_out_of_it_and_the_last_one_loses(made: Service) -> None:
    match, _ = await play_on(made, await started(made, "5+5"), 4)
    since = match.clock.since if match.clock else None
    after = await made.matches.resign(match.id, None, CHO)  # it was Cho's turn
    assert after.is_active
    assert after.require_user(FIRST) == ANA
    assert not after.notified
    assert after.clock is not None
    assert after.clock.side is FIRST
    assert since is not None
    assert after.clock.since is not None
    assert after.clock.since >= since
    assert await refusal(made.matches.play(match.id, after.position_id, CHO, "a1")) == "match.not-seated"
    after = await made.matches.resign(match.id, None, BEN)
    assert after.require_user(FIRST) == ANA, "not Ben's turn, so it stays Ana's"
    assert await refusal(made.matches.teams.leave(match.id, ANA)) == "match.outdated"
    over = await made.matches.resign(match.id, None, ANA)
    assert (over.state, over.winner, over.reason) == (MatchState.OVER, SECOND, "outcome.resigned")


async def test_the_last_two_leave_at_once(made: Service) -> None:
    match, _ = await play_on(made, await started(made), 3)
    left = await asyncio.gather(*(made.matches.resign(match.id, None, one) for one in (DAN, EVE)))
    assert sorted(one.state for one in left) == [MatchState.OVER, MatchState.PLAYING]


async def test_any_member_offers_and_any_opponent_answers(made: Service) -> None:
    match, _ = await play_on(made, await started(made), 3)
    asked = await made.matches.takebacks.request(match.id, None, CHO)
    back = await made.matches.takebacks.accept(match.id, asked.position_id, DAN)
    assert back.ply == 2 and back.require_user(FIRST) == BEN
    await made.matches.draws.offer(match.id, None, EVE)
    over = await made.matches.draws.accept(match.id, None, ANA)
    assert over.reason == "outcome.agreed"


@pytest.mark.parametrize(("control", "goes_on"), [("1-day", True), ("5+5", False)])
async def test_a_flag_falls(made: Service, control: str, goes_on: bool) -> None:
    match, _ = await play_on(made, await started(made, control), 3)  # then it is Eve's turn
    fallen = await fall(made, match)
    assert (fallen.state == MatchState.PLAYING) is goes_on
    if goes_on:
        assert fallen.members(SECOND) == (DAN,) and fallen.require_user(SECOND) == DAN
        assert fallen.clock is not None and fallen.clock.side is SECOND and fallen.clock.since is not None
        over = await fall(made, fallen)
        assert (over.winner, over.reason) == (FIRST, "outcome.time")


async def fall(made: Service, match: Match) -> Match:
    """The match after its running clock has run for a month."""
    back = update(matches).where(matches.c.id == match.id).values(clock_since=-3e6)
    await made.store.database.write(lambda connection: connection.execute(back))
    found = await made.matches.vacations.flag_falls(made.store.matches, match.id)
    assert found is not None
    return found


async def test_erasing_a_member(made: Service) -> None:
    match, _ = await play_on(made, await started(made), 3)
    waiting = await made.matches.teams.create("othello", "6x6", FIRST, DAN, HERE, None)
    await made.matches.teams.join(waiting.id, ANA, FIRST, NO_LIMITS)
    erasure = Erasure(made.store, made.matches, Seeks(made.store, made.events, made.clock))
    await erasure.erase(ANA)
    now = await made.matches.get(match.id)
    assert now.is_active and now.members(FIRST) == (BEN, CHO) and str(ANA) not in str(now.teams)
    assert (await made.matches.get(waiting.id)).people == (DAN,)
    await erasure.erase(DAN)
    assert (await made.matches.get(match.id)).members(SECOND) == (EVE,)


async def test_the_next_member_is_notified_by_a_new_turn(made: Service) -> None:
    match = await started(made)
    await made.store.boards.notified(match.id, match.position_id, Notified.TURN, match.home.id, 5)
    after = await made.matches.resign(match.id, None, ANA)
    assert not after.notified and after.require_user(FIRST) == BEN
