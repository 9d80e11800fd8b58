"""The whole bot with the real engines in their worker process."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
import types
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ai.pool import Pool
from games import replay

from .world import World, moves_offered, world

COLD = 180.0  # seconds a first start may take, when nothing is compiled yet


@pytest.fixture
async def real(
    empty_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[World, Pool]]:
    """A world whose computer is the real one; its worker is still warming up."""
    # A spawned process imports the main module again; pytest is a heavy one.
    monkeypatch.setitem(sys.modules, "__main__", types.ModuleType("__main__"))
    path = Path(shutil.copy(empty_database, tmp_path / "daeguk.db"))
    async with Pool(workers=1, slugs=("othello",)) as pool, world(path, pool) as made:
        yield made, pool


async def test_a_real_opponent(real: tuple[World, Pool]) -> None:
    """It answers clicks at once while it warms up, plays, gives hints, and survives its worker's death."""
    w, pool = real
    match = await w.play(level="1", variant="6x6")
    await w.alice.click(w.board(match), label=moves_offered(w.board(match))[0])
    async with asyncio.timeout(COLD):
        await pool.ready()
    match = await w.answered(match)
    assert match.ply == 2 and match.moves[1] in replay(match.record.before(1)).legal_moves()

    await w.alice.click(w.board(match), label="Hint")
    await w.reads_board(match, "💡", within=COLD)

    strong = await w.play(level="8")
    await w.alice.click(w.board(strong), label="d3")
    (worker,) = pool.pids
    os.kill(worker, signal.SIGKILL)
    await w.alice.click(w.board(match), label=moves_offered(w.board(match))[0])
    strong = await w.until(strong, lambda one: one.ply == 2)
    assert strong.moves[1] in replay(strong.record.before(1)).legal_moves()
    await w.shown(strong)
    await w.until(match, lambda one: one.ply == 4)
