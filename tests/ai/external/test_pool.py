"""The worker pool with engines that do everything wrong: there is always a legal move, as for any player."""

from __future__ import annotations

import os
import signal
import sys
import types
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from ai.base import Limit
from ai.external.engine import ExternalEngine
from ai.external.players import players
from ai.pool import Pool, Setup
from games import replay
from games.base import PASS, Move, Record, Side
from games.go.position import AGREE
from tests.programs import leave_out, missing

from .scripted import gomoku, othello, processes, until_none_lives

RECORD = Record("othello", "8x8", (Move("d3"),))
FAILURES = {
    "exits": "EngineEnded",
    "crashes": "EngineEnded",
    "silent": "EngineSilent",
    "slow": "EngineSilent",
    "nonsense": "EngineIllegalMove",
    "illegal": "EngineIllegalMove",
    "wrong-color": "EngineIllegalMove",
    "refuses": "EngineRefused",
    "endless": "EngineNonsense",
    "huge-line": "EngineNonsense",
    "binary": "EngineNonsense",
}


@pytest.fixture(autouse=True)
def light_main(monkeypatch: pytest.MonkeyPatch) -> None:
    """A spawned process imports the main module again, and pytest takes long to import."""
    monkeypatch.setitem(sys.modules, "__main__", types.ModuleType("__main__"))


@asynccontextmanager
async def pool(engine: ExternalEngine, *slugs: str) -> AsyncIterator[Pool]:
    """A pool that is ready for games. Othello's level 1, which replaces an engine, needs no kernels."""
    async with Pool(1, slugs, setup=Setup(players([engine]))) as made:
        await made.ready()
        yield made


@pytest.mark.parametrize("behavior", FAILURES)
async def test_bad_engines(behavior: str, tmp_path: Path) -> None:
    """Two attempts fail, then level 1 moves; the worker goes on, and nothing of the engine is left."""
    engine = othello(behavior, tmp_path)
    with capture_logs() as logs:
        async with pool(engine) as made:
            choice = await made.choose(RECORD, engine.level)
            assert choice.move in replay(RECORD).legal_moves()
            (worker,) = made.pids
            assert (await made.choose(RECORD, "1")).move in replay(RECORD).legal_moves()
            assert made.pids == (worker,)
    assert [log["kind"] for log in failures(logs, engine)] == [FAILURES[behavior]] * 2
    assert not [log for log in logs if log["event"] == "ai.last-resort"]
    assert processes(tmp_path) == []


@pytest.mark.parametrize("behavior", ["good", "forks", "forks-away"])
async def test_the_end_of_the_pool_ends_the_programs(behavior: str, tmp_path: Path) -> None:
    engine = othello(behavior, tmp_path)
    async with pool(engine) as made:
        assert (await made.choose(RECORD, engine.level)).move == replay(RECORD).legal_moves()[-1]
        assert processes(tmp_path)
    until_none_lives(tmp_path)


async def test_a_killed_worker(tmp_path: Path) -> None:
    """Its program goes with it, and the next worker starts another."""
    engine = othello("good", tmp_path)
    async with pool(engine) as made:
        await made.choose(RECORD, engine.level)
        first = processes(tmp_path)
        os.kill(made.pids[0], signal.SIGKILL)
        assert (await made.choose(RECORD, engine.level)).move in replay(RECORD).legal_moves()
        await made.choose(RECORD, engine.level)
        assert len(processes(tmp_path)) == 1
        assert processes(tmp_path) != first


async def test_two_matches_share_a_program(tmp_path: Path) -> None:
    engine = othello("good", tmp_path)
    records = [RECORD, Record("othello", "8x8", (Move("f5"), Move("f6")))]
    async with pool(engine) as made:
        for _ in range(3):
            for number, record in enumerate(records):
                choice = await made.choose(record, engine.level)
                assert choice.move == replay(record).legal_moves()[-1]
                records[number] = record.then(choice.move)
        assert len(processes(tmp_path)) == 1


async def test_matches_follow_each_other_at_once(tmp_path: Path) -> None:
    """Rapfi drops what it reads before it has ended its search, right after its move."""
    engine = gomoku("deaf", tmp_path)
    records = [Record("gomoku", variant, (Move("h8"),)) for variant in ("freestyle-15", "renju-15")]
    with capture_logs() as logs:
        async with pool(engine) as made:
            for _ in range(3):
                for number, record in enumerate(records):
                    answered = record.then((await made.choose(record, engine.level)).move)
                    records[number] = answered.then(replay(answered).legal_moves()[-1])
    assert failures(logs, engine) == []


async def test_an_engine_that_resigns(tmp_path: Path) -> None:
    """There is a move for a match in which it is too early."""
    engine = othello("resigns", tmp_path)
    async with pool(engine) as made:
        choice = await made.choose(RECORD, engine.level)
    assert choice.resigns
    assert choice.move in replay(RECORD).legal_moves()


@pytest.mark.parametrize("make", [othello, gomoku])
async def test_a_whole_match(make: Callable[[str, Path], ExternalEngine], tmp_path: Path) -> None:
    """Against level 1."""
    engine = make("good", tmp_path)
    record = Record(engine.slug, "8x8" if engine.slug == "othello" else "freestyle-15")
    with capture_logs() as logs:
        async with pool(engine, engine.slug) as made:
            record = await whole_match(made, record, engine)
    assert replay(record).outcome()
    assert faults(logs, engine) == []


@pytest.mark.parametrize("variant", ["9x9-korean", "9x9-chinese-h3"])
async def test_gnu_go(variant: str) -> None:
    """Debian's GNU Go plays a whole match against level 1; our own engine judges what is dead."""
    engine = ExternalEngine.read("go", "GNU Go: gnugo --mode gtp --level 1")
    if engine.path is None:
        leave_out(missing("GNU Go"))
    with capture_logs() as logs:
        async with pool(engine, "go") as made:
            record = await whole_match(made, Record("go", variant), engine)
    outcome = replay(record).outcome()
    assert outcome is not None
    assert outcome.winner is Side.SECOND or "-h" in variant, record
    assert AGREE in record.moves
    assert faults(logs, engine) == []


def failures(logs: list[EventDict], engine: ExternalEngine) -> list[EventDict]:
    """The engine's failed attempts; those of level 1, its opponent, may be late on a busy machine."""
    return [log for log in logs if log["event"] == "ai.attempt-failed" and log["level"] == engine.level]


def faults(logs: list[EventDict], engine: ExternalEngine) -> list[EventDict]:
    """The engine's failed attempts, without those that were late on a busy machine."""
    return [log for log in failures(logs, engine) if log["kind"] != "deadline"]


FEW_NODES = Limit(0.05, nodes=16, seed=1)
"""What level 1 may spend on a move, so that it plays the same match on any machine."""


async def whole_match(pool: Pool, record: Record, engine: ExternalEngine) -> Record:
    """A match of level 1 against an engine, which is the second side."""
    while (position := replay(record)).outcome() is None:
        if position.legal_moves() == [PASS]:
            record = record.then(PASS)
            continue
        level, limit = (engine.level, None) if position.to_move is Side.SECOND else ("1", FEW_NODES)
        record = record.then((await pool.choose(record, level, limit=limit)).move)
    return record
