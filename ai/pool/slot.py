"""A worker's place in the pool (`Slot`) and a request's place in the queue (`Ticket`)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from ai.analysis import Verdict
from ai.base import Choice
from ai.pool.interface import Failed, StartWorker, Worker
from ai.worker import Analyse, Choose, Setup, Warm

_LONGEST_PAUSE = 30.0
_T = TypeVar("_T")

QueueKey = str | int
"""Names one party in the round-robin queue: a server, or a channel of direct messages."""


@dataclass(eq=False)
class Ticket:
    """A request's place in the queue. ``granted`` becomes its slot, or None if none was free in time.

    One that ``yields`` is interrupted as soon as another request needs its worker.
    """

    queue_key: QueueKey
    kernel_set: str
    max_wait: float  # seconds to wait while no worker can serve it
    long: bool
    urgent: bool = False
    background: bool = False
    yields: bool = False
    granted: asyncio.Future[Slot | None] = field(default_factory=asyncio.Future)
    expiry: asyncio.TimerHandle | None = None
    used: bool = False
    started_at: float | None = None  # by the event loop's clock
    interrupted: bool = False

    def expire_in(self, seconds: float) -> None:
        """Grant no slot after ``seconds``, unless an earlier expiry is set."""
        if self.expiry is None:
            self.expiry = asyncio.get_running_loop().call_later(max(seconds, 0), self.grant, None)

    def cancel_expiry(self) -> None:
        """Let the ticket wait without a limit again."""
        if self.expiry is not None:
            self.expiry.cancel()
            self.expiry = None

    def grant(self, slot: Slot | None) -> None:
        """End the wait with a slot, or with None. Later calls have no effect."""
        self.cancel_expiry()
        if not self.granted.done():
            self.granted.set_result(slot)


class Slot:
    """One of the pool's workers. When its process ends, another replaces it, if it is one of the pool's own.

    Workers that are not its own come and go, and have caches of kernels on machines of their own.
    """

    def __init__(
        self, number: int, on_change: Callable[[], None], start_worker: StartWorker, *, own: bool = True
    ) -> None:
        self.number = number
        self.own = own
        self.leaving = False  # it gets no new requests
        self._start_worker = start_worker
        self.warm: set[str] = set()  # kernel sets
        self.serving: Ticket | None = None
        self.warming: str | None = None  # set before `serving` ends, so that no new request comes in
        self.failures = 0  # consecutive ends of a process without any result between them
        self._on_change = on_change
        self.process: Worker | None = None
        self._up = False

    @property
    def up(self) -> bool:
        """Whether a live process is ready for tasks."""
        return self._up and self.process is not None and self.process.alive

    @property
    def idle(self) -> bool:
        """Whether the worker can start a task now."""
        return self.up and not self.leaving and self.serving is None and self.warming is None

    @property
    def ended(self) -> bool:
        """Whether the slot has no process left."""
        return self.process is None or self.process.ended

    @property
    def end(self) -> str:
        """How its process has ended, for the log."""
        unknown = "killed: it took too long" if self.own else "out of reach"
        return (self.process.end if self.process is not None else "") or unknown

    @property
    def long_since(self) -> float | None:
        """When its long search started, by the loop's clock; None without one that can be interrupted."""
        ticket = self.serving
        return ticket.started_at if ticket is not None and ticket.long and not ticket.interrupted else None

    async def start(self, setup: Setup) -> None:
        """Start a process. Raises `Failed`."""
        self.process = self._start_worker(setup, self._on_change)
        await self.process.started()
        self._up = True

    async def warm_up(self, task: Warm, seconds: float) -> bool:
        """Warm up a kernel set; false if it is not compiled. Raises like `Worker.warm_up`."""
        warmed = await self._process.warm_up(task, seconds)
        if warmed:
            self.warm.add(task.kernel_set)
        self.failures = 0
        return warmed

    async def choose(self, task: Choose, seconds: float) -> Choice:
        """Choose a move for the ticket being served, and free the slot. Raises like `Worker.choose`."""
        return await self._serve(self._process.choose(task, seconds))

    async def analyse(self, task: Analyse, seconds: float) -> Verdict:
        """Judge a move for the ticket being served, and free the slot. Raises like `Worker.choose`."""
        return await self._serve(self._process.analyse(task, seconds))

    async def _serve(self, answer: Awaitable[_T]) -> _T:
        try:
            answered = await answer
        finally:
            self.serving = None
            self._on_change()
        self.failures = 0
        return answered

    def interrupt(self) -> None:
        """Make the present search answer with the best move found so far."""
        if self.serving is not None and self.process is not None:
            self.serving.interrupted = True
            self.process.interrupt()

    def reset(self) -> float:
        """Kill the process, if any, and return the seconds to wait before starting the next one."""
        if self.process is not None:
            self.process.kill()
        self._up = False
        self.warm = set()
        self.failures += 1
        # The first replacement starts at once. A worker that keeps failing must not keep a core busy.
        return 0.0 if self.failures < 3 else min(0.25 * 2 ** (self.failures - 3), _LONGEST_PAUSE)

    @property
    def _process(self) -> Worker:
        if self.process is None:
            raise Failed("died", "not started")
        return self.process
