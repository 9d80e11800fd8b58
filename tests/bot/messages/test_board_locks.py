"""Whose turn it is to edit a board, and how long an answer waits for it."""

from __future__ import annotations

import pytest

from bot.messages import board_locks
from bot.messages.board_locks import BoardLocks


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_locks, "ACKNOWLEDGE_SECONDS", 0.005)


async def test_a_lock_lives_while_it_is_used() -> None:
    locks = BoardLocks()
    async with locks.in_time(1) as is_held:
        assert is_held and locks.of(1).locked() and not locks.of(2).locked()
    assert not locks._locks


async def test_a_lock_that_is_not_free_in_time_is_not_held(impatient: None) -> None:
    locks = BoardLocks()
    async with locks.of(1):
        async with locks.in_time(1) as is_held:
            assert not is_held
        assert locks.of(1).locked(), "by the other"


async def test_who_is_late_says_so_and_waits(impatient: None) -> None:
    locks = BoardLocks()
    other = locks.of(1)
    await other.acquire()

    async def late() -> None:
        other.release()

    async with locks.in_time(1, late) as is_held:
        assert is_held and other.locked()
    assert not other.locked()


async def test_a_block_that_fails_frees_the_lock() -> None:
    locks = BoardLocks()
    lock = locks.of(1)
    with pytest.raises(ZeroDivisionError):
        async with locks.in_time(1):
            raise ZeroDivisionError
    assert not lock.locked()
