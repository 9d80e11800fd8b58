"""A process that answers one question at a time, behind a socket of the event loop.

A question is a function that can be pickled, its answer what the function returns or raises. The process has
an empty environment, and so neither the token nor the database's address.

An executor's threads would compete with the event loop for the interpreter's lock: two to four switches a
picture, which cost more processor time than what they carry.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import pickle
import resource
import signal
import socket
import struct
from collections.abc import Callable
from functools import partial
from multiprocessing.context import ForkServerContext, SpawnContext
from typing import Any, ClassVar, TypeVar

from ai.worker import die_with_parent, show_name

T = TypeVar("T")

# spawn, because a forked process with threads and an event loop may deadlock
START_METHOD: SpawnContext | ForkServerContext = multiprocessing.get_context("spawn")
NICENESS = 10  # of 19: what plays a move comes first
_LATE_SECONDS = 0.3
"""If the event loop stands still for so long, an answer may be here that is not read yet."""
LOADING_SECONDS = 60.0
"""How long a new process may take to import what its first question needs.

That takes 0.3 s, and 15 s on a machine with two cores and sixteen busy programs.
"""
_LENGTH = struct.Struct("!I")
_LOADED = b"+"
"""What a process writes when it has imported what its first question needs."""


class NoAnswer(Exception):
    """A process has not answered, and cannot be asked again."""


class ProcessLost(NoAnswer):
    """The process ended before it had answered."""


class ProcessHangs(NoAnswer):
    """The process has not answered in time, and is killed."""


class ChildProcess:
    """One process. Make it with `start`, and `close` it."""

    _working: ClassVar[set[ChildProcess]] = set()
    """The processes that run a function.

    The event loop holds no stream, so a task that only waits for one can be collected.
    """

    def __init__(
        self,
        process: multiprocessing.process.BaseProcess,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self._process = process
        self._reader = reader
        self._writer = writer
        self._expiry: asyncio.TimerHandle | None = None
        self._hangs = False
        self._is_loading = True
        self.is_lost = False
        """Whether it cannot be asked again."""

    @classmethod
    async def start(cls, name: str) -> ChildProcess:
        """A new process, which the system's list of processes shows under a name of at most 15 letters."""
        parent_end, child_end = socket.socketpair()
        child = START_METHOD.Process(target=_serve, args=(child_end, name), name=name, daemon=True)
        with child_end:
            await asyncio.to_thread(child.start)
        return cls(child, *await asyncio.open_connection(sock=parent_end))

    async def run(self, function: Callable[[], T], seconds: float) -> T:
        """What ``function``, which can be pickled, returns there. Raises what it raises.

        Also raises `ProcessLost`, and `ProcessHangs` after so many ``seconds``. Before them, a new process
        has `LOADING_SECONDS` to import what its first question needs. Once it is canceled, lost or killed
        the process cannot be asked again.
        """
        question = _framed(function)
        self.is_lost = True  # until the whole answer is here
        self._working.add(self)
        try:
            value, raised = await self._answer_to(question, seconds)
        except ProcessLost as lost:
            if self._hangs:
                limit = LOADING_SECONDS if self._is_loading else seconds
                raise ProcessHangs(f"no answer within {limit:.0f} s") from lost
            raise
        finally:
            self._cancel_expiry()
            self._working.discard(self)
        self.is_lost = False
        if raised is not None:
            raise raised
        result: T = value
        return result

    def _kill_after(self, seconds: float) -> None:
        """Kill the process after so long, unless its answer may be here and the event loop is late."""
        self._cancel_expiry()
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds

        def expire() -> None:
            if loop.time() > deadline + _LATE_SECONDS:
                self._expiry = loop.call_later(_LATE_SECONDS, self._expire)
            else:
                self._expire()

        self._expiry = loop.call_at(deadline, expire)

    def _cancel_expiry(self) -> None:
        if self._expiry is not None:
            self._expiry.cancel()

    def _expire(self) -> None:
        self._hangs = True
        self.kill()

    async def _answer_to(self, question: bytes, seconds: float) -> Any:
        """The pair that `_answer` returns. Raises `ProcessLost`."""
        try:
            self._writer.write(question)
            if self._is_loading:
                self._kill_after(LOADING_SECONDS)
                await self._reader.readexactly(len(_LOADED))
                self._is_loading = False
            self._kill_after(seconds)
            (length,) = _LENGTH.unpack(await self._reader.readexactly(_LENGTH.size))
            return pickle.loads(await self._reader.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise ProcessLost from error

    def kill(self) -> None:
        """End the process at once, whatever it does."""
        self._process.kill()
        self._writer.close()

    def close(self) -> None:
        """Make the process end once it has answered."""
        self._writer.close()


async def run_in_own_process(name: str, function: Callable[[], T], seconds: float) -> T:
    """What ``function`` returns in a new process that ends with it; the rest as `ChildProcess.run`."""
    process = await ChildProcess.start(name)
    try:
        return await process.run(function, seconds)
    finally:
        process.close()


def _framed(message: object) -> bytes:
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


# --- In the process ----------------------------------------------------------------------------------


def nicely(function: Callable[[], T], niceness: int = NICENESS) -> T:
    """What ``function`` returns with low priority, in a process that ends with it."""
    os.nice(niceness)
    return function()


def limited(memory_bytes: int, function: Callable[[], T]) -> T:
    """What ``function`` returns in an address space of so many bytes, in a process that ends with it."""
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return function()


def _serve(connection: socket.socket, name: str) -> None:
    """Answer questions until the bot's end of the socket is closed, or the bot's process has ended."""
    show_name(name)
    die_with_parent()
    os.environ.clear()  # nothing here needs it
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches every process of a terminal
    stream, is_loading = connection.makefile("rwb"), True
    with contextlib.suppress(ConnectionError):
        while header := stream.read(_LENGTH.size):
            body = stream.read(_LENGTH.unpack(header)[0])
            function = _loaded(body)
            if is_loading:
                stream.write(_LOADED)
                stream.flush()
                is_loading = False
            stream.write(_framed(_answer(function)))
            stream.flush()


def _loaded(body: bytes) -> Callable[[], object]:
    """The function in a question, or one that raises what its loading raised."""
    try:
        function: Callable[[], object] = pickle.loads(body)
    except Exception as error:
        return partial(_raise, error)
    return function


def _raise(error: Exception) -> None:
    raise error


def _answer(function: Callable[[], object]) -> tuple[object, Exception | None]:
    """What a function returns, or what it raises."""
    try:
        return function(), None
    except Exception as error:
        return None, error
