"""One worker process, seen from the event loop: asked, waited for, killed; never blocks it.

Built on `multiprocessing.Process` and a pipe. A pool of one from pebble or concurrent.futures would stand
in the way here: what we need is to hear at once that an idle worker died, to kill one that is deep in a
kernel without waiting for it to handle SIGTERM, and no cold worker appearing in its place by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import threading
from collections.abc import Callable
from multiprocessing import connection
from typing import Any, TypeAlias

from ai.base import AiError, Choice
from ai.worker import Answer, Broke, Done, Hello, Hurry, Refused, Setup, Task, serve

# spawn: a fork of a process with threads and an event loop may deadlock.
_SPAWN = multiprocessing.get_context("spawn")
_HELLO_SECONDS = 30.0
_LAST_WORDS_SECONDS = 0.3

Pipe: TypeAlias = "connection.Connection[Task | Hurry, Answer]"


class Failed(AiError):
    """A worker did not do its task; ``kind`` says how: ``deadline``, ``died``, or what its player raised."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}" if self.detail else self.kind


class Process:
    """A worker process. `started`, then `ask` one task at a time.

    ``lost`` is set once it is killed or found dead, ``gone`` once it has really ended.
    """

    def __init__(self, setup: Setup, on_end: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_end = on_end
        self._answer: asyncio.Future[Answer] = self._loop.create_future()
        self._lock = threading.Lock()  # of the three below: the keeper's thread and the loop's use them
        self._child: multiprocessing.process.BaseProcess | None = None
        self._pipe: Pipe | None = None
        self._unwanted = False
        self.lost = asyncio.Event()
        self.pid: int | None = None
        self.gone = asyncio.Event()
        threading.Thread(target=self._keep, args=(setup,), name="ai-keeper", daemon=True).start()

    @property
    def alive(self) -> bool:
        """Whether it may still be asked something: neither ended nor told to."""
        return not self.lost.is_set()

    async def started(self) -> None:
        """Wait until the worker says hello. Raises `Failed`."""
        hello = await self._wait(_HELLO_SECONDS)
        assert isinstance(hello, Hello)
        self.pid = hello.pid

    async def ask(self, task: Task, seconds: float) -> Choice | None:
        """Let the worker do ``task``, killing it after ``seconds``.

        Raises `Failed`, or the `AiError` or `RuleError` with which the player refused the task.
        """
        self._answer = self._loop.create_future()
        self._send(task)
        answer = await self._wait(seconds)
        if isinstance(answer, Refused):
            raise answer.error
        if isinstance(answer, Broke):
            if answer.kind == "MemoryError":
                self.kill()  # what it could not free stays with it
            raise Failed(answer.kind, answer.trace)
        assert isinstance(answer, Done)
        return answer.choice

    def hurry(self) -> None:
        """Have the present task answered soon, with what is found so far."""
        self._write(Hurry())

    def kill(self) -> None:
        """End the process now; it needs no consent. `gone` follows."""
        self.lost.set()
        with self._lock:
            self._unwanted = True
            if self._child is not None:
                self._child.kill()

    def _send(self, task: Task) -> None:
        self._write(task)
        if self.gone.is_set():
            raise Failed("died")

    def _write(self, asked: Task | Hurry) -> None:
        # What is asked is far smaller than the pipe's buffer, and little is on its way: this cannot block.
        with self._lock, contextlib.suppress(OSError):  # a dead worker is reported by the keeper
            if self._pipe is not None:
                self._pipe.send(asked)

    async def _wait(self, seconds: float) -> Answer:
        try:
            async with asyncio.timeout(seconds):
                return await self._answer
        except TimeoutError:
            self.kill()
            raise Failed("deadline", f"no answer within {seconds:.2f} s") from None
        except asyncio.CancelledError:
            self.kill()  # the pool is closing: nobody will read the answer
            raise

    def _keep(self, setup: Setup) -> None:
        # The keeper's thread: starts the process, hands on what it says, and reports its end.
        reason = ""
        try:
            self._listen(*self._begin(setup))
        except Exception as error:  # cannot fork, or the worker wrote nonsense: the same as its death
            reason = f"{type(error).__name__}: {error}"
        self._tell(self._ended, f"{reason} {self._bury()}".strip())

    def _begin(self, setup: Setup) -> tuple[Pipe, int]:
        here, there = _SPAWN.Pipe()
        with self._lock:
            self._pipe = here
        with there:
            child = _SPAWN.Process(target=serve, args=(there, setup), daemon=True, name="daeguk-ai")
            child.start()
        with self._lock:
            self._child = child
            if self._unwanted:
                child.kill()
        return here, child.sentinel

    def _listen(self, pipe: Pipe, sentinel: int) -> None:
        with contextlib.suppress(EOFError, ConnectionError):
            while pipe in connection.wait([pipe, sentinel]):
                self._tell(self._hear, pipe.recv())

    def _bury(self) -> str:
        if self._child is not None:
            self._child.join(_LAST_WORDS_SECONDS)  # a closed pipe comes a little before the exit code
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

    def _tell(self, what: Callable[..., None], *arguments: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens any more
            self._loop.call_soon_threadsafe(what, *arguments)

    def _hear(self, answer: Answer) -> None:
        if not self._answer.done():
            self._answer.set_result(answer)

    def _ended(self, detail: str) -> None:
        self.lost.set()
        self.gone.set()
        if not self._answer.done():
            self._answer.set_exception(Failed("died", detail))
            self._answer.exception()  # retrieved here: an idle worker's death is nobody's exception
        self._on_end()
