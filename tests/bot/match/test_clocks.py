"""The service's clocks: whose time runs, who loses by it, and that it happens once."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from bot.exceptions import Refusal, TimeIsUp
from bot.match.events import ReminderDue, ShardsGained, ShardsLost
from bot.match.setup import Seats
from bot.times import RunningTime
from data.errors import StoreBusy
from data.matches.queries import MatchQueries, RunningClock
from data.model.match import Match, Notified, Place
from data.model.shards import EVERY_SHARD, Shards, first_guild
from data.store import Store, open_store
from games import replay
from games.base import Move, Side
from games.clock import GRACE_SECONDS, Budget, Clock
from tests.bot.service import (
    ANA,
    BEN,
    HERE,
    Faults,
    Service,
    Waiting,
    before_a_forced_pass,
    refusal,
    service,
    some_move,
    until,
)
from tests.clock import Clock as Ticks

FIVE = 300.0 + GRACE_SECONDS


def clock_of(match: Match) -> Clock:
    assert match.clock is not None
    return match.clock


async def opened(made: Service, control: str = "5+5") -> Match:
    """A match of two in which each side has moved, so that it can be lost."""
    match = await made.people(control=control)
    for user in (ANA, BEN):
        match = await made.play(match, user, some_move(match))
    return match


def let_pass(made: Service, ticks: Ticks, seconds: float) -> None:
    ticks.now += seconds
    made.matches.clocks.wake()


async def test_the_clock_runs_from_the_acceptance(made: Service, ticks: Ticks) -> None:
    match = await made.matches.challenges.create("othello", "6x6", Seats(BEN, ANA), ANA, HERE, "10+10")
    ticks.now += 500
    match = await made.matches.challenges.accept(match.id, BEN)
    assert (clock_of(match).side, clock_of(match).left(Side.FIRST, made.store.uptime.of(None))) == (
        Side.FIRST,
        Budget(600),
    )
    ticks.now += 40
    match = await made.play(match, BEN, some_move(match))
    assert (clock_of(match).first, clock_of(match).side) == (Budget(570), Side.SECOND)


async def test_a_handicap_game_begins_with_whites_clock(made: Service) -> None:
    match = await made.matches.challenges.create(
        "go", "9x9-korean-h2", Seats(ANA, BEN), ANA, HERE, "byo-yomi"
    )
    match = await made.matches.challenges.accept(match.id, BEN)
    assert clock_of(match).side is Side.SECOND is replay(match.record).to_move


async def test_whose_flag_falls_has_lost(made: Service, ticks: Ticks) -> None:
    match = await opened(made)
    made.start()
    let_pass(made, ticks, FIVE + 5)
    assert made.changes.seen == []
    let_pass(made, ticks, 1)
    await until(lambda: made.changes.seen)
    over = made.changes.seen[0]
    assert (over.state, over.winner, over.reason) == ("over", Side.SECOND, "outcome.time")
    assert await made.matches.get(match.id) == over


async def test_a_match_that_has_hardly_begun_is_aborted(made: Service, ticks: Ticks) -> None:
    match = await made.people(control="5+5")
    made.start()
    match = await made.play(match, ANA, some_move(match))
    let_pass(made, ticks, FIVE + 1)
    await until(lambda: made.changes.seen)
    assert (made.changes.seen[0].winner, made.changes.seen[0].reason) == (None, "outcome.aborted")


async def test_a_move_after_the_flag_fell_is_told_so(made: Service, ticks: Ticks) -> None:
    match = await opened(made)
    ticks.now += FIVE + 6  # nobody watches: the service was not started
    with pytest.raises(TimeIsUp) as late:
        await made.play(match, ANA, some_move(match))
    assert late.value.key == "match.time-is-up"
    assert (late.value.match.ply, late.value.match.winner) == (match.ply, Side.SECOND)
    assert await refusal(made.play(match, ANA, some_move(match))) == "match.over"


@pytest.mark.parametrize("seconds", [4.0, 5.5, 6.1])
async def test_a_move_and_the_flag_at_once(made: Service, ticks: Ticks, seconds: float) -> None:
    """Around the grace: one of them happens, and both sides agree on which."""
    match = await opened(made)
    made.start()
    ticks.now += FIVE + seconds - 1.0
    move = made.play(match, ANA, some_move(match))
    made.matches.clocks.wake()
    (result,) = await asyncio.gather(move, return_exceptions=True)
    await asyncio.sleep(0.05)
    present = await made.matches.get(match.id)
    if present.state == "playing":
        assert result == present
        assert made.changes.seen == []
        assert present.ply == 3
    else:
        assert (present.reason, present.ply) == ("outcome.time", 2)
        assert isinstance(result, Refusal)
        assert result.key in ("match.time-is-up", "match.over", "match.outdated")
        assert made.changes.seen in ([], [present])


async def test_the_computers_thought_costs_nobody_time(made: Service, ticks: Ticks) -> None:
    match = await made.computer(control="5+5")
    made.start()
    ticks.now += 20
    match = await made.play(match, ANA, some_move(match))
    await until(lambda: made.waiting.thinking)
    let_pass(made, ticks, 100_000)
    made.waiting.answer()
    await until(lambda: made.changes.seen)
    match = made.changes.seen[-1]
    assert match.state == "playing"
    clock = clock_of(match)
    assert clock.since is not None
    assert (clock.first, clock.falls_at) == (Budget(285), clock.since + 285)


async def test_the_computer_begins_without_a_clock(made: Service) -> None:
    match = await made.computer(None, ANA, control="5+5")
    assert (clock_of(match).side, clock_of(match).falls_at) == (None, None)


async def test_a_forced_pass_gives_the_turn_back_with_its_increment(made: Service, ticks: Ticks) -> None:
    moves, turning = before_a_forced_pass(Side.FIRST)
    match = await made.at(await made.people(control="5+5"), moves)
    before = clock_of(match).first.seconds
    ticks.now += 10
    match = await made.play(match, ANA, turning)
    assert (clock_of(match).side, clock_of(match).first) == (Side.FIRST, Budget(before - 5))


async def counted(made: Service) -> Match:
    """A match of Go whose stones are counted; it is Ana's turn."""
    match = await made.matches.challenges.create("go", "9x9-korean", Seats(ANA, BEN), ANA, HERE, "5+5")
    match = await made.matches.challenges.accept(match.id, BEN)
    for user, move in ((ANA, "e5"), (BEN, "c3"), (ANA, "pass"), (BEN, "pass")):
        match = await made.matches.play(match.id, match.position_id, user, move)
    return match


