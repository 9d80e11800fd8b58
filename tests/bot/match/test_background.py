"""What happens in the background: thinking, faults, closing, restarts."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import structlog

from ai.pool import PoolClosed
from bot.match import computer
from bot.match.challenges import CHALLENGE_SECONDS
from bot.match.setup import Seats
from data.errors import StoreFailed, StoreFull
from data.model.match import AppendResult, Match
from data.model.match_change import MatchChange
from data.store import Store
from games import replay
from games.base import Move, Record
from tests.bot.service import (
    ANA,
    BEN,
    HERE,
    Faults,
    Player,
    Service,
    Waiting,
    service,
    some_move,
    until,
)


async def test_nobody_thinks_twice_about_one_position(made: Service) -> None:
    match = await made.play(await made.computer(), ANA, "b3")
    for _ in range(3):
        made.events.publish(MatchChange(match, match))
    await until(lambda: made.waiting.thinking)
    await asyncio.sleep(0)
    assert len(made.player.asked) == 1


async def test_the_computer_thinks_about_an_answer_at_once(made: Service) -> None:
    """A person can answer as soon as the computer's move is committed, before its task has ended."""
    answers: list[asyncio.Task[Match]] = []

    def answer(change: MatchChange) -> None:
        if change.after.ply == 2:
            move = made.matches.play(match.id, change.after.position_id, ANA, some_move(change.after))
            answers.append(asyncio.create_task(move))

    made.events.subscribe(MatchChange, answer)
    match = await made.play(await made.computer(), ANA, "b3")
    await until(lambda: made.waiting.thinking)
    made.waiting.answer()
    await until(lambda: len(made.player.asked) == 2)
    assert made.player.asked[-1][0] == (await answers[0]).record


async def test_the_computer_waits_out_a_busy_store(store: Store) -> None:
    faults = Faults(times=0)
    one = service(store, Waiting(), faults)
    match = await one.play(await one.computer(), ANA, "b3")
    await until(lambda: one.waiting.thinking)
    faults.times = 4
    with structlog.testing.capture_logs() as logs:
        one.waiting.answer()
        await until(lambda: one.changes.seen)
    assert (await one.matches.get(match.id)).ply == 2
    assert faults.refused == 4
    assert [line["event"] for line in logs] == ["computer's move not stored yet"] * 4
    assert len(one.player.asked) == 1, "it did not think again"
    await one.matches.close()


async def test_the_computers_move_yields_to_what_came_while_the_store_was_full(store: Store) -> None:
    faults = Faults(times=0, error=StoreFull("no room"), only="append")
    one = service(store, Waiting(), faults)
    match = await one.play(await one.computer(), ANA, "b3")
    await until(lambda: one.waiting.thinking)
    faults.times = 1_000_000
    one.waiting.answer()
    await until(lambda: faults.refused > 3)
    over = await one.matches.resign(match.id, None, ANA)
    refused, faults.times = faults.refused, 0
    await one.matches.close()
    assert (over.state, over.ply) == ("over", 1)
    assert await one.matches.get(match.id) == over
    assert refused > 3


async def test_a_computers_move_that_was_stored_after_all_is_shown(store: Store) -> None:
    """After `StoreFailed` a commit may have got through: the second attempt finds it there."""
    one = service(store, Waiting())
    match = await one.play(await one.computer(), ANA, "b3")
    await until(lambda: one.waiting.thinking)
    real, failed = one.store.background.append, list[Match]()

    async def append(*args: Any, **named: Any) -> AppendResult:
        stored = await real(*args, **named)
        if not failed:
            failed.append(stored.match)
            raise StoreFailed("the answer to a commit was lost")
        return stored

    one.store.background.append = append  # type: ignore[method-assign]
    one.waiting.answer()
    await until(lambda: one.changes.seen and failed)
    assert one.changes.seen == failed == [await one.matches.get(match.id)]
    await one.matches.close()


class Impossible(Player):
    """Fails so often, then answers with the first legal move."""

    def __init__(self, error: Exception | Move, times: int) -> None:
        super().__init__(self._answer)
        self._error = error
        self.times = times

    async def _answer(self, record: Record) -> Move:
        if len(self.asked) > self.times:
            return replay(record).legal_moves()[0]
        if isinstance(self._error, Exception):
            raise self._error
        return self._error


