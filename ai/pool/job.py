"""A request on its way through the queue, the workers and the ladder: start reading at `Job._climb`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from concurrent.futures import Executor
from typing import Any

import structlog

from ai.base import AiError, Choice
from ai.pool import metrics
from ai.pool.desk import Desk
from ai.pool.ladder import RUNGS, Request
from ai.pool.last_resort import last_resort
from ai.pool.process import Failed
from ai.pool.slot import Slot

_log = structlog.get_logger(__name__)
_running: set[asyncio.Task[Choice]] = set()


class PoolClosed(AiError):
    """The bot is shutting down: no computer will answer any more."""


class Job:
    """A request: ``await`` it for the `Choice`; `position` tells its place in the queue.

    Cancelling it, or whoever awaits it, takes a waiting request out of the queue. A search already running
    goes on to its end, unread: a new worker would cost more than the seconds of search that are saved.
    """

    def __init__(self, desk: Desk, threads: Executor, asked: Request) -> None:
        self.request = asked
        self._desk = desk
        self._threads = threads
        self._ticket = desk.queue_up(asked)
        self._task = asyncio.create_task(self._climb())
        self._task.add_done_callback(self._settle)

    def __await__(self) -> Generator[Any, None, Choice]:
        return self._task.__await__()

    @property
    def position(self) -> int:
        """1 for the next in the queue, 0 once a worker thinks about it."""
        return self._desk.queue.position(self._ticket)

    @property
    def ahead(self) -> int:
        """How many are answered before it: those in front in the queue, and one that is thought about."""
        position = self.position
        return position - 1 + any(slot.serving for slot in self._desk.slots) if position else 0

    def cancel(self) -> None:
        """Give up waiting."""
        self._task.cancel()

    def _settle(self, task: asyncio.Task[Choice]) -> None:
        self._desk.withdraw(self._ticket)
        _look_at(task)

    async def _climb(self) -> Choice:
        queued = time.monotonic()
        slot = await self._seat()
        served = time.monotonic()
        metrics.WAITED.observe(served - queued)
        choice = await self._descend(slot, until=served + self.request.worker_seconds)
        metrics.SECONDS.labels(self.request.record.game, self.request.level).observe(
            time.monotonic() - served
        )
        return choice

    async def _descend(self, slot: Slot | None, until: float) -> Choice:
        """Rung by rung, each on whatever worker is free first, until one answers."""
        for rung in range(RUNGS):
            if rung:
                self._ticket = self._desk.queue_up(self.request, within=until - time.monotonic())
                slot = await self._seat()
            if slot is None:  # no worker in time
                break
            try:
                return await self._search(slot, rung, until - time.monotonic())
            except Failed as failure:
                self._report(slot, rung, failure)
        return await self._last_resort()

    async def _seat(self) -> Slot | None:
        slot = await asyncio.shield(self._ticket.granted)
        self._desk.queue.discard(self._ticket)
        return slot

    async def _search(self, slot: Slot, rung: int, left: float) -> Choice:
        task, seconds = self.request.attempt(rung, left)
        self._ticket.used = True
        search = asyncio.create_task(slot.choose(task, seconds))
        _running.add(search)  # the loop itself would not keep it alive
        search.add_done_callback(_running.discard)
        search.add_done_callback(_look_at)
        return await asyncio.shield(search)

    def _report(self, slot: Slot, rung: int, failure: Failed) -> None:
        if self._desk.closed:
            return
        metrics.FAILURES.labels(failure.kind).inc()
        record = self.request.record
        _log.warning(
            "ai.attempt-failed",
            worker=slot.number,
            attempt=rung + 1,
            kind=failure.kind,
            detail=failure.detail,
            level=self.request.level,
            game=record.game,
            variant=record.variant,
            moves=" ".join(record.moves),
        )

    async def _last_resort(self) -> Choice:
        if self._desk.closed:
            raise PoolClosed("the pool is closed")
        metrics.LAST_RESORTS.labels(self.request.record.game).inc()
        _log.error("ai.last-resort", game=self.request.record.game, level=self.request.level)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, last_resort, self.request.record)


def _look_at(task: asyncio.Task[Choice]) -> None:
    # Whoever waited may be gone: then its failure is nobody's, and no "exception was never retrieved".
    if not task.cancelled():
        task.exception()
