"""Computer players in worker processes, asked from the bot's event loop: start reading at `Pool`.

    job.py          one request, from the queue to its answer
    process.py      one worker process: ask, kill, gone
    slot.py         a worker's place: its present process and what is warm there
    tending.py      keeps a slot staffed and warm
    warmth.py       who compiles what, once
    queue.py        who is next
    desk.py         gives the next request to a free worker
    ladder.py       what is asked again after a failure, and by when
    last_resort.py  a move without any engine

Nothing here imports numba or numpy; only the worker processes do.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Self

import structlog

from ai.base import Choice, Limit
from ai.pool.desk import Desk
from ai.pool.job import Job, PoolClosed
from ai.pool.ladder import request
from ai.pool.queue import Tenant
from ai.pool.tending import Tender
from ai.pool.warmth import OnProgress, Warmth, WarmUp
from ai.worker import Players, Setup
from games.base import Record

__all__ = ["Job", "Players", "Pool", "PoolClosed", "Setup", "Tenant", "WarmUp"]

WARM_UP_SECONDS = 180.0
_CLOSE_SECONDS = 5.0

_log = structlog.get_logger(__name__)


class Pool:
    """Worker processes that choose moves, each match's request in fair order and with a deadline.

    A worker that dies or hangs is replaced; its request climbs down the ladder (`ai.pool.ladder`) and is
    always answered. Errors of the request itself (`UnknownLevel`, `NoMove`, `RuleError`) are raised as
    they are. Use it as a context manager, or `start` and `close` it.
    """

    def __init__(
        self,
        workers: int,
        slugs: Sequence[str],
        *,
        setup: Setup | None = None,
        on_progress: OnProgress | None = None,
        warm_up_seconds: float = WARM_UP_SECONDS,
    ) -> None:
        self._setup = setup or Setup()
        self._on_progress = on_progress
        self._warm_up_seconds = warm_up_seconds
        self._warmth = Warmth(slugs)
        self._desk = Desk(workers, self._warmth)
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="ai-last-resort")
        self._tending: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def start(self) -> None:
        """Start the workers and their warm-up in the background; `ready` waits for them."""
        for slot in self._desk.slots:
            tender = Tender(
                slot,
                self._desk,
                self._warmth,
                self._setup,
                warm_up_seconds=self._warm_up_seconds,
                on_progress=self._tell_progress,
            )
            self._tending.append(asyncio.create_task(tender.tend()))

    async def close(self) -> None:
        """End the workers; whoever still waits for a choice gets `PoolClosed`."""
        self._desk.closed = True
        for task in self._tending:
            task.cancel()
        await asyncio.gather(*self._tending, return_exceptions=True)
        for slot in self._desk.slots:
            slot.clear()
        for ticket in list(self._desk.queue):
            ticket.grant(None)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_CLOSE_SECONDS):
                for slot in self._desk.slots:
                    await slot.gone()
        self._desk.stir()
        self._threads.shutdown(wait=False)

    async def ready(self) -> None:
        """Wait until every worker is up and has every game warm; moves may be asked for long before."""
        while not self.warm and not self._desk.closed:
            await self._desk.changed()

    @property
    def warm(self) -> bool:
        """Whether every worker is up and has every game warm at this moment."""
        return all(slot.up and not self._warmth.cold(slot.warm) for slot in self._desk.slots)

    @property
    def pids(self) -> Sequence[int]:
        """The process ids of the workers that are up."""
        pids = (slot.process.pid for slot in self._desk.slots if slot.up and slot.process)
        return tuple(pid for pid in pids if pid is not None)

    async def choose(
        self, record: Record, level: str, *, limit: Limit | None = None, tenant: Tenant = 0
    ) -> Choice:
        """A worker's move for the side to move in ``record``; ``limit`` None is the level's own.

        ``tenant`` (a server's id, or a person's in direct messages) is whose turn in the queue it takes.
        """
        return await self.submit(record, level, limit=limit, tenant=tenant)

    def submit(self, record: Record, level: str, *, limit: Limit | None = None, tenant: Tenant = 0) -> Job:
        """Like `choose`, but at once, and with a place in the queue to tell.

        Raises `UnknownLevel`, `RuleError` for an unknown game, or `PoolClosed`; the rest when awaited.
        """
        if self._desk.closed:
            raise PoolClosed("the pool is closed")
        levels = self._setup.players.limits(record.game)
        return Job(self._desk, self._threads, request(record, level, limit, tenant, levels))

    def _tell_progress(self, warmed: WarmUp) -> None:
        if self._on_progress is not None:
            try:
                self._on_progress(warmed)
            except Exception:  # a listener's fault must not stop the workers
                _log.exception("ai.progress-listener-failed")
