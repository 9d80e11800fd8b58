"""Keeps a slot's worker running: starts a process, warms it up, and replaces it when it is lost."""

from __future__ import annotations

import asyncio
import time

import structlog

from ai.base import AiError
from ai.pool import metrics
from ai.pool.scheduler import Scheduler
from ai.pool.slot import Slot
from ai.pool.warmup import OnProgress, WarmUp, WarmUpState, progress
from ai.worker import Setup, Warm
from games.base import RuleError

LOAD_SECONDS = 60.0
"""How long a worker may load what a worker has loaded before, while people wait. It takes 0.1 to 2.5 s."""

_log = structlog.get_logger(__name__)


class Supervisor:
    """Supervises one slot for as long as `run` runs."""

    def __init__(
        self,
        slot: Slot,
        scheduler: Scheduler,
        warm_ups: WarmUpState,
        setup: Setup,
        *,
        warm_up_seconds: float,
        on_progress: OnProgress,
    ) -> None:
        self._slot = slot
        self._scheduler = scheduler
        self._warm_ups = warm_ups
        self._setup = setup
        self._warm_up_seconds = warm_up_seconds
        self._on_progress = on_progress

    async def run(self) -> None:
        """Keep a warm process in the slot until canceled, or until the first ends if not its own."""
        while True:
            try:
                await self._run_worker()
                _log.warning("worker lost", worker=self._slot.number, end=self._slot.end)
            except Exception as problem:  # whatever went wrong, start another worker
                _log.warning("worker failed", worker=self._slot.number, problem=repr(problem))
            pause = self._slot.reset()
            self._scheduler.changed()
            if not self._slot.own:
                return
            metrics.RESTARTS.inc()
            await asyncio.sleep(pause)

    async def _run_worker(self) -> None:
        began = time.monotonic()
        await self._slot.start(self._setup)
        self._scheduler.changed()
        await self._warm_up()
        _log.info("worker ready", worker=self._slot.number, seconds=round(time.monotonic() - began, 2))
        await self._scheduler.until(lambda: not self._slot.up)

    async def _warm_up(self) -> None:
        while self._slot.up and self._warm_ups.missing(self._slot.warm):
            kernel_set = self._next()
            if kernel_set is None:
                await self._scheduler.until(lambda: not self._has_to_wait())
            else:
                await self._load(kernel_set)

    def _next(self) -> str | None:
        """The set to load now; None while the rest is compiled, or people wait for what is loaded."""
        requested = self._scheduler.requested()
        kernel_set = self._warm_ups.next(self._slot.warm, requested)
        return kernel_set if kernel_set in requested or self._scheduler.can_load(self._slot) else None

    def _has_to_wait(self) -> bool:
        missing = self._warm_ups.missing(self._slot.warm)
        return self._slot.up and bool(missing) and self._next() is None

    async def _load(self, kernel_set: str) -> None:
        # `warming` closes the slot to new requests at once, and the present one runs to its end. Between two
        # sets the slot is open, so requests and warm-ups take turns.
        began, error, warmed = time.monotonic(), None, True
        self._slot.warming = kernel_set
        try:
            await self._scheduler.until(lambda: not self._slot.up or self._slot.serving is None)
            task = Warm(kernel_set, only_compiled=not self._warm_ups.is_compiled(kernel_set))
            warmed = await self._slot.warm_up(task, self._seconds_for(kernel_set))
        except (AiError, RuleError) as problem:
            if not self._slot.own:
                raise
            error = str(problem)
        finally:
            self._slot.warming = None
        if warmed and error is None:
            metrics.LOADED.observe(time.monotonic() - began)
            self._warm_ups.loaded(kernel_set)
        if not self._slot.own:  # which says nothing about this machine's cache
            self._report(kernel_set, time.monotonic() - began, None)
        elif warmed:
            self._warm_ups.end(kernel_set, error)
            self._report(kernel_set, time.monotonic() - began, error)
        else:
            self._warm_ups.found_cold(kernel_set)
        self._scheduler.changed()

    def _seconds_for(self, kernel_set: str) -> float:
        # Where no folder can be written there is no cache, and a first load compiles.
        return LOAD_SECONDS if self._warm_ups.settled(kernel_set) else self._warm_up_seconds

    def _report(self, kernel_set: str, seconds: float, error: str | None) -> None:
        done, total = progress(self._warm_ups, (slot.warm for slot in self._scheduler.slots))
        metrics.MISSING.set(total - done)
        failed = self._warm_ups.failed_games
        warm_up = WarmUp(kernel_set, self._slot.number, done, total, seconds, error, failed)
        context = {
            "kernels": kernel_set,
            "worker": warm_up.worker,
            "done": done,
            "total": total,
            "seconds": round(seconds, 2),
        }
        if error:  # the last of several attempts is an error of its own
            _log.warning("engine not loaded yet", **context, error=error)
        else:
            _log.info("engine loaded", **context)
        self._on_progress(warm_up)
