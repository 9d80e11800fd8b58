"""The worker pool with engines that do everything wrong: there is always a legal move, as for any player."""

from __future__ import annotations

import os
import signal
import sys
import types
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import pytest_asyncio
from structlog.testing import capture_logs
from structlog.typing import EventDict

from ai.base import Limit
from ai.external.engine import ExternalEngine
from ai.external.players import players
from ai.level import Level
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
GNU_GO = ExternalEngine.read("go", "GNU Go: gnugo --mode gtp --level 1")


@dataclass(frozen=True)
class Several:
    """A pool with many engines, by what each does, and the folders in which those for Othello write."""

    pool: Pool
    othello: dict[str, ExternalEngine]
    gomoku: dict[str, ExternalEngine]
    folders: dict[str, Path]


@pytest.fixture(autouse=True, scope="module")
def light_main() -> Iterator[None]:
    """A spawned process imports the main module again, and pytest takes long to import."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "__main__", types.ModuleType("__main__"))
        yield


@asynccontextmanager
async def pool(*engines: ExternalEngine) -> AsyncIterator[Pool]:
    """A pool of one worker that is ready for the games of the engines."""
    slugs = dict.fromkeys(engine.slug for engine in engines)
    async with Pool(1, tuple(slugs), setup=Setup(players(engines))) as made:
        await made.ready()
        yield made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def several(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Several]:
    """One worker for the tests that leave it whole: it takes seconds to load the engines of three games."""
    folders = {behavior: tmp_path_factory.mktemp(behavior) for behavior in (*FAILURES, "good", "resigns")}
    of_othello = {
        behavior: replace(othello(behavior, folder), name=behavior) for behavior, folder in folders.items()
    }
    of_gomoku = {
        behavior: replace(gomoku(behavior, tmp_path_factory.mktemp(behavior)), name=behavior)
        for behavior in ("good", "deaf")
    }
    of_go = [GNU_GO] if GNU_GO.path is not None else []
    async with pool(*of_othello.values(), *of_gomoku.values(), *of_go) as made:
        yield Several(made, of_othello, of_gomoku, folders)


@pytest.mark.parametrize("behavior", FAILURES)
@pytest.mark.asyncio(loop_scope="module")
async def test_bad_engines(behavior: str, several: Several) -> None:
    """Two attempts fail, then level 1 moves; the worker goes on, and nothing of the engine is left."""
    made, engine = several.pool, several.othello[behavior]
    before = made.pids
    with capture_logs() as logs:
        choice = await made.choose(RECORD, engine.level)
        assert choice.move in replay(RECORD).legal_moves()
        assert (await made.choose(RECORD, Level("1"))).move in replay(RECORD).legal_moves()
    assert made.pids == before
    assert [log["kind"] for log in failures(logs, engine)] == [FAILURES[behavior]] * 2
    assert not [log for log in logs if log["event"] == "a move is chosen without an engine"]
    until_none_lives(several.folders[behavior])


async def test_the_end_of_the_pool_ends_the_programs(tmp_path: Path) -> None:
    folders = {behavior: tmp_path / behavior for behavior in ("good", "forks", "forks-away")}
    engines = [replace(othello(behavior, folder), name=behavior) for behavior, folder in folders.items()]
    for folder in folders.values():
        folder.mkdir()
    async with pool(*engines) as made:
        for engine in engines:
            assert (await made.choose(RECORD, engine.level)).move == replay(RECORD).legal_moves()[-1]
        assert all(map(processes, folders.values()))
    for folder in folders.values():
        until_none_lives(folder)


async def test_a_killed_worker(tmp_path: Path) -> None:
    """Its program goes with it, and the next worker starts another, which two matches share."""
    engine = othello("good", tmp_path)
    records = [RECORD, Record("othello", "8x8", (Move("f5"), Move("f6")))]
    async with pool(engine) as made:
        await made.choose(RECORD, engine.level)
        first = processes(tmp_path)
        os.kill(made.pids[0], signal.SIGKILL)
        # A busy machine starts the next worker too late for this move.
        assert (await made.choose(RECORD, engine.level)).move in replay(RECORD).legal_moves()
        await made.ready()
        for _ in range(3):
            for number, record in enumerate(records):
                choice = await made.choose(record, engine.level)
                assert choice.move == replay(record).legal_moves()[-1]
                records[number] = record.then(choice.move)
        assert len(processes(tmp_path)) == 1
        assert processes(tmp_path) != first


@pytest.mark.asyncio(loop_scope="module")
async def test_matches_follow_each_other_at_once(several: Several) -> None:
    """Rapfi drops what it reads before it has ended its search, right after its move."""
    engine = several.gomoku["deaf"]
    records = [Record("gomoku", variant, (Move("h8"),)) for variant in ("freestyle-15", "renju-15")]
    with capture_logs() as logs:
        for _ in range(3):
            for number, record in enumerate(records):
                answered = record.then((await several.pool.choose(record, engine.level)).move)
                records[number] = answered.then(replay(answered).legal_moves()[-1])
    assert failures(logs, engine) == []


@pytest.mark.asyncio(loop_scope="module")
async def test_an_engine_that_resigns(several: Several) -> None:
    """There is a move for a match in which it is too early."""
    choice = await several.pool.choose(RECORD, several.othello["resigns"].level)
    assert choice.resigns
    assert choice.move in replay(RECORD).legal_moves()


@pytest.mark.parametrize("variant", ["8x8", "freestyle-15"])
@pytest.mark.asyncio(loop_scope="module")
async def test_a_whole_match(variant: str, several: Several) -> None:
    """Against level 1."""
    engine = several.othello["good"] if variant == "8x8" else several.gomoku["good"]
    with capture_logs() as logs:
        record = await whole_match(several.pool, Record(engine.slug, variant), engine)
    assert replay(record).outcome()
    assert faults(logs, engine) == []


@pytest.mark.parametrize("variant", ["9x9-korean", "9x9-chinese-h3"])
@pytest.mark.asyncio(loop_scope="module")
async def test_gnu_go(variant: str, several: Several) -> None:
    """Debian's GNU Go plays a whole match against level 1; our own engine judges what is dead."""
    if GNU_GO.path is None:
        leave_out(missing("GNU Go"))
    with capture_logs() as logs:
        record = await whole_match(several.pool, Record("go", variant), GNU_GO)
    outcome = replay(record).outcome()
    assert outcome is not None
    assert outcome.winner is Side.SECOND or "-h" in variant, record
    assert AGREE in record.moves
    assert faults(logs, GNU_GO) == []


def failures(logs: list[EventDict], engine: ExternalEngine) -> list[EventDict]:
    """The engine's failed attempts; those of level 1, its opponent, may be late on a busy machine."""
    return [log for log in logs if log["event"] == "search failed" and log["level"] == engine.level]


def faults(logs: list[EventDict], engine: ExternalEngine) -> list[EventDict]:
    """The engine's failed attempts, without those that were late on a busy machine."""
    return [log for log in failures(logs, engine) if log["kind"] != "deadline"]


FEW_NODES = Limit(30, nodes=16, seed=1)
"""What level 1 may spend on a move, so that it plays the same match on any machine, however busy."""


async def whole_match(pool: Pool, record: Record, engine: ExternalEngine) -> Record:
    """A match of level 1 against an engine, which is the second side."""
    while (position := replay(record)).outcome() is None:
        if position.legal_moves() == [PASS]:
            record = record.then(PASS)
            continue
        level, limit = (engine.level, None) if position.to_move is Side.SECOND else ("1", FEW_NODES)
        record = record.then((await pool.choose(record, level, limit=limit)).move)
    return record
