"""Pictures, each drawn once, by processes of their own. Start reading at `Pictures`.

A picture takes 2 to 10 ms of processor time. In a thread that would delay every answer of the bot by the
interpreter's lock.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Hashable
from functools import partial
from typing import Protocol, TypeVar

import structlog

from bot import metrics
from bot.child_process import ChildProcess, NoAnswer, ProcessHangs, nicely, run_in_own_process
from bot.lru import LRU
from bot.presenters.board_scene import BoardScene
from bot.ui.picture import Look, picture
from games.base import Record

T = TypeVar("T")

log = structlog.get_logger(__name__)

Draw = Callable[[], bytes]
"""A function that returns a PNG. It can be pickled."""

MOST = 256
"""Pictures that are kept: some 14 MB."""
NAME = "daeguk-drawing"
PROCESSES = 2
"""How many there are at most. With one worker, on a small machine, there is one."""
SECONDS = 10.0
"""How long a picture may take. It takes 10 ms."""
OWN_SECONDS = 120.0
"""How long `in_own_process` may take: an animation of 250 moves takes 6 s on an idle core."""


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
        # A failure is not kept: whoever wants the picture next has it drawn again.
        if drawing is None or (drawing.done() and (drawing.cancelled() or drawing.exception())):
            drawing = self._made[key] = asyncio.create_task(self.draw(draw))
        else:
            metrics.PICTURES.labels("kept").inc()
        # Others can wait for it, too, and they do not end with this one.
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


# --- The processes that draw --------------------------------------------------------------------------


class DrawingProcesses:
    """Runs functions in some processes, which start when needed and end with this one.

    One that dies, or does not answer within ``seconds``, is replaced, and its question asked once more.
    """

    def __init__(self, processes: int = PROCESSES, seconds: float = SECONDS) -> None:
        self._idle: list[ChildProcess] = []
        self._slots = asyncio.Semaphore(processes)
        self._seconds = seconds
        self._is_closed = False
        # So that the first picture does not wait for its process.
        self._warming = asyncio.create_task(self._warm_up())

    async def run(self, function: Callable[[], T]) -> T:
        """What ``function``, which can be pickled, returns in a process. Raises what it raises.

        Also raises `ProcessLost` or `ProcessHangs` if that happens to both processes that are asked.
        """
        # To its end even if the caller is canceled: the answer is read before the next question is asked.
        return await asyncio.shield(asyncio.create_task(self._run(function)))

    def close(self) -> None:
        """Stop the processes; one that draws ends with its picture."""
        self._is_closed = True
        self._warming.cancel()
        while self._idle:
            self._idle.pop().close()

    async def _warm_up(self) -> None:
        with contextlib.suppress(NoAnswer):  # the first picture tries again
            await self.run(_prepare)

    async def _run(self, function: Callable[[], T]) -> T:
        async with self._slots:
            process = self._idle.pop() if self._idle else await ChildProcess.start(NAME)
            with contextlib.suppress(NoAnswer):
                return await self._ask(process, function)
            # A new one: others that are idle may be lost like the first.
            return await self._ask(await ChildProcess.start(NAME), function)

    async def _ask(self, process: ChildProcess, function: Callable[[], T]) -> T:
        try:
            return await process.run(function, self._seconds)
        except NoAnswer as failure:
            _report(failure)
            raise
        finally:
            if self._is_closed or process.is_lost:
                process.close()
            else:
                self._idle.append(process)


async def in_own_process(function: Callable[[], T]) -> T:
    """What ``function``, which can be pickled and takes seconds, returns in a process that ends with it.

    The process has low priority, so boards and engines do not wait for it. Raises what ``function`` raises,
    `ProcessLost` if the process dies, and `ProcessHangs` after `OWN_SECONDS`.
    """
    try:
        return await run_in_own_process(NAME, partial(nicely, function), OWN_SECONDS)
    except NoAnswer as failure:
        _report(failure)
        raise


def _report(failure: NoAnswer) -> None:
    """Count and log a process that gives no answer."""
    hangs = isinstance(failure, ProcessHangs)
    metrics.DRAWING_LOST.labels("hung" if hangs else "died").inc()
    event = "drawing process killed: no answer" if hangs else "drawing process lost"
    log.warning(event, detail=str(failure))


def _prepare() -> None:
    """Import and load what the picture of a board needs."""
    picture(BoardScene(Record("othello", "8x8")), Look())
