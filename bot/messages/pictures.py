"""Pictures, drawn in processes of their own, each once.

A picture takes 8 to 15 ms of processor time. In a thread that would delay every answer of the bot by the
interpreter's lock.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from functools import partial
from multiprocessing.connection import wait

import structlog

from bot import metrics
from bot.drawing.showcase import game_picture
from bot.lru import LRU

log = structlog.get_logger(__name__)

Draw = Callable[[], bytes]
"""A function that returns a PNG. It can be pickled."""

PROCESSES = 2
MOST = 256
"""Pictures that are kept: some 14 MB."""


class Pictures:
    """Draws pictures and keeps the newest; ``start`` makes an executor, again if that breaks."""

    def __init__(self, start: Callable[[], Executor]) -> None:
        self._start = start
        self._executor = start()
        self._made: LRU[Hashable, asyncio.Task[bytes]] = LRU(MOST)

    async def get(self, key: Hashable, draw: Draw) -> bytes:
        """The picture with this key; drawn, unless it was before or is being drawn."""
        drawing = self._made.get(key)
        if drawing is None or (drawing.done() and (drawing.cancelled() or drawing.exception())):
            drawing = self._made[key] = asyncio.create_task(self.draw(draw))
        else:
            metrics.PICTURES.labels("kept").inc()
        return await asyncio.shield(drawing)

    async def draw(self, draw: Draw) -> bytes:
        """A picture that is not kept. Raises what ``draw`` raises."""
        asked = time.monotonic()
        png, seconds = await self._execute(partial(_timed, draw))
        metrics.PICTURES.labels("drawn").inc()
        metrics.DRAWN.observe(seconds)
        metrics.DRAWING_WAITED.observe(time.monotonic() - asked - seconds)
        return png

    async def _execute(self, draw: Callable[[], tuple[bytes, float]]) -> tuple[bytes, float]:
        executor, loop = self._executor, asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(executor, draw)
        except BrokenExecutor:  # a process was killed, and its picture may be one of several that are lost
            log.warning("drawing process lost")
            if executor is self._executor:
                self._executor = self._start()
            return await loop.run_in_executor(self._executor, draw)

    def close(self) -> None:
        """Stop the processes, without the pictures that wait."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def drawing_processes() -> Executor:
    """An executor whose processes end with this one. The first starts now, another when it is needed."""
    # spawn, because a forked process with threads and an event loop may deadlock
    executor = ProcessPoolExecutor(PROCESSES, multiprocessing.get_context("spawn"), initializer=_prepare)
    executor.submit(game_picture, "othello")
    return executor


def _timed(draw: Draw) -> tuple[bytes, float]:
    """In a drawing process: the picture, and the seconds that it took."""
    began = time.monotonic()
    return draw(), time.monotonic() - began


def _prepare() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches every process of a terminal
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
