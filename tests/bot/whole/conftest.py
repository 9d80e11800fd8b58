"""A world for each test: Discord, database, bot, and a computer that answers at once."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from .labels import check_labels
from .world import USUAL, FakePlayer, World, patience, world


@pytest.fixture(scope="module", autouse=True)
def children(forked_children: None) -> None:
    """Every bot here forks the processes that draw and read."""


@pytest.fixture
def player() -> FakePlayer:
    """The computer: first legal move, at once, unless the test sets another."""
    return FakePlayer()


@pytest.fixture
async def w(empty_database: Path, tmp_path: Path, player: FakePlayer) -> AsyncIterator[World]:
    """A world whose bot is ready."""
    path = Path(shutil.copy(empty_database, tmp_path / "daeguk.db"))
    async with world(path, player) as made:
        yield made
        check_labels(made.sandbox.state)


@pytest.fixture
def in_time(w: World) -> Iterator[None]:
    """With its usual patience the bot answers in time, if need be without a board."""
    with patience(*USUAL):
        yield
