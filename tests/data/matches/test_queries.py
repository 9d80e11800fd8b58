"""Lists of matches."""

from __future__ import annotations

import pytest

from data.matches.queries import MatchFilter, MatchQueries, RunningClock
from data.matches.store import MatchStore
from data.model.hand_and_brain import Pairs, Seat
from data.model.match import Match, MatchState, Notified, PauseReason
from data.model.teams import Member, TeamKind, Teams
from data.store import Store
from games.base import Outcome, Side
from tests.boards import post
from tests.clock import Clock
from tests.data.clocks import clock_of, on_clock
from tests.data.conftest import ANNA, BORA, CHUL, Begin, begin_in

FIRST = Side.FIRST
WON = Outcome(FIRST, "outcome.more")
NOBODY = 99_999


async def test_lists(matches: MatchStore, queries: MatchQueries, begin: Begin, clock: Clock) -> None:
    async def begun_later(*moves: str, **changes: object) -> int:
        clock.now += 1
        return (await begin(*moves, **changes)).id

    old = await begun_later("d3")
    over = await begin("d3")
    await matches.finish(over.id, over.position_id, WON)
    asked = await begun_later(state=MatchState.CHALLENGE, first_id=CHUL, second_id=ANNA, challenger_id=CHUL)
    alone = await begun_later("d3 c3", second_id=None, level="3")
    others = await begun_later(first_id=None, second_id=CHUL, level="8")
    assert [match.id for match in await queries.of_user(ANNA)] == [alone, asked, old]
    assert [match.id for match in await queries.of_user(CHUL)] == [others, asked]
    assert await queries.of_user(NOBODY) == []
    assert [match.id for match in await queries.challenges()] == [asked]
    assert await queries.against_computer() == [alone, others]
    assert [match.moves for match in await queries.by_number([alone, others])] == [("d3", "c3"), ()]


async def test_the_matches_before_one_are_counted(queries: MatchQueries, begin: Begin) -> None:
    """Those of the same game, of one person, up to a limit."""
    first = await begin(second_id=None, level="3")
    await begin("d3", first_id=None, second_id=ANNA, level="8")
    await begin()
    await begin(second_id=None, level="3", game="gomoku", variant="freestyle-15")
    await begin(first_id=CHUL, second_id=None, level="3")
    last = await begin(second_id=None, level="3")
    assert await queries.matches_before(first, ANNA, 5) == 0
    assert await queries.matches_before(last, ANNA, 5) == 3
    assert await queries.matches_before(last, ANNA, 5, against_computer=True) == 2
    assert await queries.matches_before(last, ANNA, 1, against_computer=True) == 1
    assert await queries.matches_before(last, CHUL, 5, against_computer=True) == 1


async def test_who_won_the_last_match_against_the_computer(
    queries: MatchQueries, matches: MatchStore, begin: Begin
) -> None:
    """Of one person in one game; one that was called off, or is against a person, says nothing."""

    async def over(winner: Side | None, reason: str = "outcome.more", **changes: object) -> Match:
        match = await begin("d3", **{"second_id": None, "level": "3", **changes})
        return await matches.finish(match.id, match.position_id, Outcome(winner, reason))

    first = await over(Side.FIRST)
    assert await queries.has_won_before(first, ANNA) is None, "there is none before"
    lost = await over(Side.FIRST, first_id=None, second_id=ANNA)
    assert await queries.has_won_before(lost, ANNA) is True
    await over(None, "outcome.aborted")
    await over(Side.FIRST, second_id=CHUL, level=None)
    await over(Side.FIRST, game="gomoku", variant="freestyle-15")
    await over(Side.FIRST, first_id=CHUL)
    drawn = await over(None, "outcome.agreed")
    assert await queries.has_won_before(drawn, ANNA) is False
    assert await queries.has_won_before(await over(Side.FIRST), ANNA) is None, "it was drawn"


