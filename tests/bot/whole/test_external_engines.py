"""Matches against an engine that the admin has configured: a real program in real workers."""

from __future__ import annotations

import shutil
import sys
import types
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from ai.external.engine import ExternalEngine
from ai.external.players import players
from ai.external.probe import probe
from ai.pool import Pool, Setup
from bot.match import engines
from bot.texts import texts
from games import replay
from tests.ai.external.scripted import othello, processes

from .world import FakePlayer, World, forget_commands, moves_offered, world

LEVEL = "engine-scripted"


@pytest.fixture
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ExternalEngine]:
    """This bot's engine, a good one unless the test names a behavior."""
    made = othello(getattr(request, "param", "good"), tmp_path)
    engines.configure([made])
    forget_commands()  # with the levels of other bots
    yield made
    engines.configure([])
    forget_commands()


@pytest.fixture
async def w(
    empty_database: Path, tmp_path: Path, engine: ExternalEngine, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[World]:
    """A world whose computers are real ones in a worker."""
    # A spawned process imports the main module again; pytest is a heavy one.
    monkeypatch.setitem(sys.modules, "__main__", types.ModuleType("__main__"))
    path = Path(shutil.copy(empty_database, tmp_path / "daeguk.db"))
    async with Pool(1, (), setup=Setup(players([engine]))) as pool, world(path, pool) as made:
        await pool.ready()
        yield made


async def test_a_match(w: World, tmp_path: Path) -> None:
    """It is a level of the game, by its name; its program moves and is kept for the next move."""
    match = await w.play(level=LEVEL)
    assert match.level == LEVEL
    assert "Scripted\xa0" in w.board(match).text
    for _ in range(2):
        await w.alice.click(w.board(match), label=moves_offered(w.board(match))[0])
        match = await w.answered(match)
        assert match.moves[-1] == replay(match.record.before(match.ply - 1)).legal_moves()[-1]
    assert len(processes(tmp_path)) == 1


async def test_its_name_is_the_same_in_every_language(w: World) -> None:
    match = await w.play(w.minji, w.korean, level=LEVEL)
    assert "Scripted\xa0" in w.board(match).text
    for person, channel in ((w.minji, w.korean), (w.alice, w.games)):
        last = (await person.autocomplete(channel, "play othello", "level", "")).choices[-1]
        assert (last["name"], last["value"]) == ("Scripted", LEVEL)
    of_go = (await w.alice.autocomplete(w.games, "play go", "level", "")).choices
    assert LEVEL not in [choice["value"] for choice in of_go]


@pytest.mark.parametrize(
    "engine",
    ["crashes", *(pytest.param(fault, marks=pytest.mark.soak) for fault in ("illegal", "exits"))],
    indirect=True,
)
async def test_an_engine_that_fails(w: World, tmp_path: Path) -> None:
    """The match goes on at level 1."""
    match = await w.play(level=LEVEL)
    await w.alice.click(w.board(match), label="d3")
    match = await w.answered(match)
    assert match.ply == 2
    assert replay(match.record)
    assert processes(tmp_path) == []


async def test_a_variant_that_it_does_not_play(w: World, engine: ExternalEngine) -> None:
    engines.note(engine, probe(engine))
    asking = w.alice.command(w.games, "play othello", level=LEVEL, variant="6x6")
    await w.refused(w.alice, asking, "play.engine-variant", engine="Scripted")


async def test_an_engine_is_removed_and_comes_back(w: World, engine: ExternalEngine) -> None:
    """The match says so, and goes on; then the engine moves again."""
    match = await w.play(level=LEVEL)
    await w.alice.click(w.board(match), label="d3")
    match = await w.answered(match)

    real, w.player = w.player, FakePlayer()
    engines.configure([])
    await w.restart()
    await w.alice.click(w.board(match), label=moves_offered(w.board(match))[0])
    match = await w.answered(match)
    assert match.ply == 4
    assert w.player.asked[-1][1] == "6"
    says = texts("en").plain("match.engine-missing", engine="scripted", level="level 6")
    assert says in w.board(match).text
    assert "Scripted\xa0" in w.board(match).text
    assert match.level == LEVEL

    w.player = real
    engines.configure([engine])
    await w.restart()
    await w.alice.click(w.board(match), label=moves_offered(w.board(match))[0])
    match = await w.answered(match)
    assert match.moves[-1] == replay(match.record.before(5)).legal_moves()[-1]
    assert says not in w.board(match).text


async def test_no_rematch_against_an_engine_that_is_gone(w: World) -> None:
    match = await w.opened(await w.play(level=LEVEL))
    question = await w.alice.command(w.games, "resign", match=match.id)
    await w.alice.click(question.shown, label="Resign")
    match = await w.shown(await w.until(match, lambda one: one.state == "over"))
    engines.configure([])
    await w.restart()
    pressing = w.alice.click(w.board(match), label="Rematch")
    await w.refused(w.alice, pressing, "play.engine-missing", engine="scripted")
