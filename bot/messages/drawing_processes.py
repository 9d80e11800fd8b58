"""The processes that draw, each behind a socket of the event loop.

An executor's threads would compete with the event loop for the interpreter's lock: two to four switches a
picture, which cost more processor time than what they carry.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import pickle
import signal
import socket
import struct
from collections.abc import Callable
from functools import partial
from multiprocessing.context import ForkServerContext, SpawnContext
from typing import Any, ClassVar, TypeVar

import structlog

from bot.drawing.showcase import game_picture

T = TypeVar("T")

log = structlog.get_logger(__name__)

PROCESSES = 2
# spawn, because a forked process with threads and an event loop may deadlock
START_METHOD: SpawnContext | ForkServerContext = multiprocessing.get_context("spawn")
NICENESS = 10
_LENGTH = struct.Struct("!I")


class DrawingProcesses:
    """Runs functions in up to `PROCESSES` processes, which start when needed and end with this one."""

    def __init__(self) -> None:
        self._idle: list[_Process] = []
        self._slots = asyncio.Semaphore(PROCESSES)
        self._is_closed = False
        # So that the first picture does not wait for its process.
        self._warming = asyncio.create_task(self.run(_prepare))

    async def run(self, function: Callable[[], T]) -> T:
        """What ``function``, which can be pickled, returns in a process. Raises what it raises."""
        # To its end even if the caller is cancelled: the answer is read before the next question is asked.
        return await asyncio.shield(asyncio.create_task(self._run(function)))

    def close(self) -> None:
        """Stop the processes; one that draws ends with its picture."""
        self._is_closed = True
        self._warming.cancel()
        while self._idle:
            self._idle.pop().close()

    async def _run(self, function: Callable[[], T]) -> T:
        async with self._slots:
            process = self._idle.pop() if self._idle else await _Process.start()
            try:
                return await process.run(function)
            except EOFError:
                log.warning("drawing process lost")
                process = await _Process.start()
                return await process.run(function)
            finally:
                self._give_back(process)

    def _give_back(self, process: _Process) -> None:
        if self._is_closed or process.is_lost:
            process.close()
        else:
            self._idle.append(process)


async def in_own_process(function: Callable[[], T]) -> T:
    """What ``function``, which can be pickled and takes seconds, returns in a process that ends with it.

    The process has low priority, so boards and engines do not wait for it. Raises what ``function`` raises,
    and EOFError if the process dies.
    """
    process = await _Process.start()
    try:
        return await process.run(partial(_nicely, function))
    finally:
        process.close()


class _Process:
    """One process that answers one question at a time."""

    _asked: ClassVar[set[_Process]] = set()
    """Those that work. The event loop holds no stream, so a task that only waits for one can be collected."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.is_lost = False

    @classmethod
    async def start(cls) -> _Process:
        """A new process."""
        here, there = socket.socketpair()
        child = START_METHOD.Process(target=_serve, args=(there,), name="daeguk-drawing", daemon=True)
        with there:
            await asyncio.to_thread(child.start)
        return cls(*await asyncio.open_connection(sock=here))

    async def run(self, function: Callable[[], T]) -> T:
        """See `DrawingProcesses.run`. Raises EOFError if the process has ended."""
        question = _framed(function)
        self.is_lost = True  # until the whole answer is here
        self._asked.add(self)
        try:
            self._writer.write(question)
            (length,) = _LENGTH.unpack(await self._reader.readexactly(_LENGTH.size))
            answer: Any = pickle.loads(await self._reader.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise EOFError from error
        finally:
            self._asked.discard(self)
        self.is_lost = False
        value, raised = answer
        if raised is not None:
            raise raised
        found: T = value
        return found

    def close(self) -> None:
        """Make the process end."""
        self._writer.close()


def _framed(message: object) -> bytes:
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


# --- In the process ----------------------------------------------------------------------------------


def _serve(connection: socket.socket) -> None:
    """Answer questions until the bot's end of the socket is closed, by the bot or by its death."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches every process of a terminal
    stream = connection.makefile("rwb")
    with contextlib.suppress(ConnectionError):
        while header := stream.read(_LENGTH.size):
            body = stream.read(_LENGTH.unpack(header)[0])
            stream.write(_framed(_answer(body)))
            stream.flush()


def _answer(body: bytes) -> tuple[object, Exception | None]:
    """What the function in a question returns, or what it raises."""
    try:
        return pickle.loads(body)(), None
    except Exception as error:
        return None, error


def _nicely(function: Callable[[], T]) -> T:
    """Run a function with low priority."""
    os.nice(NICENESS)
    return function()


def _prepare() -> None:
    """Import and load what every picture needs."""
    game_picture("othello")
