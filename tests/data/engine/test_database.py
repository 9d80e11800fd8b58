"""Concurrent changes in one process and in two, cancelled changes, and closing."""

from __future__ import annotations

import asyncio
import gc
import logging
import random
import subprocess
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from sqlalchemy import Connection

from data.errors import Stale, StoreFailed, StoreReadOnly
from data.matches.store import MatchStore
from data.model.match import Match, Played
from data.store import Store, open_store
from games.base import Move, Outcome, Side
from tests.data.conftest import Begin, append, of_a_file, read_line, write_line

WON = Outcome(Side.FIRST, "outcome.resigned")


def kinds(results: Iterable[object]) -> Counter[str]:
    return Counter(type(result).__name__ for result in results)


async def test_of_many_moves_at_once_one_is_played(
    matches: MatchStore, begin: Begin, play: Callable[..., list[Played]]
) -> None:
    match = await begin()
    for _ in range(5):
        tries = (
            append(matches, match.id, match.position_id, play("d3", user), outcome=None) for user in range(20)
        )
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert kinds(results) == {"Match": 1, "Stale": 19}
        present = await matches.get(match.id)
        assert all(result.match == present for result in results if isinstance(result, Stale))
        assert present.ply == match.ply + 1
        match = present


async def test_of_a_move_an_end_and_a_takeback_at_once_one_happens(
    matches: MatchStore, begin: Begin, play: Callable[..., list[Played]]
) -> None:
    for round_ in range(10):
        match = await begin("d3")
        changes = [
            append(matches, match.id, match.position_id, play("c3"), outcome=None),
            matches.finish(match.id, match.position_id, WON),
            matches.take_back(match.id, match.position_id, 0),
        ]
        random.Random(round_).shuffle(changes)
        results = await asyncio.gather(*changes, return_exceptions=True)
        assert kinds(results) == {"Match": 1, "Stale": 2}
        assert await matches.get(match.id) in results


async def test_a_challenge_accepted_and_cancelled_at_once(matches: MatchStore, begin: Begin) -> None:
    for _ in range(10):
        match = await begin(state="challenge")
        answers = matches.accept(match.id), matches.end_challenge(match.id, "challenge.cancelled")
        assert kinds(await asyncio.gather(*answers, return_exceptions=True)) == {"Match": 1, "Stale": 1}


async def test_matches_do_not_mix(
    matches: MatchStore, begin: Begin, play: Callable[..., list[Played]]
) -> None:
    started = [await begin() for _ in range(10)]

    async def whole(match: Match) -> None:
        for ply in range(12):
            match = await append(
                matches, match.id, match.position_id, play(f"{match.id}-{ply}"), outcome=None
            )

    await asyncio.gather(*map(whole, started))
    for match in started:
        assert (await matches.get(match.id)).moves == tuple(f"{match.id}-{ply}" for ply in range(12))


def test_of_two_processes_one_plays_each_ply(
    address: str, child: Callable[..., subprocess.Popen[str]], started_match: Callable[[], int]
) -> None:
    match_id = started_match()
    children = [child("race", address, match_id, 60, name) for name in "ab"]
    assert [read_line(process) for process in children] == ["ready\n"] * 2
    for process in children:
        write_line(process, "go")
    outputs = [process.communicate(timeout=60)[0] for process in children]
    assert [process.returncode for process in children] == [0, 0]  # nothing but Stale was raised
    won = {name: {int(line) for line in out.split()} for name, out in zip("ab", outputs, strict=True)}
    assert won["a"] | won["b"] == set(range(60))
    assert not won["a"] & won["b"]
    expected = tuple(f"{'a' if ply in won['a'] else 'b'}{ply}" for ply in range(60))
    assert asyncio.run(_moves(address, match_id)) == expected


async def _moves(address: str, match_id: int) -> tuple[Move, ...]:
    async with await open_store(address) as store:
        return (await store.matches.get(match_id)).moves


