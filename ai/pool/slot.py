"""A worker's place in the pool: its present process, which games are warm there, what it is doing."""

from __future__ import annotations

from collections.abc import Callable

from ai.base import Choice
from ai.pool.process import Failed, Process
from ai.pool.queue import Ticket
from ai.worker import Choose, Setup, Warm

_LONGEST_PAUSE = 30.0


class Slot:
    """One of the pool's workers; when its process ends, another takes its place."""

    def __init__(self, number: int, on_change: Callable[[], None]) -> None:
        self.number = number
        self.warm: set[str] = set()
        self.serving: Ticket | None = None
        self.warming: str | None = None  # set already while it waits for `serving` to end
        self.failures = 0  # in a row: without anything done between them
        self._on_change = on_change
        self.process: Process | None = None
        self._up = False

    @property
    def up(self) -> bool:
        """Whether a living process is here."""
        return self._up and self.process is not None and self.process.alive

    @property
    def idle(self) -> bool:
        """Whether it could begin something now."""
        return self.up and self.serving is None and self.warming is None

    @property
    def held_since(self) -> float | None:
        """Since when a long search has been here that nobody has told to hurry; None without one."""
        ticket = self.serving
        return ticket.served_at if ticket is not None and ticket.long and not ticket.hurried else None

    async def start(self, setup: Setup) -> None:
        """Start a process here. Raises `Failed`."""
        self.process = Process(setup, self._on_change)
        await self.process.started()
        self._up = True

    async def warm_up(self, slug: str, seconds: float) -> None:
        """Make a game's engine ready here. Raises like `Process.ask`."""
        await self._process.ask(Warm(slug), seconds)
        self.warm.add(slug)
        self.failures = 0

    async def choose(self, task: Choose, seconds: float) -> Choice:
        """Let the worker choose for the ticket it serves. Raises like `Process.ask`."""
        try:
            choice = await self._process.ask(task, seconds)
        finally:
            self.serving = None
            self._on_change()
        assert choice is not None
        self.failures = 0
        return choice

    def hurry(self) -> None:
        """Cut the present search short: it answers with what it has found so far."""
        if self.serving is not None and self.process is not None:
            self.serving.hurried = True
            self.process.hurry()

    async def lost(self) -> None:
        """Wait until the process is killed or dies."""
        await self._process.lost.wait()

    async def gone(self) -> None:
        """Wait until the process, if there was one, has really ended."""
        if self.process is not None:
            await self.process.gone.wait()

    def clear(self) -> float:
        """Give the process up, whatever it does; returns the seconds to wait before the next one."""
        if self.process is not None:
            self.process.kill()
        self._up = False
        self.warm = set()
        self.failures += 1
        # The first replacement comes at once; a worker that cannot live must not keep a core busy.
        return 0.0 if self.failures < 3 else min(0.25 * 2 ** (self.failures - 3), _LONGEST_PAUSE)

    @property
    def _process(self) -> Process:
        if self.process is None:
            raise Failed("died", "not started")
        return self.process
