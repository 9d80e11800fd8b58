"""The match service without Discord: a real store, fake players, a clock that a test moves."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot import tasks
from data.store import Store
from tests.bot.service import (
    Service,
    Waiting,
    service,
)


@pytest.fixture
def store(empty_store: Store) -> Store:
    return empty_store


@pytest.fixture
async def made(store: Store) -> AsyncIterator[Service]:
    """A service whose computer waits for the test to move."""
    one = service(store, Waiting())
    yield one
    await one.matches.close()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "STORE_RETRY_SECONDS", (0.0, 0.001))