async def test_the_clock_of_who_has_not_agreed_runs_in_the_count(made: Service, ticks: Ticks) -> None:
    match = await counted(made)
    for user, move, text in (
        (BEN, "dead c3", "dead c3"),
        (BEN, "agree", "agree white"),
        (BEN, "alive group c3", "alive group c3"),
    ):
        ticks.now += 10
        match = await made.matches.play(match.id, match.position_id, user, move)
        assert match.moves[-1] == text and clock_of(match).side is Side.FIRST
    before = clock_of(match).first.seconds
    match = await made.matches.play(match.id, match.position_id, ANA, "agree")
    assert clock_of(match).side is Side.SECOND
    assert clock_of(match).first == Budget(before - 30 + 5), "marks and words of the opponent cost time, too"
    assert await refusal(made.matches.play(match.id, match.position_id, ANA, "agree")) == "rule.agreed"
    resumed = await made.matches.play(match.id, match.position_id, ANA, "resume")
    assert (resumed.moves[-1], replay(resumed.record).to_move) == ("resume black", Side.SECOND)
    assert await refusal(made.matches.play(match.id, None, ANA, "d4")) == "match.not-your-turn"


async def test_the_computer_counts_in_turn(made: Service) -> None:
    match = await made.matches.start_against_computer("go", "9x9-korean", Seats(None, ANA), "3", HERE)
    match = await made.at(match, tuple(map(Move, ("e5", "c3", "pass", "pass"))))
    assert (
        await refusal(made.matches.play(match.id, match.position_id, ANA, "agree")) == "match.not-your-turn"
    )


async def test_dead_stones_are_marked_in_one_turn(made: Service, ticks: Ticks) -> None:
    match = await counted(made)
    ticks.now += 10
    marked = await made.matches.play(match.id, match.position_id, ANA, "dead c3")
    assert marked.clock == match.clock, "it still runs"
    ticks.now += 10
    agreed = await made.matches.play(match.id, marked.position_id, ANA, "agree")
    assert clock_of(agreed).first == Budget(clock_of(match).first.seconds - 15)


async def test_clocks_are_watched_after_a_start(store: Store, ticks: Ticks) -> None:
    before = service(store, Waiting())
    await opened(before)
    await before.matches.close()
    ticks.now += FIVE + 10
    again = service(store, Waiting())
    again.start()
    await until(lambda: again.changes.seen)
    assert again.changes.seen[0].reason == "outcome.time"
    await again.matches.close()


