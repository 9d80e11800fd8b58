"""What a process does by itself in matches: only in those of the shards that it owns, and while it does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import structlog

from bot.match.challenges import CHALLENGE_SECONDS
from bot.match.events import CostlyMove
from bot.match.setup import Seats
from data.errors import StoreFull
from data.model.match import Match, PauseReason
from data.model.match_change import MatchChange
from data.store import Store
from games import replay
from tests.bot.owned import Owned, there
from tests.bot.service import ANA, BEN, Faults, Service, Waiting, service, some_move, until

Z = 0  # the shard that the process of a test gains and loses


class Process(Service):
    """A service whose shards a test changes."""

    owned: Owned


def process(store: Store, faults: Faults | None = None) -> Process:
    """A process without shards."""
    owned = Owned()
    made = service(replace(store, ownership=owned), Waiting(), faults)
    owned.events = made.events
    one = Process(made.store, made.player, made.clock, made.events, made.changes, made.matches)
    one.owned = owned
    return one


@pytest.fixture
async def one(store: Store) -> AsyncIterator[Process]:
    store.uptime.stop_all()
    await store.uptime.share(2)
    store.uptime.start(0)
    store.uptime.start(1)
    made = process(store)
    yield made
    await made.matches.close()


async def to_answer(one: Service, shard: int = Z) -> Match:
    """A match in which it is the computer's turn."""
    seats = Seats(ANA, None)
    match = await one.matches.start_against_computer("othello", "6x6", seats, "3", there(shard))
    match = await one.matches.play(match.id, None, ANA, "b3")
    one.changes.seen.clear()
    return match


async def idle(one: Service) -> None:
    await until(lambda: one.matches._tasks.is_idle)


async def stays(one: Service, match: Match) -> None:
    """Nothing happens in a match, neither now nor soon."""
    await idle(one)
    assert await one.matches.get(match.id) == match


# --- The computer --------------------------------------------------------------------------------------


async def test_only_the_owners_computer_thinks(one: Process) -> None:
    one.owned.gain(1)
    match = await to_answer(one)
    await stays(one, match)
    other = await to_answer(one, shard=1)
    await until(lambda: one.waiting.thinking)
    assert [record for record, *_ in one.player.asked] == [other.record]


async def test_a_gained_computer_continues(one: Process) -> None:
    match = await to_answer(one)
    one.owned.gain(Z)
    await until(lambda: one.waiting.thinking)
    one.waiting.answer()
    await until(lambda: one.changes.seen)
    assert (await one.matches.get(match.id)).ply == 2


async def test_a_search_ends_when_its_shard_is_lost(one: Process) -> None:
    one.owned.gain(Z, 1)
    match, other = await to_answer(one), await to_answer(one, shard=1)
    await until(lambda: len(one.waiting.thinking) == 2)
    one.owned.lose(Z)
    await until(lambda: len(one.waiting.thinking) == 1)
    one.waiting.answer()
    await until(lambda: one.changes.seen)
    assert [changed.id for changed in one.changes.seen] == [other.id]
    assert await one.matches.get(match.id) == match


async def test_a_search_begins_anew_if_its_shard_comes_back_at_once(one: Process) -> None:
    """Before the search that was cancelled has ended; there is never a second one."""
    one.owned.gain(Z)
    match = await to_answer(one)
    await until(lambda: one.waiting.thinking)
    for _ in range(3):
        one.owned.lose(Z)
        one.owned.gain(Z)
    await until(lambda: len(one.player.asked) == 2)
    await asyncio.sleep(0.01)
    assert len(one.waiting.thinking) == 1 and len(one.player.asked) == 2
    one.waiting.answer()
    await until(lambda: one.changes.seen)
    assert (await one.matches.get(match.id)).ply == 2


async def test_a_move_of_a_computer_whose_shard_is_lost_by_then_is_not_stored(one: Process) -> None:
    one.owned.gain(Z)
    await idle(one)  # what a gain begins would find the match later, and search again
    match = await to_answer(one)
    await until(lambda: one.waiting.thinking)
    one.owned.lost_in_database.add(Z)
    with structlog.testing.capture_logs() as logs:
        one.waiting.answer()
        await stays(one, match)
    assert {line["log_level"] for line in logs} <= {"debug"}
    one.owned.lose(Z)
    one.owned.gain(Z)
    await until(lambda: one.waiting.thinking)
    one.waiting.answer()
    await until(lambda: one.changes.seen)
    assert (await one.matches.get(match.id)).ply == 2


async def test_a_move_is_not_tried_again_once_the_shard_is_lost(one: Process, store: Store) -> None:
    faults = Faults(times=0, error=StoreFull("no room"), only="append")
    full = process(store, faults)
    full.owned.gain(Z)
    match = await to_answer(full)
    await until(lambda: full.waiting.thinking)
    faults.times = 1_000_000
    full.waiting.answer()
    await until(lambda: faults.refused > 3)
    full.owned.lose(Z)
    await idle(full)
    refused = faults.refused
    faults.times = 0
    full.owned.gain(Z)
    await until(lambda: full.waiting.thinking)
    assert faults.refused == refused
    full.waiting.answer()
    await until(lambda: full.changes.seen)
    assert (await full.matches.get(match.id)).ply == 2
    await full.matches.close()


