"""The bot on a PostgreSQL server: matches against the computer and between people, over a restart."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests import postgresql

from .world import FakePlayer, World, world


@pytest.fixture
async def w(server: str, tmp_path: Path, player: FakePlayer) -> AsyncIterator[World]:
    """A world whose bot stores everything on a server."""
    with postgresql.database(server) as address:
        async with world(tmp_path / "none.db", player, address) as made:
            yield made


async def test_matches_over_a_restart(w: World) -> None:
    assert w.store.database.name.startswith("postgresql"), "not on a file"
    alone = await w.answered(await w.play())
    await w.press(w.alice, alone, "d3")
    alone = await w.answered(alone)
    assert len(alone.moves) == 2
    both = await w.match_of_two(clock="10+10")
    await w.press(w.alice, both, "d3")
    both = await w.shown(await w.until(both, lambda one: one.ply == 1))
    await w.restart()
    await w.press(w.bob, both, "c5")
    both = await w.shown(await w.until(both, lambda one: one.ply == 2))
    assert both.moves == ("d3", "c5")
    question = await w.bob.command(w.games, "resign")
    await w.bob.click(question.shown, label="Resign")
    both = await w.shown(await w.until(both, lambda one: one.state == "over"))
    assert both.winner == 1
    assert not w.path.exists(), "nothing is stored elsewhere"
