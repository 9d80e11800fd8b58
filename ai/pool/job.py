"""One request on its way through the queue, the workers and the retry policy."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from concurrent.futures import Executor
from typing import Any

import structlog

from ai.base import Choice
from ai.pool import metrics
from ai.pool.fallback import fallback_move
from ai.pool.interface import Failed, PoolClosed
from ai.pool.retry_policy import ATTEMPTS, Request
from ai.pool.scheduler import Scheduler
from ai.pool.slot import Slot

_log = structlog.get_logger(__name__)
_running: set[asyncio.Task[Choice]] = set()


class Job:
    """A request to the pool. Await it for its `Choice`.

    Cancelling it, or the task that awaits it, removes a waiting request from the queue. A search that already
    runs goes on to its end, because a new worker costs more time than its abortion saves.
    """

    def __init__(self, scheduler: Scheduler, threads: Executor, request: Request) -> None:
        self.request = request
        self._scheduler = scheduler
        self._threads = threads
        self._ticket = scheduler.enqueue(request)
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(self._on_done)

    def __await__(self) -> Generator[Any, None, Choice]:
        return self._task.__await__()

    @property
    def lane_position(self) -> int:
        """1 for the next request of its lane (see `ai.pool.fair_queue`), and 0 once a worker serves it."""
        return self._scheduler.queue.position(self._ticket)

    @property
    def queue_position(self) -> int:
        """How many requests are answered before it: those ahead in its lane and one being served."""
        position = self.lane_position
        return position - 1 + any(slot.serving for slot in self._scheduler.slots) if position else 0

    @property
    def getting_ready(self) -> bool:
        """Whether the request waits because no worker has its kernels yet."""
        return self._scheduler.getting_ready(self._ticket)

    def cancel(self) -> None:
        """Stop waiting for the answer."""
        self._task.cancel()

    def _on_done(self, task: asyncio.Task[Choice]) -> None:
        self._scheduler.withdraw(self._ticket)
        _retrieve_exception(task)

    async def _run(self) -> Choice:
        queued = time.monotonic()
        slot = await self._acquire()
        served = time.monotonic()
        metrics.WAITED.observe(served - queued)
        choice = await self._attempt_until(served + self.request.worker_seconds, slot)
        seconds = time.monotonic() - served
        metrics.SECONDS.labels(self.request.record.game, self.request.level_label).observe(seconds)
        return choice

    async def _attempt_until(self, deadline: float, slot: Slot | None) -> Choice:
        """Make one attempt after another, each on the first free worker, and then use the fallback."""
        for number in range(ATTEMPTS):
            if number:
                self._ticket = self._scheduler.enqueue(self.request, within=deadline - time.monotonic())
                slot = await self._acquire()
            if slot is None:  # no worker in time
                break
            try:
                return await self._search(slot, number, deadline - time.monotonic())
            except Failed as failure:
                self._report(slot, number, failure)
        return await self._fall_back()

    async def _acquire(self) -> Slot | None:
        slot = await asyncio.shield(self._ticket.granted)
        self._scheduler.queue.discard(self._ticket)
        return slot

    async def _search(self, slot: Slot, number: int, left: float) -> Choice:
        task, seconds = self.request.attempt(number, left)
        self._ticket.used = True
        search = asyncio.create_task(slot.choose(task, seconds))
        _running.add(search)  # the event loop keeps only a weak reference
        search.add_done_callback(_running.discard)
        search.add_done_callback(_retrieve_exception)
        return await asyncio.shield(search)

    def _report(self, slot: Slot, number: int, failure: Failed) -> None:
        if self._scheduler.closed:
            return
        metrics.FAILURES.labels(failure.kind).inc()
        record = self.request.record
        _log.warning(
            "search failed",
            worker=slot.number,
            attempt=number + 1,
            kind=failure.kind,
            detail=failure.detail,
            level=self.request.level,
            game=record.game,
            variant=record.variant,
            moves=" ".join(record.moves),
        )

    async def _fall_back(self) -> Choice:
        if self._scheduler.closed:
            raise PoolClosed("the pool is closed")
        metrics.FALLBACKS.labels(self.request.record.game).inc()
        _log.error(
            "a move is chosen without an engine", game=self.request.record.game, level=self.request.level
        )
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, fallback_move, self.request.record)


def _retrieve_exception(task: asyncio.Task[Choice]) -> None:
    # Without an awaiting task asyncio would log "exception was never retrieved".
    if not task.cancelled():
        task.exception()
