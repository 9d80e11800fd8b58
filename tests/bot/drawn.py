"""Pictures as tests draw them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from bot.messages.pictures import Pictures

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
