"""The real bot process, to be killed: `python -m bot` on a database file and a sandbox of the test's own.

Start reading at `BotProcess`; `stored` reads what it has written down.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from data.matches.rows import board_from, match_from
from data.model.board import Board
from data.model.match import Match
from games.base import Move
from sandbox import Sandbox
from sandbox.core.interactions import DEADLINE

ROOT = Path(__file__).resolve().parents[3]
OURS = (
    "DATABASE_URL",
    "SHARDS",
    "DISCORD_TOKEN",
    "DISCORD_API_BASE",
    "METRICS_ADDRESS",
    "METRICS_PORT",
    "LOG_FORMAT",
    "LOG_LEVEL",
)
READY_SECONDS = 60.0
COMPILED_SECONDS = 400.0  # where no engine was ever compiled on this machine
PROGRAM = """
import runpy
from ai import worker
from bot.messages import press_guard
worker.NICENESS = 0  # see `tests.conftest`
press_guard.READING_SECONDS = 0.0  # the people of these tests press faster than people can read
runpy.run_module("bot", run_name="__main__", alter_sys=True)
"""


class BotProcess:
    """The bot as an admin starts it, with one worker; `kill` is SIGKILL."""

    def __init__(self, sandbox: Sandbox, path: Path, program: str = PROGRAM) -> None:
        self.sandbox = sandbox
        self.path = path
        self.program = program
        self.alive = False
        self.lines: list[str] = []

    async def start(self) -> None:
        """Start the process; `ready` waits for it."""
        environment = {key: value for key, value in os.environ.items() if key not in OURS}
        self.lines.clear()
        self.process = await self.launch(environment | self.settings())
        self._reading = asyncio.create_task(self._read())
        self.alive = True

    def settings(self) -> dict[str, str]:
        """What an admin sets."""
        return {
            "DATABASE_URL": f"sqlite:///{self.path}",
            "DISCORD_TOKEN": self.sandbox.token,
            "DISCORD_API_BASE": self.sandbox.api_base,
            "AI_WORKERS": "1",
            "PYTHONUNBUFFERED": "1",
        }

    def stored(self) -> dict[int, Match]:
        """Every match of the database."""
        return stored(self.path)

    async def launch(self, environment: Mapping[str, str]) -> Any:
        """A process with this environment."""
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            self.program,
            cwd=ROOT,
            env=environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )

    async def _read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.lines.append(line.decode(errors="replace").rstrip())

    async def ready(self) -> None:
        """Wait until the bot answers."""
        await self._said("] ready   ", READY_SECONDS)  # a worker's line ends with the same words

    async def compiled(self) -> None:
        """Wait until every engine is warm, compiled if need be."""
        await self._said("worker ready", COMPILED_SECONDS)

    async def _said(self, words: str, seconds: float) -> None:
        async with asyncio.timeout(seconds):
            while not any(words in line for line in self.lines):
                assert self.process.returncode is None, "\n".join(self.lines[-20:])
                await asyncio.sleep(0.02)

    async def end(self) -> None:
        """Leave nothing behind, whatever went wrong."""
        if self.alive:
            await self.kill()

    async def kill(self) -> None:
        """End the process in the middle of whatever it does; who pressed last hears that nobody answers."""
        self.alive = False  # in one step with the signal: nobody begins a press after it
        self.process.kill()
        await self.process.wait()
        await self._reading
        self.sandbox.clock.advance(DEADLINE)
        self.sandbox.interactions.time_out()


def stored(path: Path) -> dict[int, Match]:
    """Every match of a database file, by another connection."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute("BEGIN")
        rows = connection.execute("SELECT * FROM matches").fetchall()
        moves: dict[int, list[Move]] = {row["id"]: [] for row in rows}
        for match_id, move in connection.execute("SELECT match_id, move FROM moves ORDER BY match_id, ply"):
            moves[match_id].append(Move(move))
        boards: dict[int, list[Board]] = {row["id"]: [] for row in rows}
        for row in connection.execute("SELECT * FROM boards ORDER BY match_id, id"):
            boards[row["match_id"]].append(board_from(dict(row)))
    return {
        row["id"]: match_from(dict(row), tuple(boards[row["id"]]), tuple(moves[row["id"]])) for row in rows
    }
