"""Pictures, each drawn once, by processes of their own.

A picture takes 2 to 10 ms of processor time. In a thread that would delay every answer of the bot by the
interpreter's lock.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable
from functools import partial
from typing import Protocol, TypeVar

from bot import metrics
from bot.lru import LRU

T = TypeVar("T")

Draw = Callable[[], bytes]
"""A function that returns a PNG. It can be pickled."""

MOST = 256
"""Pictures that are kept: some 14 MB."""


class Drawer(Protocol):
    """Where pictures are drawn."""

    async def run(self, function: Callable[[], T]) -> T:
        """What ``function`` returns in a drawing process. Raises what it raises."""

    def close(self) -> None:
        """Stop, without the pictures that wait."""


class Pictures:
    """Has pictures drawn, and keeps the newest."""

    def __init__(self, drawer: Drawer) -> None:
        self._drawer = drawer
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
        started = time.monotonic()
        png, seconds = await self._drawer.run(partial(_timed, draw))
        metrics.PICTURES.labels("drawn").inc()
        metrics.DRAWN.observe(seconds)
        metrics.DRAWING_WAITED.observe(time.monotonic() - started - seconds)
        return png

    def close(self) -> None:
        """Stop drawing."""
        self._drawer.close()


def _timed(draw: Draw) -> tuple[bytes, float]:
    """In a drawing process: the picture, and the seconds that it took."""
    began = time.monotonic()
    return draw(), time.monotonic() - began
