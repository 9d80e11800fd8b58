"""A new store for each test, a clock that the test sets, and helpers that create matches."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from data.matches.boards import BoardStore
from data.matches.queries import MatchQueries
from data.matches.store import MatchStore
from data.model.match import Match, MatchState, NewMatch, Place, Played, PositionId
from data.model.match_change import MatchChange
from data.store import Store, open_store
from games.base import Move
from tests import postgresql
from tests.clock import Clock

ROOT = Path(__file__).parents[2]
ANNA, BORA, CHUL = 111, 222, 2**62
of_a_file = pytest.mark.of_a_file
"""About SQLite's file, its types or its one writer. Tests without a mark run on both kinds of database."""
of_a_server = pytest.mark.of_a_server


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "database_kind" in metafunc.fixturenames:
        marks = {mark.name for mark in metafunc.definition.iter_markers()}
        others = {"server": "of_a_file", "file": "of_a_server"}
        metafunc.parametrize(
            "database_kind", [kind for kind in ("file", "server") if others[kind] not in marks]
        )


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def ticks() -> Clock:
    return Clock(500.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of the database, alone in its folder; it may not exist yet."""
    return tmp_path / "var" / "daeguk.db"


@pytest.fixture
def address(database_kind: str, path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a database of the test's own: ``database_kind`` is a file or a server."""
    if database_kind == "file":
        yield f"sqlite:///{path}"
    elif "prepared" in request.fixturenames:
        made: str = request.getfixturevalue("database_with_tables")
        yield made
        postgresql.delete_all(made)
    else:
        with postgresql.database(request.getfixturevalue("server")) as made:
            yield made


@pytest.fixture
def prepared(database_kind: str, path: Path, address: str, request: pytest.FixtureRequest) -> str:
    """The address of a database with tables, but without matches."""
    if database_kind == "file":
        path.parent.mkdir()
        shutil.copyfile(request.getfixturevalue("empty_database"), path)
    return address


@pytest.fixture(scope="session")
def database_with_tables(server: str) -> Iterator[str]:
    """A database on the server: to empty it is much faster than to create one for every test."""

    async def make(address: str) -> None:
        await (await open_store(address)).close()

    with postgresql.database(server) as made:
        asyncio.run(make(made))
        yield made


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
    prepared: str, clock: Clock, ticks: Clock, published: list[MatchChange]
) -> AsyncIterator[Store]:
    async with await open_store(prepared, clock=clock, ticks=ticks, publish=published.append) as opened:
        yield opened


@pytest.fixture
def running_uptime(store: Store) -> None:
    store.uptime.start(0)


@pytest.fixture
def matches(store: Store) -> MatchStore:
    return store.matches


@pytest.fixture
def queries(store: Store) -> MatchQueries:
    return store.queries


@pytest.fixture
def boards(store: Store) -> BoardStore:
    return store.boards


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


def write_line(process: subprocess.Popen[str], line: str) -> None:
    """Write a line to a child's standard input."""
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def read_line(process: subprocess.Popen[str]) -> str:
    """The next line of a child's standard output, with its end; empty at the end of the output."""
    assert process.stdout is not None
    return process.stdout.readline()


@pytest.fixture
def started_match(prepared: str) -> Callable[[], int]:
    """For tests without an event loop: a function that creates a match in the database."""

    def make() -> int:
        async def begin() -> int:
            async with await open_store(prepared) as store:
                return (await begin_in(store.matches)).id

        return asyncio.run(begin())

    return make
