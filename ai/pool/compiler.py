"""Compiles what the cache of kernels lacks, each kernel set in a new process that ends with it."""

from __future__ import annotations

import asyncio
import time

import structlog

from ai.base import AiError
from ai.pool import metrics
from ai.pool.interface import StartWorker, Worker
from ai.pool.scheduler import Scheduler
from ai.pool.warmup import OnProgress, WarmUp, WarmUpState, progress
from ai.worker import Setup, Warm
from games.base import RuleError

_PAUSE_SECONDS = 0.5
"""After a failure, so that sets that fail at once do not keep a core busy."""

_log = structlog.get_logger(__name__)


class Compiler:
    """Compiles one kernel set after another for as long as `run` runs.

    A kill of its process at any moment leaves a cache that can be used: numba renames complete files into it,
    and the note that a set is complete is written last (`ai.kernels.note_compiled`).
    """

    def __init__(
        self,
        scheduler: Scheduler,
        warm_ups: WarmUpState,
        setup: Setup,
        start_worker: StartWorker,
        *,
        warm_up_seconds: float,
        on_progress: OnProgress,
    ) -> None:
        self._scheduler = scheduler
        self._warm_ups = warm_ups
        self._setup = setup
        self._start_worker = start_worker
        self._seconds = warm_up_seconds
        self._on_progress = on_progress
        self._process: Worker | None = None

    @property
    def ended(self) -> bool:
        """Whether the compiler has no process left."""
        return self._process is None or self._process.ended

    async def run(self) -> None:
        """Compile the missing sets until canceled."""
        while True:
            await self._scheduler.until(lambda: self._next() is not None)
            kernel_set = self._next()
            if kernel_set is not None:
                await self._compile(kernel_set)

    def _next(self) -> str | None:
        return self._warm_ups.next_to_compile(self._scheduler.requested())

    async def _compile(self, kernel_set: str) -> None:
        began, error = time.monotonic(), None
        process = self._process = self._start_worker(self._setup, self._scheduler.changed)
        try:
            finished = await self._finish(process, kernel_set)
        except (AiError, RuleError) as problem:
            finished, error = True, str(problem)
        finally:
            process.kill()
        seconds = round(time.monotonic() - began, 2)
        if finished:
            metrics.COMPILED.observe(seconds)
            self._warm_ups.end(kernel_set, error)
        if error:  # the last of several attempts is an error of its own
            _log.warning("engine not compiled yet", kernels=kernel_set, seconds=seconds, error=error)
        else:
            event = "engine compiled" if finished else "engine compiled later: another one is wanted"
            _log.info(event, kernels=kernel_set, seconds=seconds)
        if error:
            done, total = progress(self._warm_ups, (slot.warm for slot in self._scheduler.slots))
            failed = self._warm_ups.failed_games
            self._on_progress(
                WarmUp(
                    kernel_set,
                    worker=0,
                    done=done,
                    total=total,
                    seconds=seconds,
                    error=error,
                    failed=failed,
                )
            )
        self._scheduler.changed()
        await asyncio.sleep(_PAUSE_SECONDS if error else 0)

    async def _finish(self, process: Worker, kernel_set: str) -> bool:
        """Compile a set; false if it gave way to another. Raises like `Worker.warm_up`."""
        await process.started()
        work = asyncio.create_task(process.warm_up(Warm(kernel_set), self._seconds))
        other = asyncio.create_task(self._scheduler.until(lambda: self._gives_way(kernel_set)))
        try:
            await asyncio.wait((work, other), return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                return False
            return await work
        finally:
            for task in (work, other):
                task.cancel()
            await asyncio.gather(work, other, return_exceptions=True)

    def _gives_way(self, kernel_set: str) -> bool:
        return self._warm_ups.gives_way(kernel_set, self._scheduler.requested())
