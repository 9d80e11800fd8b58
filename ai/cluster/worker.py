"""A Dask worker as the pool sees it: `ClusterWorker`, a `Worker` of `ai.pool.interface`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar, cast

import structlog

from ai.analysis import Verdict
from ai.base import Choice
from ai.cluster import tasks
from ai.cluster.address import is_loopback
from ai.pool.interface import Failed, analysed, chosen, keeps_memory, warmed
from ai.worker import Analyse, Answer, Choose, Setup, Task, Warm

_READY_SECONDS = 30.0
_LATE_SECONDS = 0.3
_RESTART_SECONDS = 15.0
_T = TypeVar("_T")

_log = structlog.get_logger(__name__)
_running: set[asyncio.Task[Any]] = set()


class ClusterWorker:
    """One process of ``dask worker`` with one thread.

    When a task is late the process is restarted by its nanny and joins as a new worker. A worker that is
    killed here without a task is only left alone.
    """

    def __init__(self, client: Any, address: str, setup: Setup, on_change: Callable[[], None]) -> None:
        self.address = address
        self.pid: int | None = None
        self.alive = True
        self.ended = False
        self.end = ""
        self._client = client
        self._setup = setup
        self._on_change = on_change
        self.disconnected = False
        """True if a message did not arrive, whether the worker is gone or not."""
        self._busy = False
        self._lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def started(self) -> None:
        """Compare the programs, and prepare the process, like `Worker.started`."""
        if not self.address.startswith("tls://") and not is_loopback(self.address):
            raise self._unfit("has no TLS and is on another machine")
        reply = self._run(tasks.hello, self._setup.niceness, self._setup.memory)
        self._busy = True
        try:
            pid, program, has_nanny = await self._first(reply, _READY_SECONDS)
        except Failed as failed:
            if failed.kind in ("ModuleNotFoundError", "ImportError", "AttributeError", "TypeError"):
                raise self._unfit("does not have this version of daeguk") from None
            raise
        finally:
            self._busy = False
        if program != tasks.program():
            raise self._unfit(f"has daeguk {program} instead of {tasks.program()}")
        if not has_nanny:
            raise self._unfit("has no nanny")
        self.pid = cast(int, pid)

    async def warm_up(self, task: Warm, seconds: float) -> bool:
        """Warm up a kernel set, like `Worker.warm_up`, and compile it if its machine lacks it."""
        return warmed(await self._ask(Warm(task.kernel_set), seconds))

    async def choose(self, task: Choose, seconds: float) -> Choice:
        """Choose a move, like `Worker.choose`."""
        return chosen(await self._ask(task, seconds))

    async def analyse(self, task: Analyse, seconds: float) -> Verdict:
        """Judge a move, like `Worker.analyse`."""
        return analysed(await self._ask(task, seconds))

    def interrupt(self) -> None:
        """Make the present task answer early."""
        if self._busy:
            _in_background(self._run(tasks.interrupt_search))

    def kill(self) -> None:
        """Give the worker up; restart its process if it has a task."""
        if not self.alive:
            return
        self.alive = False
        if self._busy:
            _in_background(self._restart())
        else:
            self.ended = True
        self._on_change()

    def lose(self) -> None:
        """Note that the cluster no longer has the worker."""
        self.alive = False
        self.ended = True
        if not self._lost.done():
            self._lost.set_result(None)
        self._on_change()

    async def _ask(self, task: Task, seconds: float) -> Answer:
        if not self.alive:
            raise Failed("died")
        self._busy = True
        try:
            reply = self._run(tasks.answer, task, self._setup.players)
            answer = cast(Answer, await self._first(reply, seconds))
            if keeps_memory(answer):
                self.kill()
            return answer
        finally:
            self._busy = False

    async def _run(self, function: Callable[..., Any], *arguments: object) -> Any:
        # Not Client.submit: that takes 17 ms instead of 4, and when the worker dies its task stays with the
        # scheduler. `run` asks this worker and no other.
        answers = await self._client.run(function, *arguments, workers=[self.address])
        return answers[self.address]

    async def _first(self, reply: Awaitable[_T], seconds: float) -> _T:
        """Wait for an answer, the loss of the worker or the deadline, whichever comes first."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        answer = asyncio.ensure_future(reply)
        both: set[asyncio.Future[Any]] = {answer, self._lost}
        try:
            await asyncio.wait(both, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if loop.time() > deadline + _LATE_SECONDS:  # the bot stood still: read what came meanwhile
                await asyncio.wait(both, timeout=_LATE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self.kill()  # the pool is closing, and nobody reads the answer
            answer.cancel()
            raise
        if answer.done() and not answer.cancelled() and answer.exception() is None:
            return answer.result()
        if answer.done() and not answer.cancelled():
            error = cast(BaseException, answer.exception())
            if isinstance(error, OSError):
                self.disconnected = True
                self.lose()
                raise Failed("died", str(error))
            raise Failed(type(error).__name__, str(error))
        answer.cancel()
        if not (self._lost.done() or answer.done()):
            self.kill()
            raise Failed("deadline", f"no answer within {seconds:.2f} s")
        raise Failed("died", f"{self.address} left the cluster")

    async def _restart(self) -> None:
        try:
            async with asyncio.timeout(_RESTART_SECONDS):
                await self._client.restart_workers([self.address], raise_for_error=False)
        except Exception as error:  # without a nanny, or the connection is closed
            _log.warning("Dask worker not restarted", address=self.address, problem=repr(error))
        self.ended = True
        self._on_change()

    def _unfit(self, reason: str) -> Failed:
        return Failed("unfit", f"the Dask worker {self.address} {reason}")


def _in_background(work: Coroutine[Any, Any, object]) -> None:
    task = asyncio.ensure_future(work)
    _running.add(task)  # the event loop keeps only a weak reference
    task.add_done_callback(_done)


def _done(task: asyncio.Task[Any]) -> None:
    _running.discard(task)
    if not task.cancelled():
        task.exception()  # a worker that is gone needs no interrupt