async def test_no_flag_falls_by_a_freeze(empty_database: Path, tmp_path: Path, ticks: Ticks) -> None:
    """After it, the heap can be looked at before the freeze is noticed."""
    running, path = RunningTime(ticks), shutil.copy(empty_database, tmp_path)
    async with await open_store(f"sqlite:///{path}", ticks=running) as store:
        store.uptime.start(0)
        made = service(store, Waiting())
        made.start()
        running.touch()
        match = await opened(made)
        ticks.now += 100 * FIVE
        store.uptime.confirm(0)
        made.matches.clocks.wake()
        await asyncio.sleep(0.01)
        assert running.touch() == 100 * FIVE
        store.uptime.confirm(0)
        made.matches.clocks.wake()
        await asyncio.sleep(0.01)
        match = await made.matches.get(match.id)
        assert match.is_active and clock_of(match).left(Side.FIRST, store.uptime.of(None)) == Budget(305.0)
        match = await made.play(match, ANA, some_move(match))
        assert clock_of(match).first == Budget(310.0)
        await made.matches.close()


async def test_no_flag_falls_while_the_uptime_is_stopped(made: Service, store: Store, ticks: Ticks) -> None:
    await opened(made)
    made.start()
    store.uptime.stop(0)
    let_pass(made, ticks, 1_000)
    await asyncio.sleep(0.02)
    assert made.changes.seen == []
    store.uptime.start(0)
    let_pass(made, ticks, FIVE + 6)
    await until(lambda: made.changes.seen)


async def test_a_flag_falls_though_the_store_is_busy(store: Store, ticks: Ticks) -> None:
    faults = Faults(times=3, error=StoreBusy("held"), only="time_forfeit")
    made = service(store, Waiting(), faults)
    await opened(made)
    made.start()
    let_pass(made, ticks, FIVE + 6)
    await until(lambda: made.changes.seen)
    assert faults.refused == 3
    await made.matches.close()


async def test_what_another_process_played_is_looked_at_again(
    made: Service, store: Store, ticks: Ticks
) -> None:
    """The heap knows an old deadline; the store knows better, and the next one is watched."""
    match = await opened(made)
    made.start()
    ticks.now += 200
    other = service(store, Waiting())  # whose changes are not published to the first
    await other.play(match, ANA, some_move(match))
    let_pass(made, ticks, 106)
    await asyncio.sleep(0.05)
    assert made.changes.seen == []
    let_pass(made, ticks, FIVE)
    await until(lambda: made.changes.seen)
    assert made.changes.seen[0].winner is Side.FIRST


async def test_a_day_reminds_once_between_people(made: Service, ticks: Ticks) -> None:
    reminded: list[int] = []
    made.events.subscribe(ReminderDue, lambda event: reminded.append(event.match_id))
    match = await opened(made, "1-day")
    await made.computer(control="1-day")
    made.start()
    let_pass(made, ticks, 0.74 * 86_400)
    await asyncio.sleep(0.02)
    assert reminded == []
    let_pass(made, ticks, 0.02 * 86_400)
    await until(lambda: reminded)
    assert await made.store.boards.notified(match.id, match.position_id, Notified.REMINDER, match.home.id, 5)
    made.events.publish(ShardsGained(EVERY_SHARD))  # the clocks are read again
    await asyncio.sleep(0.02)
    assert reminded == [match.id]


async def of_each(made: Service) -> list[Match]:
    """A match in a server of each of two shards, which are connected; nobody has lost time."""
    made.store.uptime.stop_all()
    await made.store.uptime.share(2)
    made.store.uptime.start(0)
    made.store.uptime.start(1)
    begun = []
    for guild_id in (first_guild(0), first_guild(1)):
        place = Place(guild_id=guild_id, channel_id=70, locale="ko")
        match = await made.matches.challenges.create("othello", "6x6", Seats(ANA, BEN), ANA, place, "5+5")
        match = await made.matches.challenges.accept(match.id, BEN)
        for user in (ANA, BEN):
            match = await made.play(match, user, some_move(match))
        begun.append(match)
    return begun


