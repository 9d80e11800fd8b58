"""The database locked for long, full or read-only: explained, nothing half-written, then playable again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import event

import bot.tasks
from data.engine.database import Database
from data.errors import StoreFull
from data.model.match import Match

from .world import FakePlayer, World, moves_offered, world

BUSY_SECONDS = 0.2  # how long a write waits


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for the database asks again soon."""
    monkeypatch.setattr(bot.tasks, "STORE_RETRY_SECONDS", (0.05,))


@contextlib.contextmanager
def locked(w: World) -> Iterator[None]:
    """Another process's transaction."""
    with contextlib.closing(sqlite3.connect(w.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def whole(path: Path) -> bool:
    """SQLite's own check."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def waiting(w: World, player: FakePlayer) -> Match:
    """A match whose computer is thinking until the test lets it answer."""
    match = await w.play(w.minji)
    player.ready.clear()
    await w.minji.click(w.board(match), label="d3")
    return await w.shown(match)


async def continues(w: World, thinking: Match, own: Match) -> None:
    """The computer moves, and a person plays with the buttons that were there."""
    thinking = await w.answered(thinking)
    assert thinking.ply == 2
    await w.alice.click(w.board(own), label="d3")
    assert (await w.answered(own)).ply == 2
    assert whole(w.path)


async def test_locked_for_longer_than_a_write_waits(
    w: World, player: FakePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each press is explained, the computer waits, and both continue."""
    own, thinking = await w.play(), await waiting(w, player)
    monkeypatch.setattr(Database, "busy_seconds", BUSY_SECONDS)
    with locked(w):
        player.ready.set()
        for _ in range(3):
            await w.refused(w.alice, w.alice.click(w.board(own), label="d3"), "error.store-busy")
    async with asyncio.timeout(60):
        while (await w.now(thinking)).ply < 2:  # noqa: ASYNC110 - it asks ever more seldom
            await asyncio.sleep(0.1)
    await continues(w, thinking, own)


# --- No room -----------------------------------------------------------------------------------------


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A file system of one MB of its own; skips where none may be mounted."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "daeguk-test", str(folder)]
    if os.geteuid() or shutil.which("mount") is None or subprocess.run(command, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.fixture
async def on_small_disk(empty_database: Path, tmp_path: Path, player: FakePlayer) -> AsyncIterator[World]:
    """A world whose database lies on the small disk."""
    with small_disk(tmp_path / "disk") as disk:
        path = Path(shutil.copy(empty_database, disk / "daeguk.db"))
        async with world(path, player) as made:
            yield made


def fill(folder: Path) -> Path:
    """A file that leaves no byte on the disk."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(512))
    return ballast


@pytest.mark.usefixtures("impatient")
async def test_a_full_disk(on_small_disk: World, player: FakePlayer) -> None:
    w = on_small_disk
    own, thinking = await w.play(), await waiting(w, player)
    ballast = fill(w.path.parent)
    await until_full(w, own)
    player.ready.set()
    for _ in range(3):
        await w.refused(w.alice, w.alice.click(w.board(own), label="d3"), "error.store-full")
    await w.refused(w.bob, w.bob.command(w.games, "play othello"), "error.store-full")
    ballast.unlink()
    await continues(w, thinking, own)


async def until_full(w: World, match: Match) -> None:
    """Write until the room that SQLite has in its files already is used up, too."""
    assert match.home.message_id is not None
    with pytest.raises(StoreFull):
        for _ in range(500):
            await w.client.services.store.boards.posted(match.id, match.home, match.version)


# --- Not to be written -------------------------------------------------------------------------------


def mode(w: World) -> Callable[[str], None]:
    """Sets how the bot's connections are opened from then on, as a remount or a change of owner would."""
    modes, engine = ["rw"], w.store.database.engine

    def connect(_dialect: object, _record: object, arguments: list[str], options: dict[str, object]) -> None:
        arguments[0] = f"file:{w.path}?mode={modes[0]}"
        options["uri"] = True

    event.listen(engine, "do_connect", connect)

    def change(to: str) -> None:
        modes[0] = to

    return change


@pytest.mark.usefixtures("impatient")
async def test_a_read_only_file(w: World, player: FakePlayer) -> None:
    own, thinking = await w.play(), await waiting(w, player)
    opened = mode(w)
    opened("ro")
    w.store.database.engine.dispose()
    player.ready.set()
    for _ in range(3):
        await w.refused(w.alice, w.alice.click(w.board(own), label="d3"), "error.store-read-only")
    assert moves_offered(w.board(own))
    opened("rw")
    await continues(w, thinking, own)
