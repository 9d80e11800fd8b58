"""Pictures as tests draw them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from bot.lru import LRU
from bot.messages.pictures import MOST, Draw, Pictures

T = TypeVar("T")


class Threads:
    """Draws in threads, which start at once and see what a test has replaced."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(2)

    async def run(self, function: Callable[[], T]) -> T:
        """See `bot.messages.pictures.Drawer`."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, function)

    def close(self) -> None:
        """See `bot.messages.pictures.Drawer`."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def in_threads() -> Pictures:
    """Pictures that are drawn in threads."""
    return Pictures(Threads())


class DrawnOnce(Pictures):
    """Pictures that are drawn in threads, once in a test run: many matches begin alike."""

    def __init__(self) -> None:
        super().__init__(Threads())

    async def get(self, key: Hashable, draw: Draw) -> bytes:
        """See `bot.messages.pictures.Pictures`. What a test draws otherwise has another function."""
        key = key, draw.func if isinstance(draw, partial) else draw
        if (png := _drawn.get(key)) is None:
            png = _drawn[key] = await super().get(key, draw)
        return png


_drawn: LRU[Hashable, bytes] = LRU(MOST)


def forget_pictures() -> None:
    """Draw every picture again."""
    _drawn.clear()
