"""Work in the background that somebody answers for. Start reading at `Tasks`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from itertools import chain, repeat
from typing import TypeVar

import structlog

from data.errors import StoreError, UnknownMatch

log = structlog.get_logger(__name__)

T = TypeVar("T")

_RETRY_SECONDS = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)


async def persistently(attempt: Callable[[], Awaitable[T]], told: str, **more: object) -> T:
    """The result of ``attempt``, asked again and again while the store is locked, full or failing.

    ``told`` is the log's line for every failure.
    """
    for seconds in chain(_RETRY_SECONDS, repeat(_RETRY_SECONDS[-1])):
        try:
            return await attempt()
        except UnknownMatch:
            raise
        except StoreError as error:
            log.warning(told, error=str(error), retry=seconds, **more)
            await asyncio.sleep(seconds)
    raise AssertionError("unreachable")


class Tasks:
    """Tasks that are kept alive while they run, whose errors are logged, and that end with their owner."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def run(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Start some work."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    async def close(self) -> None:
        """Cancel what still runs and wait until it has ended."""
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("background work failed", exc_info=task.exception())