async def test_a_read_sees_one_snapshot(
    store: Store, matches: MatchStore, begin: Begin, play: Callable[..., list[Played]], address: str
) -> None:
    match = await begin("d3")
    done = False

    async def read(opened: Store) -> int:
        reads = 0
        while not done:
            for seen in (await opened.matches.get(match.id), *await opened.queries.by_number([match.id])):
                # Each move and each takeback raises the version by one: both have to match.
                assert seen.ply == 1 + (seen.version - 1) % 2
            reads += 1
        return reads

    async with await open_store(address) as other:
        reading = [asyncio.create_task(read(opened)) for opened in (store, other)]
        present = match
        for _ in range(25):
            present = await append(matches, match.id, present.position_id, play("c3"), outcome=None)
            present = await matches.take_back(match.id, present.position_id, 1)
        done = True
        assert min(await asyncio.gather(*reading)) > 0


@of_a_file
async def test_a_cancelled_change_is_made_whole_or_not_at_all(
    store: Store, begin: Begin, play: Callable[..., list[Played]], caplog: pytest.LogCaptureFixture
) -> None:
    dice = random.Random(4)
    match = await begin()
    with caplog.at_level(logging.WARNING):
        for number in range(80):
            change = append(
                store.matches, match.id, match.position_id, play(f"{number} {number}"), outcome=None
            )
            task = asyncio.create_task(change)
            for _ in range(dice.choice([1, 1, 2, 3])):
                await asyncio.sleep(dice.random() * 0.003)
                task.cancel()
            (result,) = await asyncio.gather(task, return_exceptions=True)
            if isinstance(result, BaseException):
                assert isinstance(result, asyncio.CancelledError)
            else:
                assert result.ply == match.ply + 2
            await store.check()  # waits for its turn: the cancelled change has ended
            match = await store.matches.get(match.id)
            assert match.ply % 2 == 0
        gc.collect()
    assert [record.getMessage() for record in caplog.records] == []


@of_a_file
async def test_a_change_cancelled_before_its_turn_is_not_made(
    store: Store, begin: Begin, play: Callable[..., list[Played]]
) -> None:
    match, released = await begin(), threading.Event()
    holding = asyncio.create_task(store.database.write(lambda _: released.wait()))
    await asyncio.sleep(0)
    changes = [
        asyncio.create_task(append(store.matches, match.id, match.position_id, play(move), outcome=None))
        for move in ("d3", "c4", "f5")
    ]
    await asyncio.sleep(0.01)
    changes[0].cancel()
    changes[2].cancel()
    released.set()
    await holding
    assert kinds(await asyncio.gather(*changes, return_exceptions=True)) == {"CancelledError": 2, "Match": 1}
    assert (await store.matches.get(match.id)).moves == ("c4",)


async def test_a_cancelled_read_leaves_the_rest_alone(store: Store, begin: Begin) -> None:
    match = await begin("d3 c3")
    for number in range(60):
        task = asyncio.create_task(store.matches.get(match.id))
        await asyncio.sleep(0.0001 * (number % 20))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await store.matches.get(match.id) == match


async def test_an_error_rolls_back_everything(store: Store, begin: Begin) -> None:
    match = await begin("d3")

    def fail(connection: Connection) -> None:
        connection.exec_driver_sql("UPDATE matches SET takebacks = 9")
        raise LookupError

    with pytest.raises(LookupError):
        await store.database.write(fail)
    assert await store.matches.get(match.id) == match


@of_a_file
async def test_a_fault_that_persists_in_connections_replaces_all_of_them(
    store: Store, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin("d3")
    await asyncio.gather(*(store.matches.get(match.id) for _ in range(20)))

    def forbid(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA query_only = ON")

    for _ in range(20):  # until every connection of the pool has had it
        await asyncio.gather(*(store.database.read(forbid) for _ in range(4)))
    with pytest.raises(StoreReadOnly):
        await store.matches.finish(match.id, match.position_id, WON)
    over = await store.matches.finish(match.id, match.position_id, WON)
    assert over.state == "over"


async def test_closing_waits_for_running_transactions(
    begin: Begin, play: Callable[..., list[Played]], store: Store
) -> None:
    match = await begin()
    change = asyncio.create_task(append(store.matches, match.id, match.position_id, play("d3"), outcome=None))
    await asyncio.sleep(0)
    await store.close()
    assert (await change).ply == 1
    for call in (store.matches.get(match.id), store.check()):
        with pytest.raises(StoreFailed, match="closed"):
            await call
    await store.close()


@of_a_file
async def test_closing_leaves_no_log_behind(path: Path, address: str) -> None:
    async with await open_store(address):
        pass
    assert [file.name for file in path.parent.iterdir()] == [path.name]
