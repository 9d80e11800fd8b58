"""Changes at once, in one process and in two; changes given up half-way; closing."""

from __future__ import annotations

import asyncio
import gc
import logging
import random
from collections import Counter
from pathlib import Path

import pytest

from data.database import Database, open_database
from data.errors import Stale, StoreFailed, StoreReadOnly
from data.matches import MatchStore
from games.base import Move, Outcome, Side

from .conftest import of_a_file

WON = Outcome(Side.FIRST, "outcome.resigned")


def kinds(results: list[object]) -> Counter[str]:
    return Counter(type(result).__name__ for result in results)


async def test_of_many_moves_at_once_one_is_played(store: MatchStore, begin, play):
    match = await begin()
    for _ in range(5):
        tries = (store.append(match.id, match.stamp, play("d3", user), outcome=None) for user in range(20))
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert kinds(results) == {"Match": 1, "Stale": 19}
        present = await store.get(match.id)
        assert all(result.match == present for result in results if isinstance(result, Stale))
        assert present.ply == match.ply + 1
        match = present


async def test_of_a_move_an_end_and_a_take_back_at_once_one_happens(store: MatchStore, begin, play):
    for round_ in range(10):
        match = await begin("d3")
        changes = [
            store.append(match.id, match.stamp, play("c3"), outcome=None),
            store.finish(match.id, match.stamp, WON),
            store.take_back(match.id, match.stamp, 0),
        ]
        random.Random(round_).shuffle(changes)
        results = await asyncio.gather(*changes, return_exceptions=True)
        assert kinds(results) == {"Match": 1, "Stale": 2}
        assert await store.get(match.id) in results


async def test_a_challenge_accepted_and_cancelled_at_once(store: MatchStore, begin):
    for _ in range(10):
        match = await begin(state="challenge")
        answers = store.accept(match.id), store.end_challenge(match.id, "challenge.cancelled")
        assert kinds(await asyncio.gather(*answers, return_exceptions=True)) == {"Match": 1, "Stale": 1}


async def test_matches_do_not_mix(store: MatchStore, begin, play):
    started = [await begin() for _ in range(10)]

    async def whole(match):
        for ply in range(12):
            match = await store.append(match.id, match.stamp, play(f"{match.id}-{ply}"), outcome=None)

    await asyncio.gather(*map(whole, started))
    for match in started:
        assert (await store.get(match.id)).moves == tuple(f"{match.id}-{ply}" for ply in range(12))


def test_of_two_processes_one_plays_each_ply(address: str, child, started_match):
    match_id = started_match()
    children = [child("race", address, match_id, 60, name) for name in "ab"]
    assert [process.stdout.readline() for process in children] == ["ready\n"] * 2
    for process in children:
        process.stdin.write("go\n")
        process.stdin.flush()
    told = [process.communicate(timeout=60)[0] for process in children]
    assert [process.returncode for process in children] == [0, 0]  # nobody was told anything but Stale
    won = {name: {int(line) for line in out.split()} for name, out in zip("ab", told, strict=True)}
    assert won["a"] | won["b"] == set(range(60))
    assert not won["a"] & won["b"]
    expected = tuple(f"{'a' if ply in won['a'] else 'b'}{ply}" for ply in range(60))
    assert asyncio.run(_moves(address, match_id)) == expected


async def _moves(address: str, match_id: int) -> tuple[Move, ...]:
    async with await open_database(address) as database:
        return (await database.matches.get(match_id)).moves


async def test_a_read_sees_one_moment(store: MatchStore, begin, play, address: str):
    match = await begin("d3")
    done = False

    async def look(matches: MatchStore) -> int:
        looks = 0
        while not done:
            for seen in (await matches.get(match.id), *await matches.against_computer()):
                # Each move, taken back or not, raises the version by one: they must fit together.
                assert seen.ply == 1 + (seen.version - 1) % 2
            looks += 1
        return looks

    async with await open_database(address) as other:
        looking = [asyncio.create_task(look(matches)) for matches in (store, other.matches)]
        present = match
        for _ in range(25):
            present = await store.append(match.id, present.stamp, play("c3"), outcome=None)
            present = await store.take_back(match.id, present.stamp, 1)
        done = True
        assert min(await asyncio.gather(*looking)) > 0