async def test_only_clocks_of_shards_of_this_process_are_watched(made: Service, ticks: Ticks) -> None:
    one, other = await of_each(made)
    made.matches.clocks.start()
    made.events.publish(ShardsGained(Shards.of([0], 2)))
    other = await made.play(other, ANA, some_move(other))  # a change, which is published here
    let_pass(made, ticks, FIVE + 6)
    await until(lambda: made.changes.seen)
    await asyncio.sleep(0.02)
    assert [match.id for match in made.changes.seen] == [one.id]
    made.events.publish(ShardsGained(Shards.of([1], 2)))
    await until(lambda: len(made.changes.seen) == 2)
    assert (made.changes.seen[1].id, made.changes.seen[1].reason) == (other.id, "outcome.time")


async def test_clocks_of_a_lost_shard_are_not_watched_anymore(made: Service, ticks: Ticks) -> None:
    one, _ = await of_each(made)
    made.start()
    await until(lambda: not made.matches.clocks._readings)
    made.events.publish(ShardsLost(Shards.of([1], 2)))
    let_pass(made, ticks, FIVE + 6)
    await until(lambda: made.changes.seen)
    await asyncio.sleep(0.02)
    assert [match.id for match in made.changes.seen] == [one.id]


@pytest.mark.parametrize("owned", [[0], [0, 1]])
async def test_a_match_that_moves_is_watched_by_the_owner_of_its_new_shard(
    made: Service, ticks: Ticks, owned: list[int]
) -> None:
    one, _ = await of_each(made)
    made.matches.clocks.start()
    made.events.publish(ShardsGained(Shards.of(owned, 2)))
    await until(lambda: not made.matches.clocks._readings)
    await made.store.matches.move_to_place(one, ANA, Place(first_guild(1), 71))
    made.changes.seen.clear()
    let_pass(made, ticks, FIVE + 6)
    if 1 in owned:
        await until(lambda: made.changes.seen)
    await asyncio.sleep(0.05)
    assert (one.id in [match.id for match in made.changes.seen]) == (1 in owned)


