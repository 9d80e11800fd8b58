"""A worker that is a process of this machine, driven from the event loop without blocking it.

It uses `multiprocessing.Process` and a pipe. The executors of pebble and concurrent.futures do not fit: the
pool needs to notice at once that an idle worker died, to kill a worker inside a kernel without SIGTERM
handling, and to control when a cold replacement starts.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import threading
from collections.abc import Callable
from multiprocessing import connection
from multiprocessing.context import ForkServerContext, SpawnContext
from typing import TypeAlias, TypeVarTuple

from ai.analysis import Verdict
from ai.base import Choice
from ai.pool.interface import Failed, analysed, chosen, failure, keeps_memory, warmed
from ai.worker import Analyse, Answer, Choose, Interrupt, Ready, Setup, Task, Warm, serve

# spawn, because a forked process with threads and an event loop may deadlock
START_METHOD: SpawnContext | ForkServerContext = multiprocessing.get_context("spawn")
_READY_SECONDS = 30.0
_EXIT_GRACE_SECONDS = 0.3
_LATE_SECONDS = 0.3

Pipe: TypeAlias = "connection.Connection[Task | Interrupt, Answer]"
_Arguments = TypeVarTuple("_Arguments")


class Process:
    """A worker process: a `Worker`. Make it to start it."""

    def __init__(self, setup: Setup, on_change: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_change = on_change
        self._answer: asyncio.Future[Answer] = self._loop.create_future()
        self._lock = threading.Lock()  # guards the three below, which the loop and the process's thread use
        self._child: multiprocessing.process.BaseProcess | None = None
        self._pipe: Pipe | None = None
        self._killed = False
        self.pid: int | None = None
        self.alive = True
        """False once it is killed or found dead."""
        self.ended = False
        """True once the operating system's process has ended."""
        self.end = ""
        """How it has ended, such as ``exit code -9``."""
        threading.Thread(target=self._run, args=(setup,), name="ai-process", daemon=True).start()

    async def started(self) -> None:
        """Wait until the worker is ready, like `Worker.started`."""
        ready = await self._wait(_READY_SECONDS)
        if not isinstance(ready, Ready):
            raise failure(ready)
        self.pid = ready.pid

    async def warm_up(self, task: Warm, seconds: float) -> bool:
        """Warm up a kernel set, like `Worker.warm_up`."""
        return warmed(await self._ask(task, seconds))

    async def choose(self, task: Choose, seconds: float) -> Choice:
        """Choose a move, like `Worker.choose`."""
        return chosen(await self._ask(task, seconds))

    async def analyse(self, task: Analyse, seconds: float) -> Verdict:
        """Judge a move, like `Worker.analyse`."""
        return analysed(await self._ask(task, seconds))

    def interrupt(self) -> None:
        """Make the present task answer early with the best result found so far."""
        self._send(Interrupt())

    def kill(self) -> None:
        """Kill the process at once. `ended` follows."""
        with self._lock:
            self._killed = True
            if self._child is not None:
                self._child.kill()
        if self.alive:
            self.alive = False
            self._on_change()

    async def _ask(self, task: Task, seconds: float) -> Answer:
        self._answer = self._loop.create_future()
        self._send(task)
        if self.ended:
            raise Failed("died")
        answer = await self._wait(seconds)
        if keeps_memory(answer):
            self.kill()
        return answer

    def _send(self, message: Task | Interrupt) -> None:
        # Messages are far smaller than the pipe's buffer and few are in flight, so this cannot block.
        with self._lock, contextlib.suppress(OSError):  # the process's thread reports a dead worker
            if self._pipe is not None:
                self._pipe.send(message)

    async def _wait(self, seconds: float) -> Answer:
        deadline = self._loop.time() + seconds
        try:
            await asyncio.wait({self._answer}, timeout=seconds)
            if self._loop.time() > deadline + _LATE_SECONDS:  # the bot stood still: read what came meanwhile
                await asyncio.wait({self._answer}, timeout=_LATE_SECONDS)
        except asyncio.CancelledError:
            self.kill()  # the pool is closing, and nobody reads the answer
            raise
        if not self._answer.done():
            self.kill()
            raise Failed("deadline", f"no answer within {seconds:.2f} s")
        return self._answer.result()

    def _run(self, setup: Setup) -> None:
        # In the process's own thread: start the process, forward its answers, report its end.
        reason = ""
        try:
            self._listen(*self._start(setup))
        except Exception as error:  # a failed start or an unreadable answer counts as the worker's death
            reason = f"{type(error).__name__}: {error}"
        self._call_in_loop(self._on_end, f"{reason} {self._reap()}".strip())

    def _start(self, setup: Setup) -> tuple[Pipe, int]:
        parent_end, child_end = START_METHOD.Pipe()
        with self._lock:
            self._pipe = parent_end
        with child_end:
            child = START_METHOD.Process(target=serve, args=(child_end, setup), daemon=True, name="daeguk-ai")
            child.start()
        with self._lock:
            self._child = child
            if self._killed:
                child.kill()
        return parent_end, child.sentinel

    def _listen(self, pipe: Pipe, sentinel: int) -> None:
        with contextlib.suppress(EOFError, ConnectionError):
            while pipe in connection.wait([pipe, sentinel]):
                self._call_in_loop(self._on_answer, pipe.recv())

    def _reap(self) -> str:
        if self._child is not None:
            self._child.join(_EXIT_GRACE_SECONDS)  # the pipe closes shortly before the exit code is known
        with self._lock:
            child, self._child = self._child, None
            pipe, self._pipe = self._pipe, None
        if pipe is not None:
            pipe.close()
        if child is None:
            return ""
        child.kill()
        child.join()
        return f"exit code {child.exitcode}"

    def _call_in_loop(self, function: Callable[[*_Arguments], None], *arguments: *_Arguments) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(function, *arguments)

    def _on_answer(self, answer: Answer) -> None:
        if not self._answer.done():
            self._answer.set_result(answer)

    def _on_end(self, detail: str) -> None:
        self.alive = False
        self.ended = True
        self.end = detail
        if not self._answer.done():
            self._answer.set_exception(Failed("died", detail))
            self._answer.exception()  # mark as retrieved: nobody awaits an idle worker
        self._on_change()
