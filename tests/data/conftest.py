"""A fresh database for each test, a clock that the test sets, and short ways to begin matches."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from data.database import Database, open_database
from data.matches import Match, MatchStore, Played
from games.base import Move

ROOT = Path(__file__).parents[2]
ANNA, BORA, CHUL = 111, 222, 2**62
SERVER = os.environ.get("TEST_SERVER")
"""``postgresql+asyncpg://user:password@host/postgres``: the store's tests run there."""
of_a_file = pytest.mark.skipif(SERVER is not None, reason="about SQLite's file, or its one writer")


class Clock:
    """Shows what it is set to."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database is, or will be; alone in its folder."""
    return tmp_path / "var" / "daeguk.db"


@pytest.fixture
async def address(path: Path) -> AsyncIterator[str]:
    """A database of the test's own: a file, or one on the server whose URL ``TEST_SERVER`` is."""
    if SERVER is None:
        yield f"sqlite+aiosqlite:///{path}"
        return
    name = f"test_{uuid.uuid4().hex}"
    await _on_server(f"CREATE DATABASE {name}")
    yield make_url(SERVER).set(database=name).render_as_string(hide_password=False)
    await _on_server(f"DROP DATABASE {name} WITH (FORCE)")


async def _on_server(statement: str) -> None:
    engine = create_async_engine(SERVER or "", isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(statement))
    await engine.dispose()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without matches: copying it is much quicker than making one for every test."""
    file = tmp_path_factory.mktemp("empty") / "daeguk.db"

    async def make() -> None:
        await (await open_database(f"sqlite+aiosqlite:///{file}")).close()

    asyncio.run(make())
    return file


@pytest.fixture
async def database(path: Path, address: str, clock: Clock, empty_database: Path) -> AsyncIterator[Database]:
    path.parent.mkdir()
    shutil.copyfile(empty_database, path)
    async with await open_database(address, clock=clock) as opened:
        yield opened


@pytest.fixture
def store(database: Database) -> MatchStore:
    return database.matches


Begin = Callable[..., Awaitable[Match]]


async def begin_in(store: MatchStore, moves: str = "", **changes: Any) -> Match:
    values: dict[str, Any] = {
        "game": "othello", "variant": "8x8", "state": "playing", "first_id": ANNA, "second_id": BORA,
        "level": None, "challenger_id": ANNA, "guild_id": 7, "channel_id": 70,
    }  # fmt: skip
    match = await store.create(**{**values, **changes})
    if moves:
        match = await store.append(match.id, match.stamp, played(moves), outcome=None)
    return match


@pytest.fixture
def begin(store: MatchStore) -> Begin:
    """``await begin("d3 c3", level="3")``: a match of Anna against Bora with these moves and changes."""

    async def begin(moves: str = "", **changes: Any) -> Match:
        return await begin_in(store, moves, **changes)

    return begin


@pytest.fixture
def play() -> Callable[..., list[Played]]:
    return played


def played(moves: str, user_id: int | None = ANNA) -> list[Played]:
    return [Played(Move(move), user_id) for move in moves.split()]


@pytest.fixture
def folder_state() -> Callable[[Path], dict[str, str]]:
    """The files under a folder by name, each with a digest of its bytes."""

    def look(folder: Path) -> dict[str, str]:
        return {
            str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
            for file in sorted(folder.rglob("*"))
            if file.is_file()
        }

    return look


@pytest.fixture
def child() -> Callable[..., subprocess.Popen[str]]:
    """Start ``tests/data/children.py`` in a process of its own."""

    def start(*arguments: str | int | Path, **options: Any) -> subprocess.Popen[str]:
        command = [sys.executable, str(Path(__file__).with_name("children.py")), *map(str, arguments)]
        others = os.environ.get("PYTHONPATH", "")
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), others]))}
        return subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            **options,
        )

    return start


@pytest.fixture
def started_match(path: Path, address: str, empty_database: Path) -> Callable[[], int]:
    """For tests without an event loop: make the database with one match, and return its number."""

    def make() -> int:
        path.parent.mkdir()
        shutil.copyfile(empty_database, path)

        async def begin() -> int:
            async with await open_database(address) as database:
                return (await begin_in(database.matches)).id

        return asyncio.run(begin())

    return make
