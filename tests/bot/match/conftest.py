"""The match service without Discord: a real store, fake players, a clock that a test moves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import tasks
from data.store import Store, open_store
from tests.bot.service import (
    Clock,
    Service,
    Waiting,
    service,
)


@pytest.fixture
def ticks() -> Clock:
    """Counts the uptime."""
    return Clock()


@pytest.fixture
async def store(tmp_path: Path, ticks: Clock) -> AsyncIterator[Store]:
    address = f"sqlite+aiosqlite:///{tmp_path}/matches.db"
    async with await open_store(address, ticks=ticks) as opened:
        opened.uptime.start()
        yield opened


@pytest.fixture
async def made(store: Store) -> AsyncIterator[Service]:
    """A service whose computer waits for the test to move."""
    one = service(store, Waiting())
    yield one
    await one.matches.close()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "STORE_RETRY_SECONDS", (0.0, 0.001))
