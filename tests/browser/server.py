"""`python -m sandbox` as a process of its own, with the bot and its engines."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
import sys
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from games.base import Record

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 400.0  # the engines may have to be compiled while other tests run
STOP_SECONDS = 30.0
UNSET = (
    "DATABASE_URL",
    "DISCORD_TOKEN",
    "DISCORD_API_BASE",
    "METRICS_ADDRESS",
    "METRICS_PORT",
    "LOG_FORMAT",
    "LOG_LEVEL",
)


READING = 0.85  # what the bot takes for a double tap comes sooner
HURRIED_BOT = """
import contextlib, runpy
from ai import worker
from bot.match.rate_limits import PostLimits
from bot.messages import press_guard
worker.NICENESS = 0
press_guard.READING_SECONDS = 0.0
PostLimits.posting = lambda *_: contextlib.nullcontext()
runpy.run_module("bot", run_name="__main__", alter_sys=True)
"""
PATIENT = """
import runpy, sys
from sandbox import bot_process
from sandbox.browser import routes, sockets
from sandbox.core.interactions import Interactions
Interactions.deadline = 60.0
routes.CACHE_CONTROL = "max-age=3600"
sockets.HISTORY = 5
runpy.run_module("sandbox", run_name="__main__", alter_sys=True)
"""
"""`python -m sandbox`, which waits longer for the bot than Discord does: a busy machine is slow.

The browser asks for the page's files once, and a window that opens shows five messages: boards of other tests
would be laid out and drawn with each change.
"""
HURRIED = PATIENT.replace(
    "runpy.run", f"bot_process._command = lambda: [sys.executable, '-c', {HURRIED_BOT!r}]\nrunpy.run"
)
"""This with a bot that takes no press for a double tap, and lets people post quickly."""

NO_EMOJIS = "from sandbox.rest import emojis\nemojis.LIMIT = 0"
"""The bot can upload none of its own: tests read characters."""


@dataclass(frozen=True)
class Stored:
    """A match in the bot's database file."""

    id: int
    record: Record
    state: str
    winner: int | None
    reason: str | None
    takebacks: int


@dataclass
class Server:
    """A sandbox on a state folder. `port` 0 takes a free port and keeps it across restarts."""

    state: Path
    port: int = 0
    lines: list[str] = field(default_factory=list)
    started: int = 0  # the index of the current run's first line
    reading_seconds: float = READING
    """Seconds between a board and a press on it. With 0 the bot takes no press for a double tap."""
    has_emojis: bool = False
    """Whether messages have the bot's own emojis."""
    addresses: dict[tuple[str, ...], str] = field(default_factory=dict)
    """The query of a person on a channel on a device, from the first window that was led there."""

    @property
    def is_running(self) -> bool:
        """Whether it was started and has not ended."""
        return hasattr(self, "process") and self.process.returncode is None

    async def start(self, *, ready: bool = True) -> None:
        environment = {key: value for key, value in os.environ.items() if key not in UNSET}
        program = PATIENT if self.reading_seconds else HURRIED
        program = program if self.has_emojis else NO_EMOJIS + program
        arguments = ("-c", program, "--port", str(self.port), "--state", str(self.state))
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            *arguments,
            cwd=ROOT,
            env={"AI_WORKERS": "1", **environment},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        self.started = len(self.lines)
        self.reading = asyncio.create_task(self._read())
        opened = await self.logged(r"open at http://127\.0\.0\.1:(\d+)", self.started)
        self.port = int(opened[1])
        if ready:
            await self.logged(r"ready .*guilds=", self.started)
            await self.logged(r"worker ready", self.started, START_SECONDS)
            self._offer_no_lessons()

    async def _read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.lines.append(line.decode(errors="replace").rstrip())

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def tail(self) -> str:
        return "\n".join(self.lines[-25:])

    async def logged(self, pattern: str, since: int = 0, seconds: float = 60.0) -> re.Match[str]:
        """Wait until a line of the output matches."""
        seen = since
        try:
            async with asyncio.timeout(seconds):
                while True:
                    while seen < len(self.lines):
                        if match := re.search(pattern, self.lines[seen]):
                            return match
                        seen += 1
                    if self.process.returncode is not None:
                        break
                    await asyncio.sleep(0.02)
        except TimeoutError:
            pass
        raise AssertionError(f"the sandbox did not log {pattern!r} in {seconds:g} s\n{self.tail}")

    async def stop(self, how: int = signal.SIGTERM) -> int:
        """Send a signal, as Ctrl-C or an init system does, and return the exit code."""
        if self.process.returncode is None:
            self.process.send_signal(how)
        try:
            code = await asyncio.wait_for(self.process.wait(), STOP_SECONDS)
        except TimeoutError:
            self.process.kill()
            raise AssertionError(f"the sandbox did not stop in {STOP_SECONDS:g} s\n{self.tail}") from None
        await self.reading
        return code

    @property
    def bot(self) -> int:
        """The process id of the bot."""
        return next(pid for pid in children(self.process.pid) if b"bot" in command_line(pid))

    # --- The bot's database --------------------------------------------------------------------------

    def _offer_no_lessons(self) -> None:
        """Whoever plays a game has been offered its lesson before."""
        with closing(sqlite3.connect(self.state / "daeguk.db", timeout=30.0)) as database, database:
            for name, event in (("begun", "INSERT"), ("accepted", "UPDATE OF first_id, second_id")):
                database.execute(
                    f"CREATE TRIGGER IF NOT EXISTS {name} AFTER {event} ON matches BEGIN"
                    " INSERT OR IGNORE INTO lessons SELECT person, NEW.game, 0 FROM"
                    " (SELECT NEW.first_id AS person UNION SELECT NEW.second_id)"
                    " WHERE person IS NOT NULL; END"
                )

    def abort_matches(self) -> None:
        """End every unfinished match: tests leave theirs, and a person can have only ten in a server."""
        with closing(sqlite3.connect(self.state / "daeguk.db", timeout=30.0)) as database, database:
            database.execute(
                "UPDATE matches SET state = 'over', reason = 'outcome.aborted', ended_at = updated_at,"
                " version = version + 1, shown_version = version + 1 WHERE state != 'over'"
            )
            database.execute(
                "UPDATE boards SET shown_version = (SELECT version FROM matches WHERE id = match_id)"
            )

    def match(self, match_id: int) -> Stored:
        with closing(sqlite3.connect(f"{(self.state / 'daeguk.db').as_uri()}?mode=ro", uri=True)) as database:
            row = database.execute(
                "SELECT game, variant, state, winner, reason, takebacks FROM matches WHERE id = ?",
                (match_id,),
            ).fetchone()
            moves = database.execute("SELECT move FROM moves WHERE match_id = ? ORDER BY ply", (match_id,))
            game, variant, state, winner, reason, takebacks = row
            record = Record(game, variant, tuple(move for (move,) in moves))
            return Stored(match_id, record, state, winner, reason, takebacks)


def children(pid: int) -> list[int]:
    """The processes whose parent is ``pid``."""
    pids = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            if int(stat.rpartition(")")[2].split()[1]) == pid:
                pids.append(int(entry.name))
    return pids


def command_line(pid: int) -> bytes:
    try:
        return (Path("/proc") / str(pid) / "cmdline").read_bytes()
    except OSError:
        return b""


async def gone(pids: list[int]) -> None:
    """Wait until all of these processes have exited."""
    async with asyncio.timeout(STOP_SECONDS):
        while any(map(is_alive, pids)):  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.05)


def is_alive(pid: int) -> bool:
    try:
        return "Z" not in (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2][:4]
    except OSError:
        return False
