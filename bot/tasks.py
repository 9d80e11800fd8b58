"""Background tasks with an owner, and the retries of what they do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from itertools import chain, repeat
from typing import TypeVar

import structlog

from bot.log_context import background_context
from data.errors import OtherOwner, StoreError, UnavailableMatch, UnreadableMatch

log = structlog.get_logger(__name__)

T = TypeVar("T")

STORE_RETRY_SECONDS = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""The waits after attempts that the store has failed; the last one repeats."""


async def retry(
    attempt: Callable[[], Awaitable[T]],
    delays: Iterable[float],
    faults: tuple[type[Exception], ...],
    final: tuple[type[Exception], ...],
    failure: str,
    **context: object,
) -> T:
    """The result of ``attempt``, repeated after each of ``delays`` while it raises one of ``faults``.

    One of ``final``, or a fault after the last delay, is raised. ``failure`` is the log line of each failed
    attempt, with ``context`` bound to it.
    """
    remaining = iter(delays)
    while True:
        try:
            return await attempt()
        except final:
            raise
        except faults as fault:
            seconds = next(remaining, None)
            log.warning(failure, error=str(fault), retry=seconds, **context)
            if seconds is None:
                raise
            await asyncio.sleep(seconds)


async def retry_store(attempt: Callable[[], Awaitable[T]], failure: str, **context: object) -> T:
    """The result of ``attempt``, repeated without end while the store is locked, full or failing.

    Raises `UnavailableMatch`. ``failure`` and ``context`` are as in `retry`.
    """
    return await retry(attempt, store_delays(), (StoreError,), (UnavailableMatch,), failure, **context)


def store_delays() -> Iterator[float]:
    """The seconds before each further attempt while the store fails, without end."""
    return chain(STORE_RETRY_SECONDS, repeat(STORE_RETRY_SECONDS[-1]))


class Tasks:
    """Background tasks of one owner: kept alive while they run, their errors logged.

    A task whose match cannot be read ends without a line: the reader logs that. One whose match another
    process works on has a line at level debug.
    """

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    @property
    def is_idle(self) -> bool:
        """Whether no task runs."""
        return not self._running

    def run(self, work: Coroutine[None, None, None], **context: object) -> asyncio.Task[None]:
        """Start a coroutine as a task, with ``context`` on its log lines (`bot.log_context`)."""
        of_task = background_context(**context)
        task = asyncio.create_task(work, context=of_task)
        self._running.add(task)
        task.add_done_callback(self._ended, context=of_task)
        return task

    async def close(self, seconds: float = 0.0) -> None:
        """Give the tasks that still run so long to end, then cancel them and wait for their end."""
        if seconds and self._running:
            await asyncio.wait(self._running, timeout=seconds)
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, OtherOwner):
            log.debug("background task ended", reason=str(error))
        elif error is not None and not isinstance(error, UnreadableMatch):
            log.error("background task failed", exc_info=error)
