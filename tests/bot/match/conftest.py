"""The match service without Discord: a real store, fake players, a clock that a test moves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import tasks
from data.database import Database, open_database
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
async def database(tmp_path: Path, ticks: Clock) -> AsyncIterator[Database]:
    address = f"sqlite+aiosqlite:///{tmp_path}/matches.db"
    async with await open_database(address, ticks=ticks) as opened:
        opened.uptime.go()
        yield opened


@pytest.fixture
async def made(database: Database) -> AsyncIterator[Service]:
    """A service whose computer waits to be told its moves."""
    one = service(database, Waiting())
    yield one
    await one.matches.close()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "STORE_RETRY_SECONDS", (0.0, 0.001))
