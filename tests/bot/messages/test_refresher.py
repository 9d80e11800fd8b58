"""Whatever is requested is shown in the end, and never while a press is answered with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.messages import refresher
from bot.messages.refresher import Refresher
from tests.bot.service import until


class Board:
    """Counts its edits; ``during`` are called one after another, one within each edit."""

    def __init__(self) -> None:
        self.edits = 0
        self.during: list[Callable[[], object]] = []
        self.refresher = Refresher(self.edit, match_of=int)

    async def edit(self, match_id: int) -> bool:
        self.edits += 1
        try:
            if self.during:
                self.during.pop(0)()
        except OSError:
            return False
        return True

    def request(self) -> None:
        self.refresher.request(1)


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Board:
    monkeypatch.setattr(refresher, "RETRY_SECONDS", (0.0,) * 3)
    return Board()


async def settled(board: Board) -> None:
    """Let everything run that can: nothing here waits for the world outside."""
    for _ in range(300):
        await asyncio.sleep(0)
    assert board.refresher.is_idle


async def test_a_change_in_the_moment_an_edit_ends_is_shown(board: Board) -> None:
    # Runs after the edit's last check for changes, and before anything that waits for its task to end.
    board.during = [lambda: asyncio.get_running_loop().call_soon(board.request)]
    board.request()
    await settled(board)
    assert board.edits == 2


async def test_many_changes_during_edits_are_all_shown(board: Board) -> None:
    board.during = [board.request] * 20
    board.request()
    await settled(board)
    assert board.edits == 21


async def test_a_fault_is_tried_again_and_given_up_in_the_end(board: Board) -> None:
    def fault() -> None:
        raise OSError("cut")

    board.during = [fault] * 2
    board.request()
    await settled(board)
    assert board.edits == 3
    board.edits, board.during = 0, [fault] * 9
    board.request()
    await settled(board)
    assert board.edits == 4


async def test_an_edit_waits_until_every_hold_is_released(board: Board) -> None:
    with board.refresher.hold(1):
        with board.refresher.hold(1):
            board.request()
        for _ in range(9):
            await asyncio.sleep(0)
        assert board.edits == 0
        board.refresher.request(2)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert board.edits == 1, "another match does not wait"
    await settled(board)
    assert board.edits == 2


async def test_a_hold_that_lasts_too_long_is_ignored(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refresher, "HOLD_SECONDS", 0.01)
    with board.refresher.hold(1):
        board.request()
        await until(lambda: board.edits)