@of_a_file
async def test_a_change_given_up_is_made_wholly_or_not_at_all(
    database: Database, begin, play, caplog: pytest.LogCaptureFixture
):
    dice = random.Random(4)
    match = await begin()
    with caplog.at_level(logging.WARNING):
        for number in range(80):
            change = database.matches.append(match.id, match.stamp, play(f"{number} {number}"), outcome=None)
            task = asyncio.create_task(change)
            for _ in range(dice.choice([1, 1, 2, 3])):
                await asyncio.sleep(dice.random() * 0.003)
                task.cancel()
            (result,) = await asyncio.gather(task, return_exceptions=True)
            assert isinstance(result, asyncio.CancelledError) or result.ply == match.ply + 2
            await database.check()  # in turn: what was given up has ended
            match = await database.matches.get(match.id)
            assert match.ply % 2 == 0
        gc.collect()
    assert [record.getMessage() for record in caplog.records] == []


@of_a_file
async def test_a_change_given_up_before_its_turn_is_not_made(database: Database, begin, play):
    match, go_on = await begin(), asyncio.Event()
    holding = asyncio.create_task(database.write(lambda _: go_on.wait()))
    await asyncio.sleep(0)
    changes = [
        asyncio.create_task(database.matches.append(match.id, match.stamp, play(move), outcome=None))
        for move in ("d3", "c4", "f5")
    ]
    await asyncio.sleep(0.01)
    changes[0].cancel()
    changes[2].cancel()
    go_on.set()
    await holding
    assert kinds(await asyncio.gather(*changes, return_exceptions=True)) == {"CancelledError": 2, "Match": 1}
    assert (await database.matches.get(match.id)).moves == ("c4",)


async def test_a_read_given_up_leaves_the_rest_alone(database: Database, begin):
    match = await begin("d3 c3")
    for number in range(60):
        task = asyncio.create_task(database.matches.get(match.id))
        await asyncio.sleep(0.0001 * (number % 20))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await database.matches.get(match.id) == match


async def test_an_error_inside_undoes_everything(database: Database, begin):
    match = await begin("d3")

    async def fail(connection):
        await connection.exec_driver_sql("UPDATE matches SET takebacks = 9")
        raise LookupError

    with pytest.raises(LookupError):
        await database.write(fail)
    assert await database.matches.get(match.id) == match


@of_a_file
async def test_a_fault_that_connections_remember_renews_all_of_them(database: Database, begin, monkeypatch):
    match = await begin("d3")
    await asyncio.gather(*(database.matches.get(match.id) for _ in range(20)))

    async def forbid(connection):
        await connection.exec_driver_sql("PRAGMA query_only = ON")

    for _ in range(20):  # a connection of the pool each, as they come
        await asyncio.gather(*(database.read(forbid) for _ in range(4)))
    with pytest.raises(StoreReadOnly):
        await database.matches.finish(match.id, match.stamp, WON)
    over = await database.matches.finish(match.id, match.stamp, WON)
    assert over.state == "over"


async def test_closing_waits_for_what_is_under_way(address: str, path: Path, begin, play, database: Database):
    match = await begin()
    change = asyncio.create_task(database.matches.append(match.id, match.stamp, play("d3"), outcome=None))
    await asyncio.sleep(0)
    await database.close()
    assert (await change).ply == 1
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    for call in (database.matches.get(match.id), database.check()):
        with pytest.raises(StoreFailed, match="closed"):
            await call
    await database.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@of_a_file
async def test_an_open_database_leaves_no_log_behind(path: Path, address: str):
    async with await open_database(address):
        pass
    assert [file.name for file in path.parent.iterdir()] == [path.name]
