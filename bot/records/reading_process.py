"""Reads files of games in a process of their own, with a limit on its time and its memory.

A large file takes seconds of computing, which would hold up everybody else's moves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import structlog

from bot.child_process import ProcessHangs, ProcessLost, limited, run_in_own_process
from bot.records.base import Ending, Problem, ReadGame, Result
from bot.records.reading import read
from data.model.reasons import NO_RESULT
from games import replay
from games.base import Outcome, Record

log = structlog.get_logger(__name__)

SECONDS = 30.0
"""The longest that a file is read."""
MEMORY_BYTES = 512 * 2**20
"""The most memory that a reading process gets."""
_NAME = "daeguk-reading"
RECORDED = "outcome.recorded"
"""The reason of a result that the file states and the board does not show."""
_REASONS = {Ending.RESIGNATION: "outcome.resigned", Ending.TIME: "outcome.time"}


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
    notes: Sequence[Problem] = ()
    """What is guessed of the file, or cannot be read in it."""


class RecordReader:
    """Reads one file at a time, each in a process that ends with it."""

    def __init__(self, seconds: float = SECONDS, memory_bytes: int = MEMORY_BYTES) -> None:
        self._seconds = seconds
        self._memory_bytes = memory_bytes
        self._turn = asyncio.Semaphore(1)

    async def read(self, data: bytes) -> FoundGames:
        """The games of a file. Raises `ReadingFailed` if it takes too much time or memory."""
        async with self._turn:
            work = partial(limited, self._memory_bytes, partial(found_games, data))
            try:
                return await run_in_own_process(_NAME, work, self._seconds)
            except ProcessHangs:
                log.warning("file not read in time", size=len(data))
                raise ReadingFailed("import.too-slow") from None
            except (ProcessLost, MemoryError) as failure:
                log.warning("file not read", size=len(data), problem=repr(failure))
                raise ReadingFailed("import.failed") from failure


# --- In the process ----------------------------------------------------------------------------------


def found_games(data: bytes) -> FoundGames:
    """The games of a file. Raises nothing, whatever the bytes are."""
    file = read(data)
    games = []
    for read_game in file.games:
        record = read_game.game.record if read_game.game is not None else None
        outcome = outcome_of(read_game) if read_game.game is not None else None
        names = read_game.game.names if read_game.game is not None else ("", "")
        notes = (*read_game.notes, *_other_result(read_game, outcome))
        games.append(FoundGame(read_game.line, record, outcome, read_game.problem, notes, names))
    return FoundGames(tuple(games), file.problem, tuple(file.notes))


def _other_result(read: ReadGame, outcome: Outcome | None) -> Sequence[Problem]:
    """A note if the file says that another side won than the board says."""
    result = read.game.result if read.game is not None else None
    if result is None or outcome is None or result.ending is Ending.VOID or outcome.reason == NO_RESULT:
        return ()
    return (Problem(read.line, "record.other-result"),) if result.winner is not outcome.winner else ()


def outcome_of(read: ReadGame) -> Outcome:
    """The outcome of a game that was read, if only in part; what the board decides comes first.

    Raises ValueError if nothing of the game was read.
    """
    if read.game is None:
        raise ValueError("nothing of the game was read")
    decided = replay(read.game.record).outcome()
    if decided is not None:
        return decided
    result = read.game.result
    if read.problem is not None or result is None or result.ending is Ending.VOID:
        return Outcome(None, NO_RESULT)
    return Outcome(result.winner, _reason(result))


def _reason(result: Result) -> str:
    if result.winner is None or result.ending is None:
        return RECORDED
    return _REASONS.get(result.ending, RECORDED)
