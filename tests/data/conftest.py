"""A new store for each test, a clock that the test sets, and helpers that create matches."""

from __future__ import annotations

import asyncio
import contextlib
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

from data.matches.messages import MatchMessages
from data.matches.queries import MatchQueries
from data.matches.store import MatchStore
from data.model import Match, MatchChange, MatchState, NewMatch, Place, Played, PositionId
from data.store import Store, open_store
from games.base import Move

ROOT = Path(__file__).parents[2]
ANNA, BORA, CHUL = 111, 222, 2**62
SERVER = os.environ.get("TEST_SERVER")
"""``postgresql+asyncpg://user:password@host/postgres``: the store's tests run there."""
of_a_file = pytest.mark.skipif(SERVER is not None, reason="about SQLite's file, or its one writer")
of_a_server = pytest.mark.skipif(SERVER is None, reason="about PostgreSQL: set TEST_SERVER")


class Clock:
    """Returns the moment to which a test sets it."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


class Ticks:
    """Returns the seconds to which a test sets it."""

    def __init__(self) -> None:
        self.now = 500.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def ticks() -> Ticks:
    return Ticks()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of the database, alone in its folder; it may not exist yet."""
    return tmp_path / "var" / "daeguk.db"


@pytest.fixture
async def address(path: Path) -> AsyncIterator[str]:
    """The address of a database of the test's own: a file, or one on the server of ``TEST_SERVER``."""
    if SERVER is None:
        yield f"sqlite:///{path}"
        return
    async with database_on_server() as made:
        yield made


@contextlib.asynccontextmanager
async def database_on_server() -> AsyncIterator[str]:
    """The address of a new database on the server of ``TEST_SERVER``, which is dropped at the end."""
    name = f"test_{uuid.uuid4().hex}"
    await _on_server(f"CREATE DATABASE {name}")
    yield make_url(SERVER or "").set(database=name).render_as_string(hide_password=False)
    await _on_server(f"DROP DATABASE {name} WITH (FORCE)")


async def _on_server(statement: str) -> None:
    engine = create_async_engine(SERVER or "", isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(statement))
    await engine.dispose()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without matches: copying it is much faster than creating one for every test."""
    file = tmp_path_factory.mktemp("empty") / "daeguk.db"

    async def make() -> None:
        await (await open_store(f"sqlite:///{file}")).close()

    asyncio.run(make())
    return file


@pytest.fixture
def published() -> list[MatchChange]:
    """The changes that the store has published."""
    return []


@pytest.fixture
async def store(
    path: Path,
    address: str,
    clock: Clock,
    ticks: Ticks,
    empty_database: Path,
    published: list[MatchChange],
) -> AsyncIterator[Store]:
    path.parent.mkdir()
    shutil.copyfile(empty_database, path)
    async with await open_store(address, clock=clock, ticks=ticks, publish=published.append) as opened:
        yield opened


@pytest.fixture
def running_uptime(store: Store) -> None:
    store.uptime.start()


@pytest.fixture
def matches(store: Store) -> MatchStore:
    return store.matches


@pytest.fixture
def queries(store: Store) -> MatchQueries:
    return store.queries


@pytest.fixture
def messages(store: Store) -> MatchMessages:
    return store.messages


Begin = Callable[..., Awaitable[Match]]

_PLACE = {"guild_id", "channel_id", "locale", "limits", "tokens_only"}


def new_match(**changes: Any) -> NewMatch:
    """A match of Anna against Bora in play, with changes of `NewMatch` and of its place."""
    place = {"guild_id": 7, "channel_id": 70} | {key: changes.pop(key) for key in _PLACE & changes.keys()}
    values: dict[str, Any] = {
        "game": "othello",
        "variant": "8x8",
        "state": MatchState.PLAYING,
        "first_id": ANNA,
        "second_id": BORA,
        "challenger_id": ANNA,
    }
    return NewMatch(**{**values, **changes, "place": Place(**place)})


async def begin_in(matches: MatchStore, moves: str = "", **changes: Any) -> Match:
    """Create a match as `new_match` describes it, with these moves."""
    match = await matches.create(new_match(**changes))
    if moves:
        match = await append(matches, match.id, match.position_id, played(moves), outcome=None)
    return match


async def append(
    matches: MatchStore, match_id: int, position_id: PositionId, played: list[Played], **options: Any
) -> Match:
    """Append moves, and return the match."""
    return (await matches.append(match_id, position_id, played, **options)).match


@pytest.fixture
def begin(matches: MatchStore) -> Begin:
    """``await begin("d3 c3", level="3")``: a match of Anna against Bora with these moves and changes."""

    async def begin(moves: str = "", **changes: Any) -> Match:
        return await begin_in(matches, moves, **changes)

    return begin


@pytest.fixture
def play() -> Callable[..., list[Played]]:
    return played


def played(moves: str, user_id: int | None = ANNA) -> list[Played]:
    """Moves of one person, ready to append."""
    return [Played(Move(move), user_id) for move in moves.split()]


@pytest.fixture
def folder_state() -> Callable[[Path], dict[str, str]]:
    """A function that maps the files under a folder to digests of their bytes."""

    def digests(folder: Path) -> dict[str, str]:
        return {
            str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
            for file in sorted(folder.rglob("*"))
            if file.is_file()
        }

    return digests


@pytest.fixture
def child() -> Callable[..., subprocess.Popen[str]]:
    """A function that starts ``tests/data/children.py`` as a process."""

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
    """For tests without an event loop: a function that creates a match in the database."""

    def make() -> int:
        path.parent.mkdir()
        shutil.copyfile(empty_database, path)

        async def begin() -> int:
            async with await open_store(address) as store:
                return (await begin_in(store.matches)).id

        return asyncio.run(begin())

    return make