async def test_unposted_matches_are_those_that_the_bot_can_post_and_that_go_on(
    queries: MatchQueries, matches: MatchStore, store: Store, begin: Begin, clock: Clock
) -> None:
    unposted, posted = await begin(), await begin()
    await post(store, posted, 700)
    alone = await begin(second_id=None, level="3")
    challenge = await begin(state=MatchState.CHALLENGE)
    direct = await begin(guild_id=None)
    await begin(tokens_only=True)
    await begin(tournament_id=5)
    suspended, over = await begin(), await begin("d3")
    await matches.lose_place(suspended.id)
    await matches.finish(over.id, over.position_id, WON)
    expected = [one.id for one in (unposted, alone, challenge, direct)]
    assert await queries.unposted(clock.now - 1, clock.now) == expected
    assert await queries.unposted(clock.now - 2, clock.now - 1) == []


async def test_finished_matches(
    matches: MatchStore, queries: MatchQueries, begin: Begin, clock: Clock
) -> None:
    async def over(**changes: object) -> int:
        clock.now += 1
        match = await begin("d3", **changes)
        return (await matches.finish(match.id, match.position_id, WON)).id

    with_chul = [await over(first_id=CHUL, second_id=ANNA), await over(first_id=ANNA, second_id=CHUL)]
    alone = await over(second_id=None, level="3")
    await over(first_id=CHUL, second_id=None, level="3")
    await begin("d3")
    asked = await begin(state=MatchState.CHALLENGE, first_id=CHUL, second_id=ANNA, challenger_id=CHUL)
    await matches.end_challenge(asked.id, "challenge.declined")

    async def found(wanted: MatchFilter, **part: int) -> list[int]:
        listed, total = await queries.finished(ANNA, wanted, **{"limit": 9, **part})
        assert all(wanted.accepts(match) for match in listed) and total >= len(listed)
        return [match.id for match in listed]

    assert await found(MatchFilter()) == [alone, *with_chul[::-1]]
    assert await found(MatchFilter(), offset=1, limit=1) == [with_chul[1]]
    assert await found(MatchFilter(opponent_id=CHUL)) == with_chul[::-1]
    assert await found(MatchFilter(against_computer=True)) == [alone]
    assert await found(MatchFilter(game="go")) == []
    assert (await queries.finished(ANNA, MatchFilter(game="othello"), limit=1))[1] == 3


async def test_matches_that_changed_at_the_same_moment_are_listed_newest_first(
    queries: MatchQueries, begin: Begin
) -> None:
    numbers = [(await begin()).id for _ in range(4)]
    assert [match.id for match in await queries.of_user(ANNA)] == numbers[::-1]


@pytest.mark.usefixtures("running_uptime")
async def test_running_clocks(matches: MatchStore, queries: MatchQueries) -> None:
    match, other = await on_clock(matches), await on_clock(matches, "3-days")
    assert await queries.running() == [
        RunningClock(match.id, clock_of(match), True, Notified.NOTHING, 7),
        RunningClock(other.id, clock_of(other), True, Notified.NOTHING, 7),
    ]
    await begin_in(matches)
    await matches.pause(match.id, None, PauseReason.ADJOURNED)
    assert [one.match_id for one in await queries.running()] == [other.id]
    await matches.finish(other.id, other.position_id, Outcome(FIRST, "outcome.resigned"))
    assert await queries.running() == []


@pytest.mark.usefixtures("running_uptime")
async def test_people_wait_for_each_of_a_pair_against_the_computer(
    matches: MatchStore, queries: MatchQueries
) -> None:
    """So each can be notified of a turn and reminded of it; a person alone against the computer is not."""
    alone = Teams(TeamKind.HAND_AND_BRAIN, (Member(ANNA, seat=Seat.BRAIN),), pairs=Pairs("3"))
    teams = alone.with_seat(BORA, FIRST, Seat.HAND)
    of_pair = await on_clock(matches, "3-days", second_id=None, level="3", teams=teams)
    of_one = await on_clock(matches, "3-days", second_id=None, level="3", teams=alone)
    awaited = {running.match_id: running.between_people for running in await queries.running()}
    assert awaited == {of_pair.id: True, of_one.id: False}
    assert of_pair.id in await queries.pending_notifications()