async def test_a_change_while_clocks_are_read_is_newer_than_what_is_read(
    made: Service, ticks: Ticks, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await opened(made)
    found, reading, goes_on = await made.store.queries.running(), asyncio.Event(), asyncio.Event()

    async def running(*_: object) -> list[RunningClock]:
        reading.set()
        await goes_on.wait()
        return found

    monkeypatch.setattr(MatchQueries, "running", running)
    ticks.now += 200
    made.start()
    await reading.wait()
    await made.play(match, ANA, some_move(match))  # Ben has more time than Ana had
    goes_on.set()
    await until(lambda: not made.matches.clocks._readings)
    assert made.matches.clocks._schedules[0].first_at == pytest.approx(200 + FIVE + 5, abs=0.1)


async def test_shards_that_are_read_at_once_do_not_forget_each_others_changes(
    made: Service, ticks: Ticks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clocks of shard 0 are found later than those of shard 1."""
    one, _ = await of_each(made)
    found, goes_on = await made.store.queries.running(), [asyncio.Event(), asyncio.Event()]

    async def running(_: object, shards: Shards) -> list[RunningClock]:
        (shard,) = shards.numbers
        await goes_on[shard].wait()
        return [clock for clock in found if clock.guild_id in shards]

    monkeypatch.setattr(MatchQueries, "running", running)
    for shard in (0, 1):
        made.events.publish(ShardsGained(Shards.of([shard], 2)))
    await until(lambda: len(made.matches.clocks._readings) == 2)
    goes_on[1].set()
    await until(lambda: len(made.matches.clocks._readings) == 1)
    await made.matches.resign(one.id, None, ANA)
    goes_on[0].set()
    await until(lambda: not made.matches.clocks._readings)
    assert made.matches.clocks._schedules[0].first_at is None


# --- Rests -------------------------------------------------------------------------------------------


async def test_two_people_put_a_match_off_by_agreement(made: Service, ticks: Ticks) -> None:
    match = await opened(made)
    adjournments = made.matches.adjournments
    asked = await adjournments.adjourn(match.id, match.position_id, ANA)
    assert asked.offer is not None and asked.paused is None and clock_of(asked).falls_at is not None
    assert await refusal(adjournments.adjourn(match.id, match.position_id, ANA)) == "match.offer-pending"
    assert await refusal(adjournments.accept(match.id, match.position_id, ANA)) == "match.own-offer"
    ticks.now += 100
    adjourned = await adjournments.accept(match.id, match.position_id, BEN)
    assert (adjourned.paused, adjourned.offer, clock_of(adjourned).first) == ("adjourned", None, Budget(205))
    ticks.now += 100_000
    for act in (
        made.play(adjourned, ANA, some_move(match)),
        made.matches.takebacks.request(match.id, None, ANA),
        made.matches.draws.offer(match.id, None, ANA),
        adjournments.adjourn(match.id, None, ANA),
    ):
        assert await refusal(act) == "match.adjourned"


async def test_on_a_live_clock_both_take_it_up(made: Service, ticks: Ticks) -> None:
    match, adjournments = await opened(made), made.matches.adjournments
    await adjournments.adjourn(match.id, None, ANA)
    await adjournments.adjourn(match.id, None, BEN)
    ticks.now += 9_999
    asked = await adjournments.resume(match.id, match.position_id, BEN)
    assert asked.paused == "adjourned"
    assert await refusal(adjournments.resume(match.id, match.position_id, BEN)) == "match.own-offer"
    declined = await adjournments.decline_resume(match.id, match.position_id, ANA)
    assert (declined.offer, declined.paused) == (None, "adjourned")
    await adjournments.resume(match.id, match.position_id, ANA)
    resumed = await adjournments.resume(match.id, match.position_id, BEN)
    assert (resumed.paused, resumed.offer) == (None, None)
    clock = clock_of(resumed)
    assert clock.since is not None
    assert clock.falls_at == clock.since + clock_of(match).first.seconds
    assert await refusal(adjournments.resume(match.id, match.position_id, BEN)) == "match.not-paused"


@pytest.mark.parametrize("control", [None, "3-days"])
async def test_without_one_either_takes_it_up(made: Service, control: str | None) -> None:
    match, adjournments = await made.people(control=control), made.matches.adjournments
    await adjournments.adjourn(match.id, None, BEN)
    await adjournments.adjourn(match.id, None, ANA)
    assert (await adjournments.resume(match.id, None, BEN)).paused is None


async def test_the_next_move_declines_to_put_off_but_not_ones_own(made: Service) -> None:
    match, adjournments = await opened(made), made.matches.adjournments
    asked = await adjournments.adjourn(match.id, None, ANA)
    moved = await made.play(asked, ANA, some_move(asked))
    assert moved.offer == asked.offer
    assert (await made.play(moved, BEN, some_move(moved))).offer is None


async def test_against_the_computer_one_puts_off_alone(made: Service, store: Store) -> None:
    match = await made.computer()
    match = await made.play(match, ANA, some_move(match))
    await until(lambda: made.waiting.thinking)
    await made.matches.adjournments.adjourn(match.id, None, ANA)
    await until(lambda: not made.waiting.thinking)
    again = service(store, Waiting())
    again.start()
    await asyncio.sleep(0.02)
    assert again.waiting.thinking == [], "the computer does not think about an adjourned match"
    await again.matches.adjournments.resume(match.id, None, ANA)
    await until(lambda: again.waiting.thinking)
    await again.matches.close()


@pytest.mark.parametrize("action", ["undo", "draw", "adjourn", "agree"])
async def test_nothing_is_asked_or_agreed_to_once_a_flag_has_fallen(
    made: Service, ticks: Ticks, action: str
) -> None:
    """Though the task that watches the clocks has not seen it yet."""
    match, matches = await opened(made), made.matches
    if action == "agree":
        await matches.takebacks.request(match.id, None, BEN)
    ticks.now += FIVE + 6
    act = {
        "undo": lambda: matches.takebacks.request(match.id, None, ANA),
        "draw": lambda: matches.draws.offer(match.id, None, BEN),
        "adjourn": lambda: matches.adjournments.adjourn(match.id, None, ANA),
        "agree": lambda: matches.takebacks.accept(match.id, None, ANA),
    }[action]()
    assert await refusal(act) == "match.time-is-up"
    over = await matches.get(match.id)
    assert (over.state, over.winner, over.reason, over.moves) == (
        "over",
        Side.SECOND,
        "outcome.time",
        match.moves,
    )


async def test_a_match_at_rest_can_be_resigned(made: Service) -> None:
    match, adjournments = await opened(made), made.matches.adjournments
    await adjournments.adjourn(match.id, None, ANA)
    await adjournments.adjourn(match.id, None, BEN)
    over = await made.matches.resign(match.id, None, BEN)
    assert (over.state, over.winner, over.paused) == ("over", Side.FIRST, None)
    assert await refusal(adjournments.resume(match.id, None, ANA)) == "match.over"
