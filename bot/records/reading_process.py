"""Reads files of games in a process of their own, with a limit on its time and its memory.

A large file takes seconds of computing, which would hold up everybody else's moves. The process imports the
rules and the readers of files, gets the bytes by its standard input, and has no environment besides the path
of its modules: neither the token nor the database's address.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import resource
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import structlog

from bot.records.base import Problem
from bot.records.outcomes import outcome_of
from bot.records.reading import read
from games.base import Outcome, Record

log = structlog.get_logger(__name__)

SECONDS = 30.0
"""The longest that a file is read."""
MEMORY_BYTES = 512 * 2**20
"""The most memory that a reading process gets."""
_COMMAND = "from bot.records.reading_process import serve; serve()"


class ReadingFailed(Exception):
    """A file was not read; ``key`` names the sentence that says why."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game of a file without dates and comments."""

    line: int
    """The line in which it begins, from 1."""
    record: Record | None
    """The moves up to the problem; None if nothing could be read."""
    outcome: Outcome | None
    """How it ended; None without a record."""
    problem: Problem | None
    """Why it is not read any further; None if all of it was read."""
    notes: Sequence[Problem] = ()
    """What is left out, added or read otherwise than the file says."""
    names: tuple[str, str] = ("", "")
    """Who played FIRST and SECOND; empty where it is not known."""


@dataclass(frozen=True, slots=True)
class FoundGames:
    """What a file holds."""

    games: Sequence[FoundGame]
    problem: Problem | None
    """Why the file is not read, or not to its end."""


class RecordReader:
    """Reads one file at a time, each in a process that ends with it."""

    def __init__(self, seconds: float = SECONDS, memory_bytes: int = MEMORY_BYTES) -> None:
        self._seconds = seconds
        self._memory_bytes = memory_bytes
        self._turn = asyncio.Semaphore(1)

    async def read(self, data: bytes) -> FoundGames:
        """The games of a file. Raises `ReadingFailed` if it takes too much time or memory."""
        async with self._turn:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                _COMMAND,
                str(self._memory_bytes),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                env=_environment(),
            )
            try:
                async with asyncio.timeout(self._seconds):
                    answer, _ = await process.communicate(data)
            except TimeoutError:
                log.warning("file not read in time", size=len(data))
                raise ReadingFailed("import.too-slow") from None
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
        if process.returncode != 0:
            log.warning("file not read", size=len(data), status=process.returncode)
            raise ReadingFailed("import.failed")
        found: FoundGames = pickle.loads(answer)
        return found


def _environment() -> Mapping[str, str]:
    return {"PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)}


# --- In the process ----------------------------------------------------------------------------------


def found_games(data: bytes) -> FoundGames:
    """The games of a file. Raises nothing, whatever the bytes are."""
    file = read(data)
    games = []
    for one in file.games:
        record = one.game.record if one.game is not None else None
        outcome = outcome_of(one) if one.game is not None else None
        names = one.game.names if one.game is not None else ("", "")
        games.append(FoundGame(one.line, record, outcome, one.problem, tuple(one.notes), names))
    return FoundGames(tuple(games), file.problem)


def serve() -> None:
    """Write the games of the file at standard input to standard output."""
    most = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.stdout.buffer.write(pickle.dumps(found_games(sys.stdin.buffer.read())))
