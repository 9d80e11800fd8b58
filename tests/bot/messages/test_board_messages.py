"""The display's promise alone: whatever is asked to be shown is shown in the end."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.messages import board_messages
from bot.messages.board_messages import Display


class Board:
    """A client whose boards are edited by counting; ``during`` is called within each edit."""

    def __init__(self) -> None:
        self.edits = 0
        self.during: list[Any] = []
        self.store = SimpleNamespace(get=self.get)

    async def get(self, match_id: int) -> Any:
        return SimpleNamespace(id=match_id)

    async def edit(self, match: Any) -> None:
        self.edits += 1
        if self.during:
            self.during.pop(0)()


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def display(board: Board, monkeypatch: pytest.MonkeyPatch) -> Display:
    monkeypatch.setattr(board_messages, "_RETRY_SECONDS", (0.0,) * 3)
    one = Display(board, SimpleNamespace())  # type: ignore[arg-type]
    monkeypatch.setattr(one, "_edit", board.edit)
    return one


async def settled(display: Display) -> None:
    """Let everything run that can: nothing here waits for the world outside."""
    for _ in range(300):
        await asyncio.sleep(0)
    assert not display._showing


async def test_a_change_in_the_moment_an_edit_ends_is_shown(board: Board, display: Display) -> None:
    match: Any = SimpleNamespace(id=1)
    # Runs after the edit's last look for changes, and before anything that waits for its task to end.
    board.during = [lambda: asyncio.get_running_loop().call_soon(display.show, match)]
    display.show(match)
    await settled(display)
    assert board.edits == 2


async def test_many_changes_during_edits_are_all_shown(board: Board, display: Display) -> None:
    match: Any = SimpleNamespace(id=1)
    board.during = [lambda: display.show(match)] * 20
    display.show(match)
    await settled(display)
    assert board.edits == 21


async def test_a_fault_is_tried_again_and_given_up_in_the_end(board: Board, display: Display) -> None:
    def fault() -> None:
        raise OSError("cut")

    match: Any = SimpleNamespace(id=1)
    board.during = [fault] * 2
    display.show(match)
    await settled(display)
    assert board.edits == 3
    board.edits, board.during = 0, [fault] * 9
    display.show(match)
    await settled(display)
    assert board.edits == 4
