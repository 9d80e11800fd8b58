"""Matches continue when one of the computer's workers fails, or both at once."""

from __future__ import annotations

import asyncio
import shutil
import sys
import types
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ai.pool import Pool
from games import replay

from .world import World, moves_offered, world

_IN_SOAK = ("out-of-memory", "hangs")
FAULTS = ("raises", "killed", *(pytest.param(fault, marks=pytest.mark.soak) for fault in _IN_SOAK))
"""`tests/ai/test_pool.py` has each of them without a bot."""


@pytest.fixture
def orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that names the fault of the workers."""
    folder = tmp_path / "orders"
    folder.mkdir()
    monkeypatch.setenv("FAULTY_PLAYERS", str(folder))
    # A spawned process imports the main module again; pytest is a heavy one.
    monkeypatch.setitem(sys.modules, "__main__", types.ModuleType("__main__"))
    return folder


@pytest.fixture
async def staffed(empty_database: Path, tmp_path: Path, orders: Path) -> AsyncIterator[tuple[World, Pool]]:
    """A world with two workers, both ready."""
    from tests.bot.whole.faulty_players import SETUP  # reads its folder from the environment

    path = Path(shutil.copy(empty_database, tmp_path / "daeguk.db"))
    async with Pool(2, ("othello",), setup=SETUP) as pool, world(path, pool) as made:
        await pool.ready()
        yield made, pool


@pytest.mark.parametrize("fault", FAULTS)
async def test_matches_continue(staffed: tuple[World, Pool], orders: Path, fault: str) -> None:
    """Two servers' matches, so that both workers go wrong at the same time; then all is well again."""
    w, pool = staffed
    matches = [(w.alice, await w.play(w.alice)), (w.minji, await w.play(w.minji, w.korean))]
    (orders / fault).touch()
    await asyncio.gather(*(person.click(w.board(match), label="d3") for person, match in matches))
    for _, match in matches:
        after = await w.answered(match)
        assert after.ply == 2 and replay(after.record)
    # A worker whose player raises lives on, and may have had both matches; else it was two at least.
    assert failed_workers(orders) >= (1 if fault == "raises" else 2)
    (orders / fault).unlink()
    await pool.ready()
    for person, match in matches:
        await person.click(w.board(match), label=moves_offered(w.board(match))[0])
        assert (await w.answered(match)).ply == 4
    assert len(pool.pids) == 2


def failed_workers(orders: Path) -> int:
    """How many processes have failed."""
    return len(list(orders.glob("done-*")))
