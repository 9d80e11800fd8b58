"""A database without matches, made once and copied, and the bot's services without a client."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot import child_process, tasks
from bot.match.readable import check_match
from bot.messages import (
    board_locks,
    composer,
    interaction_responses,
    lesson_offers,
    notifications,
    press_guard,
    private_notes,
    refresher,
    welcomes,
)
from data.store import Store, open_store
from tests.bot.forked import FORKING
from tests.bot.harness import Harness, harness
from tests.bot.slow_pictures import SlowPictures
from tests.clock import Clock

BLANK = b"a picture"


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file without matches."""
    path = tmp_path_factory.mktemp("database") / "empty.db"

    async def make() -> None:
        await (await open_store(f"sqlite:///{path}")).close()

    asyncio.run(make())
    return path


@pytest.fixture
def ticks() -> Clock:
    """Counts the uptime; it stops until a test moves it."""
    return Clock()


@pytest.fixture
async def empty_store(empty_database: Path, tmp_path: Path, ticks: Clock) -> AsyncIterator[Store]:
    """An open store without matches, whose uptime runs."""
    path = Path(shutil.copy(empty_database, tmp_path / "daeguk.db"))
    async with await open_store(f"sqlite:///{path}", ticks=ticks, check=check_match) as opened:
        opened.uptime.start(0)
        yield opened


@pytest.fixture
async def h(empty_store: Store, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Harness]:
    """Services that draw nothing, retry at once and wait neither for boards to settle nor to be read.

    Each private note is a message of its own, so that tests find it as the answer. No lesson is offered. No
    answer is deferred because this process gets little processor time.
    """
    monkeypatch.setattr(interaction_responses, "WAIT_SECONDS", 60.0)
    monkeypatch.setattr(board_locks, "ACKNOWLEDGE_SECONDS", 60.0)
    monkeypatch.setattr(press_guard, "READING_SECONDS", 0.0)
    monkeypatch.setattr(private_notes, "FRESH_SECONDS", 0.0)
    monkeypatch.setattr(lesson_offers, "ANSWER_SECONDS", 3600.0)
    monkeypatch.setattr(composer, "picture", lambda *_, **__: BLANK)
    for drawing in ("all_games_picture", "game_picture"):
        monkeypatch.setattr(welcomes, drawing, lambda *_, **__: BLANK)
    monkeypatch.setattr(refresher, "RETRY_SECONDS", (0.001,) * 5)
    monkeypatch.setattr(tasks, "STORE_RETRY_SECONDS", (0.001,))
    monkeypatch.setattr(notifications, "SETTLING_SECONDS", 0.0)
    monkeypatch.setattr("bot.messages.faults.RETRY_SECONDS", (0.001, 0.001))
    async with harness(empty_store) as made:
        yield made


@pytest.fixture(scope="module")
def forked_children() -> Iterator[None]:
    """Processes that draw and read are forked instead of spawned: a tenth of the processor time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(child_process, "START_METHOD", FORKING)
        yield


@pytest.fixture
def slow(h: Harness, monkeypatch: pytest.MonkeyPatch) -> SlowPictures:
    """No picture is in time: each is drawn when the test lets it."""
    pictures = SlowPictures()
    monkeypatch.setattr(composer, "picture", pictures)
    monkeypatch.setattr(interaction_responses, "WAIT_SECONDS", 0.01)
    monkeypatch.setattr(board_locks, "ACKNOWLEDGE_SECONDS", 0.05)
    return pictures
