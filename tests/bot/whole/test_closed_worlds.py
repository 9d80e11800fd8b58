"""A world that is closed leaves nothing in memory, so that a process can go through thousands of tests."""

from __future__ import annotations

import asyncio
import gc
import shutil
import time
from collections import Counter
from pathlib import Path

import pytest
from aiohttp import web_app

from bot.client import Daeguk
from bot.services import Services
from data.store import Store
from sandbox import Sandbox
from sandbox.world.store import Store as DiscordStore

from .world import world

WITHIN = 60.0
KINDS = (Daeguk, Services, Store, Sandbox, DiscordStore)


def alive() -> Counter[str]:
    """How many objects of each kind the garbage collector leaves."""
    gc.collect()
    return Counter(type(alive).__qualname__ for alive in gc.get_objects() if issubclass(type(alive), KINDS))


async def live(path: Path) -> None:
    """A world in which somebody plays a move."""
    async with world(path) as w:
        await w.alice.click(w.board(await w.play()), label="d3")


@pytest.mark.parametrize("worlds", [4, pytest.param(200, marks=pytest.mark.soak)])
def test_nothing_of_a_closed_world_is_kept(empty_database: Path, tmp_path: Path, worlds: int) -> None:
    before = alive()
    for number in range(worlds):
        asyncio.run(live(Path(shutil.copy(empty_database, tmp_path / f"{number}.db"))))
    web_app._cached_build_middleware.cache_clear()  # as after each module of tests
    deadline = time.monotonic() + WITHIN
    while (kept := alive() - before) and time.monotonic() < deadline:
        time.sleep(0.1)  # a thread that is just ending has its last call in hand
    assert kept == Counter()
