"""The pool's public interface: `Pool`."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Self

import structlog

from ai.analysis import Verdict
from ai.base import ADVISER, Choice, Limit, analysis_seconds
from ai.pool import metrics
from ai.pool.analysis import analyse
from ai.pool.compiler import Compiler
from ai.pool.interface import PoolClosed, StartWorker
from ai.pool.job import Job
from ai.pool.process import Process
from ai.pool.retry_policy import AnalysisRequest, make_request
from ai.pool.scheduler import Scheduler
from ai.pool.slot import QueueKey, Slot
from ai.pool.supervisor import Supervisor
from ai.pool.warmup import OnProgress, WarmUp, WarmUpState, in_turns
from ai.worker import Setup
from games.base import Move, Record

WARM_UP_SECONDS = 180.0
_CLOSE_SECONDS = 5.0

_log = structlog.get_logger(__name__)


class Pool:
    """Worker processes that choose moves, with a fair queue and a deadline for each request.

    A worker that dies or hangs is replaced. Its request is retried as `ai.pool.retry_policy` says and always
    gets an answer. Errors of the request itself (`UnknownLevel`, `NoMove`, `RuleError`) are raised as they
    are. Use the pool as an async context manager, or call `start` and `close`.
    """

    def __init__(
        self,
        workers: int,
        slugs: Sequence[str],
        *,
        setup: Setup | None = None,
        on_progress: OnProgress | None = None,
        warm_up_seconds: float = WARM_UP_SECONDS,
        start_worker: StartWorker = Process,
    ) -> None:
        self._setup = setup or Setup()
        self._on_progress = on_progress
        self._warm_up_seconds = warm_up_seconds
        self._warm_ups = WarmUpState(in_turns(map(self._setup.players.kernel_sets, slugs)))
        self._scheduler = Scheduler(workers, self._warm_ups, start_worker)
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="ai-fallback")
        # One compiler, however many workers: its process takes as much memory as two of them.
        self._compiler = Compiler(
            self._scheduler,
            self._warm_ups,
            self._setup,
            start_worker,
            warm_up_seconds=warm_up_seconds,
            on_progress=self._report_progress,
        )
        self._start_worker = start_worker
        self._workers = workers
        self._supervised: dict[Slot, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def start(self) -> None:
        """Start the workers and their warm-up in the background. `ready` waits for them.

        Raises RuntimeError if no thread can be started.
        """
        self._threads.submit(int)  # starts the only thread: later the system may refuse one
        metrics.MISSING.set(len(self._scheduler.slots) * len(self._warm_ups.kernel_sets))
        for slot in self._scheduler.slots:
            self._supervise(slot)
        self._tasks.add(asyncio.create_task(self._compiler.run()))

    async def close(self) -> None:
        """End the workers. Requests without an answer raise `PoolClosed`."""
        self._scheduler.closed = True
        tasks = [*self._tasks, *self._supervised.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for slot in self._scheduler.slots:
            slot.reset()
        for ticket in list(self._scheduler.queue):
            ticket.grant(None)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_CLOSE_SECONDS):
                await self._scheduler.until(lambda: self._ended)
        self._scheduler.changed()
        self._threads.shutdown(wait=False)

    def add_slot(self, start_worker: StartWorker) -> Slot:
        """Add a worker of another machine. Its slot is removed when the worker ends."""
        slot = self._scheduler.add_slot(start_worker, own=False)
        self._supervise(slot)
        return slot

    def remove_slot(self, slot: Slot) -> None:
        """End a worker once it has answered its present request, and remove its slot."""
        if not (slot.leaving or self._scheduler.closed):
            slot.leaving = True
            task = asyncio.create_task(self._remove(slot))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def end_own_workers(self) -> None:
        """Leave requests to the workers of other machines."""
        for slot in self._own_slots():
            self.remove_slot(slot)

    def begin_own_workers(self) -> None:
        """Start the pool's own workers again after `end_own_workers`."""
        if not self._own_slots() and not self._scheduler.closed:
            for _ in range(self._workers):
                self._supervise(self._scheduler.add_slot(self._start_worker))

    @property
    def own_workers(self) -> int:
        """How many slots have workers of this machine, those that are about to end among them."""
        return sum(slot.own for slot in self._scheduler.slots)

    def is_warm(self, slot: Slot) -> bool:
        """Whether a slot's worker serves with every kernel set warm."""
        return slot.up and not self._warm_ups.missing(slot.warm)

    async def ready(self) -> None:
        """Wait until every worker is up with every kernel set warm. Requests need not wait for this."""
        await self._scheduler.until(lambda: self.warm or self._scheduler.closed)

    @property
    def warm(self) -> bool:
        """Whether every worker is up with every kernel set warm."""
        return all(map(self.is_warm, self._scheduler.slots))

    @property
    def workers_ready(self) -> int:
        """How many workers are up with kernels to serve."""
        return self._scheduler.workers_ready

    @property
    def failed_kernel_sets(self) -> frozenset[str]:
        """The kernel sets that could be neither compiled nor loaded."""
        return frozenset(self._warm_ups.abandoned)

    @property
    def failed_games(self) -> frozenset[str]:
        """The games of `failed_kernel_sets`: their computer answers without an engine."""
        return self._warm_ups.failed_games

    @property
    def pids(self) -> Sequence[int]:
        """The process ids of the workers that are up."""
        pids = (slot.process.pid for slot in self._scheduler.slots if slot.up and slot.process)
        return tuple(pid for pid in pids if pid is not None)

    async def choose(
        self,
        record: Record,
        level: str,
        *,
        limit: Limit | None = None,
        queue_key: QueueKey = 0,
        background: bool = False,
    ) -> Choice:
        """Choose a move for the side to move in ``record``; ``limit`` defaults to the level's own.

        Requests with the same ``queue_key`` (a server's id, or a channel's in direct messages) share one turn
        in the round-robin queue; one in the ``background`` is served when no other waits. Raises like
        `submit`, or `NoMove` if the match is over.
        """
        return await self.submit(record, level, limit=limit, queue_key=queue_key, background=background)

    def submit(
        self,
        record: Record,
        level: str,
        *,
        limit: Limit | None = None,
        queue_key: QueueKey = 0,
        background: bool = False,
    ) -> Job:
        """Queue a request like `choose` and return its job, which reports its place in the queue.

        Raises `UnknownLevel`, `RuleError` for an unknown game, or `PoolClosed`. Other errors are raised when
        the job is awaited.
        """
        if self._scheduler.closed:
            raise PoolClosed("the pool is closed")
        limits = self._setup.players.limits(record.game)
        kernel_set = self._setup.players.kernel_set(record, level)
        request = make_request(record, level, limit, queue_key, limits, kernel_set, background=background)
        return Job(self._scheduler, self._threads, request)

    async def analyse(
        self,
        record: Record,
        played: Move | None,
        *,
        limit: Limit | None = None,
        queue_key: QueueKey = 0,
        background: bool = True,
    ) -> Verdict:
        """Judge the move ``played`` after ``record``; None: only find the best one.

        ``limit`` defaults to `ai.base.analysis_seconds`. In the ``background`` it is served when no other
        request waits, and gives its worker to any that comes; it is then asked again. Cancelling it frees its
        worker. Raises `NoMove` if the match is over, `NoVerdict` where moves are not judged, `RuleError`,
        `PoolClosed`, or `ai.pool.interface.Failed` if workers failed at it several times or none can take it.
        """
        if self._scheduler.closed:
            raise PoolClosed("the pool is closed")
        kernel_set = self._setup.players.kernel_set(record, ADVISER)
        limit = limit or Limit(analysis_seconds(record))
        request = AnalysisRequest(record, played, limit, queue_key, kernel_set, background)
        return await analyse(self._scheduler, request)

    @property
    def _ended(self) -> bool:
        return all(slot.ended for slot in self._scheduler.slots) and self._compiler.ended

    def _own_slots(self) -> list[Slot]:
        return [slot for slot in self._scheduler.slots if slot.own and not slot.leaving]

    def _supervise(self, slot: Slot) -> None:
        supervisor = Supervisor(
            slot,
            self._scheduler,
            self._warm_ups,
            self._setup,
            warm_up_seconds=self._warm_up_seconds,
            on_progress=self._report_progress,
        )
        task = self._supervised[slot] = asyncio.create_task(supervisor.run())
        task.add_done_callback(lambda _: self.remove_slot(slot))

    async def _remove(self, slot: Slot) -> None:
        await self._scheduler.until(lambda: slot.serving is None or not slot.up)
        supervisor = self._supervised.pop(slot)
        supervisor.cancel()
        await asyncio.gather(supervisor, return_exceptions=True)
        slot.reset()
        await self._scheduler.until(lambda: slot.ended)
        self._scheduler.slots.remove(slot)
        self._scheduler.changed()

    def _report_progress(self, warm_up: WarmUp) -> None:
        if self._on_progress is not None:
            try:
                self._on_progress(warm_up)
            except Exception:  # a listener's error must not stop the workers
                _log.exception("progress not reported")