async def test_a_computer_goes_with_its_match_to_another_shard(one: Process) -> None:
    one.owned.gain(Z)
    match = await to_answer(one)
    await until(lambda: one.waiting.thinking)
    moved = await one.matches.suspensions.move_to(match, ANA, there(1))
    await stays(one, moved)
    assert one.waiting.thinking == []
    one.owned.gain(1)
    await until(lambda: one.waiting.thinking)
    moved = await one.matches.suspensions.move_to(moved, ANA, there(Z))
    one.owned.lose(1)
    await asyncio.sleep(0.01)
    assert len(one.waiting.thinking) == 1 and len(one.player.asked) == 2, "it goes on"
    one.owned.lose(Z)
    await until(lambda: not one.waiting.thinking)


async def test_proposals_are_the_owners(one: Process) -> None:
    """The computer proposes which stones are dead, between people as well."""
    challenges = one.matches.challenges
    match = await challenges.create("go", "9x9-korean", Seats(ANA, BEN), ANA, there(Z))
    match = await challenges.accept(match.id, BEN)
    for user, move in ((ANA, "e5"), (BEN, "c3"), (ANA, "pass"), (BEN, "pass")):
        match = await one.matches.play(match.id, match.position_id, user, move)
    await stays(one, match)
    assert one.player.asked == []
    one.owned.gain(Z)
    one.events.publish(MatchChange(match, match))
    await until(lambda: one.waiting.thinking)
    one.owned.lost_in_database.add(Z)
    with structlog.testing.capture_logs() as logs:
        one.waiting.answer(replay(match.record).legal_moves()[0])
        await stays(one, match)
    assert {line["log_level"] for line in logs} <= {"debug"}


# --- Challenges ----------------------------------------------------------------------------------------


async def challenge(one: Service) -> Match:
    return await one.matches.challenges.create("othello", "6x6", Seats(ANA, BEN), ANA, there(Z))


async def test_only_the_owners_challenges_expire(one: Process) -> None:
    match = await challenge(one)
    one.clock.now += CHALLENGE_SECONDS
    await stays(one, match)
    one.owned.gain(Z)
    await idle(one)
    assert (await one.matches.get(match.id)).reason == "challenge.expired"


async def test_a_challenge_expires_once_however_often_its_shard_changes(one: Process) -> None:
    one.owned.gain(Z)
    match = await challenge(one)
    for _ in range(3):
        one.owned.lose(Z)
        one.owned.gain(Z)
    await until(lambda: len(one.matches.challenges._expiring) == 1)
    await until(lambda: len(one.matches._tasks._running) == 1)
    one.owned.lose(Z)
    one.clock.now += CHALLENGE_SECONDS
    await stays(one, match)


async def test_a_challenge_is_not_ended_again_and_again_once_the_shard_is_lost(
    one: Process, store: Store
) -> None:
    faults = Faults(times=1_000_000, error=StoreFull("no room"), only="end_challenge")
    full = process(store, faults)
    match = await challenge(full)
    full.clock.now += CHALLENGE_SECONDS
    full.owned.gain(Z)
    await until(lambda: faults.refused > 3)
    full.owned.lose(Z)
    await stays(full, match)


async def test_a_challenge_of_another_process_does_not_expire_here(one: Process) -> None:
    one.owned.gain(Z)
    match = await challenge(one)
    one.owned.lost_in_database.add(Z)
    one.clock.now += CHALLENGE_SECONDS
    with structlog.testing.capture_logs() as logs:
        one.matches.challenges._expiring.pop(match.id).cancel()
        one.matches.challenges.expire_later(match)
        await stays(one, match)
    assert {line["log_level"] for line in logs} <= {"debug"}


async def test_anybody_answers_a_challenge_anywhere(one: Process) -> None:
    match = await challenge(one)
    assert (await one.matches.challenges.accept(match.id, BEN)).is_active


# --- Teaching ------------------------------------------------------------------------------------------


async def test_only_the_owner_judges_moves(one: Process) -> None:
    costly: list[CostlyMove] = []
    one.events.subscribe(CostlyMove, costly.append)
    match = await one.matches.start_against_computer(
        "othello", "6x6", Seats(ANA, None), "3", there(Z), teaching=True
    )
    before = await one.matches.play(match.id, None, ANA, "b3")
    one.owned.gain(Z)
    await until(lambda: one.waiting.thinking)
    one.owned.lose(Z)
    answered = replace(before, moves=(*before.moves, some_move(before)), version=before.version + 1)
    one.events.publish(MatchChange(before, answered))  # as if another process had moved
    await idle(one)
    assert one.waiting.thinking == [] and len(one.player.asked) == 1
    one.owned.gain(Z)
    one.events.publish(MatchChange(before, answered))
    await until(lambda: len(one.waiting.thinking) >= 1)
    one.owned.lose(Z)
    await idle(one)
    assert one.waiting.thinking == [] and costly == []


# --- People --------------------------------------------------------------------------------------------


async def test_a_typed_move_in_a_match_of_another_process_is_played_in_its_present_position(
    one: Process, store: Store
) -> None:
    """This process has seen an earlier position with the same side to move."""
    other = process(store)
    challenges = one.matches.challenges
    match = await challenges.create("othello", "6x6", Seats(ANA, BEN), ANA, there(Z))
    match = await challenges.accept(match.id, BEN)
    seen = match
    for user in (ANA, BEN):
        match = await other.matches.play(match.id, None, user, some_move(match))
    assert one.matches.lookup._recent.get(match.id) == seen
    assert (await one.matches.play(match.id, None, ANA, some_move(match))).ply == 3
    await other.matches.close()


async def test_a_lost_place_suspends_whoever_owns_the_match(one: Process) -> None:
    """Each process that is connected hears of it, and either may not own the shard just now."""
    match = await to_answer(one)
    (suspended,) = await one.matches.suspensions.suspend([match.id])
    assert suspended.paused is PauseReason.SUSPENDED
    assert await one.matches.suspensions.suspend([match.id]) == []
