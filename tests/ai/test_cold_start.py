"""A first start with the real engines: nothing is compiled yet."""

from __future__ import annotations

import asyncio
import sys
import types
from pathlib import Path

import pytest

from ai.pool import Pool, Setup
from games import replay
from games.base import Record

COLD_SECONDS = 300.0
"""What compiling two games may take on a busy machine."""


@pytest.mark.soak
async def test_othello_is_answered_while_go_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The only worker plays Othello before Go is compiled, and then Go."""
    monkeypatch.setenv("DAEGUK_CACHE_DIR", str(tmp_path))
    monkeypatch.setitem(sys.modules, "__main__", types.ModuleType("__main__"))  # pytest takes long to import
    othello, go = Record("othello", "8x8"), Record("go", "9x9-korean")
    async with Pool(1, ("go", "othello"), setup=Setup(niceness=0)) as pool, asyncio.timeout(COLD_SECONDS):
        territory = pool.submit(go, "5")
        assert (await pool.choose(othello, "1")).move in replay(othello).legal_moves()
        assert territory.getting_ready  # level 1 of Othello needs no kernels
        disc = pool.submit(othello, "5")
        assert disc.getting_ready
        assert (await disc).move in replay(othello).legal_moves()
        assert (await territory).move in replay(go).legal_moves()
        assert (await pool.choose(othello, "5")).move in replay(othello).legal_moves()
