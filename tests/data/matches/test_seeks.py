"""Seeks: one for each person, game and server; taken once; and the board of each server."""

from __future__ import annotations

from dataclasses import replace

import pytest

from data.matches.seeks import NewSeek, SeekBoard, SeekGone, take
from data.store import Store
from tests.data.conftest import ANNA, BORA, Begin

NEW = NewSeek(ANNA, 7, 70, "othello", "8x8", "3-days", False, 100, 1000.0, 4600.0)


async def test_a_person_has_one_for_each_game_in_a_server(store: Store) -> None:
    seeks = store.seeks
    first = await seeks.add(NEW, 3)
    second = await seeks.add(replace(NEW, control=None), 3)
    assert first is not None and second is not None and second.id > first.id
    assert await seeks.of_guild(7, 1000.0) == [second] == await seeks.of_person(ANNA)
    assert await seeks.get(first.id) is None
    for other in (replace(NEW, game="go"), replace(NEW, guild_id=8)):
        assert await seeks.add(other, 3) is not None
    assert await seeks.add(replace(NEW, game="gomoku"), 3) is None
    assert await seeks.add(NEW, 3) is not None, "it replaces another"


async def test_they_expire_and_are_cancelled(store: Store) -> None:
    seeks = store.seeks
    for one in (NEW, replace(NEW, user_id=BORA, expires_at=5000.0), replace(NEW, guild_id=8)):
        await seeks.add(one, 3)
    assert await seeks.expire(4599.0) == set()
    assert [one.user_id for one in await seeks.of_guild(7, 4600.0)] == [BORA]
    assert await seeks.expire(4600.0) == {7, 8}
    assert await seeks.cancel(BORA, 8) == set()
    assert await seeks.cancel(BORA, 7) == {7}
    await seeks.add(NEW, 3)
    await seeks.add(replace(NEW, guild_id=8), 3)
    assert await seeks.guilds() == {7, 8} == await seeks.cancel(ANNA)
    await seeks.add(NEW, 3)
    await store.personal_data.erase_settings(ANNA)
    assert await seeks.of_person(ANNA) == []


async def test_one_is_taken_once(store: Store) -> None:
    made = await store.seeks.add(NEW, 3)
    assert made is not None
    for now, gone in ((4600.0, True), (1000.0, False), (1000.0, True)):
        work = store.database.write(lambda one, now=now: take(one, made.id, now))  # type: ignore[misc]
        if gone:
            with pytest.raises(SeekGone):
                await work
        else:
            await work


async def test_boards(store: Store) -> None:
    seeks, board = store.seeks, SeekBoard(7, 70, 700)
    assert await seeks.board(7) is None
    await seeks.put_board(board)
    await seeks.put_board(newer := SeekBoard(7, 71, 701))
    assert await seeks.board(7) == newer and await seeks.guilds() == {7}
    await seeks.forget_board(board)
    assert await seeks.board(7) == newer
    await seeks.forget_board(newer)
    assert await seeks.board(7) is None


async def test_who_has_met(store: Store, begin: Begin) -> None:
    seeks = store.seeks
    assert not await seeks.have_met(ANNA, BORA, 0.0)
    await begin()
    assert await seeks.have_met(ANNA, BORA, 1e12) and await seeks.have_met(BORA, ANNA, 1e12)
    assert not await seeks.have_met(ANNA, 77, 0.0)