@pytest.mark.parametrize(
    "error", [RuntimeError("can't start new thread"), PoolClosed("no worker"), Move("a1")], ids=repr
)
async def test_a_computer_that_cannot_choose_tries_again(
    store: Store, error: Exception | Move, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An illegal choice is not stored, either."""
    monkeypatch.setattr(computer, "RETRY_SECONDS", (0.001, 0.002))
    one = service(store, Impossible(error, times=3))
    with structlog.testing.capture_logs() as logs:
        match = await one.play(await one.computer(), ANA, "b3")
        await until(lambda: one.changes.seen)
    assert (await one.matches.get(match.id)).ply == 2
    failed = [(line["event"], line["match"], line["retry"]) for line in logs]
    assert failed == [("computer has not moved yet", match.id, wait) for wait in (0.001, 0.002, 0.002)]
    assert {line["log_level"] for line in logs} == {"error"}
    await one.matches.close()


async def test_a_computer_that_cannot_store_its_move_tries_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer, "RETRY_SECONDS", (0.001,))
    faults = Faults(times=0, error=RuntimeError("can't start new thread"), only="append")
    one = service(store, Waiting(), faults)
    match = await one.play(await one.computer(), ANA, "b3")
    await until(lambda: one.waiting.thinking)
    faults.times = 1
    one.waiting.answer()
    await until(lambda: faults.refused and one.waiting.thinking)
    one.waiting.answer()
    await until(lambda: one.changes.seen)
    assert (await one.matches.get(match.id)).ply == 2
    await one.matches.close()


async def test_a_computer_that_failed_stops_with_the_match(store: Store) -> None:
    """The match ends while the failing attempt is being stored."""
    faults = Faults(times=0, error=RuntimeError("can't start new thread"), only="append")
    one = service(store, Waiting(), faults)
    match = await one.play(await one.computer(), ANA, "b3")
    await until(lambda: one.waiting.thinking)
    faults.times = 1
    one.waiting.answer()
    await one.matches.resign(match.id, None, ANA)
    await until(lambda: one.matches._tasks.is_idle)
    assert len(one.player.asked) == 1
    assert (await one.matches.get(match.id)).ply == 1


async def test_closing_stops_thinking(made: Service) -> None:
    match = await made.play(await made.computer(), ANA, "b3")
    await until(lambda: made.waiting.thinking)
    await made.matches.close()
    assert made.waiting.thinking == []
    assert await made.matches.get(match.id) == match


async def test_after_a_restart_the_computer_thinks_again(made: Service) -> None:
    thinking = await made.play(await made.computer(), ANA, "b3")
    mine = await made.computer()
    over = await made.matches.resign((await made.play(await made.computer(), ANA, "b3")).id, None, ANA)
    people = await made.people()
    await made.matches.close()
    again = service(made.store, Waiting(), clock=made.clock)
    again.start()
    await until(lambda: again.waiting.thinking)
    assert [record for record, *_ in again.player.asked] == [thinking.record]
    again.waiting.answer()
    await until(lambda: again.changes.seen)
    assert [match.id for match in again.changes.seen] == [thinking.id]
    for match in (mine, over, people):
        assert await again.matches.get(match.id) == match
    await again.matches.close()


async def test_after_a_restart_only_challenges_that_fell_due_expire(made: Service) -> None:
    old = await made.matches.challenges.create("othello", "8x8", Seats(ANA, BEN), ANA, HERE)
    made.clock.now += CHALLENGE_SECONDS - 1
    young = await made.matches.challenges.create("othello", "8x8", Seats(ANA, BEN), ANA, HERE)
    await made.matches.close()
    made.clock.now += 2
    again = service(made.store, Waiting(), clock=made.clock)
    again.start()
    await until(lambda: again.changes.seen)
    assert [match.id for match in again.changes.seen] == [old.id]
    assert (await again.matches.get(young.id)).state == "challenge"
    assert (await again.matches.challenges.accept(young.id, BEN)).state == "playing"
    await again.matches.close()
