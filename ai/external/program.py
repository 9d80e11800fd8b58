"""A program as a child process: lines to it and from it, each by a deadline of `time.monotonic`."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from ai.external.engine import SECRETS

GUARD = Path(__file__).with_name("guard.py")
LONGEST_LINE = 64 << 10
MAX_OUTPUT = 4 << 20
"""Bytes of an answer: GNU Go lists its commands in three thousand."""
_SHOWN = 300  # characters of what a program wrote, in an error
_CLOSE_SECONDS = 5.0


class EngineError(Exception):
    """An engine failed at a move. Not an `AiError`, so that the pool tries again.

    ::

        EngineError
        ├── EngineEnded         it did not start, crashed, or closed its output
        ├── EngineSilent        no answer in time
        ├── EngineNonsense      an answer that is none of the protocol's
        ├── EngineRefused       it says that it cannot do what was asked
        └── EngineIllegalMove   it answered a move that the rules do not allow
    """


class EngineEnded(EngineError):
    """The program did not start, crashed, or closed its output."""


class EngineSilent(EngineError):
    """The program did not answer in time."""


class EngineNonsense(EngineError):
    """The program answered what is no answer of the protocol."""


class EngineRefused(EngineError):
    """The program says that it cannot do what was asked."""


class EngineIllegalMove(EngineError):
    """The program answered a move that the rules do not allow."""


class Program:
    """A running program. `close` ends it with everything that it has started."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the program; its first answer shows that it runs. Raises `EngineEnded` without a process."""
        environment = {name: value for name, value in os.environ.items() if name.upper() not in SECRETS}
        held, self._alive = os.pipe()  # the guard holds one end and sees when this process lets the other go
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(GUARD), str(held), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=(held,),
                env=environment,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            os.close(self._alive)
            raise EngineEnded(f"no process can be started: {error}") from None
        finally:
            os.close(held)
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._input = self._process.stdin.fileno()
        self._output = self._process.stdout.fileno()
        self._errors = self._process.stderr.fileno()
        for file in (self._input, self._output, self._errors):
            os.set_blocking(file, False)
        self._events = select.poll()
        self._events.register(self._output, select.POLLIN)
        self._events.register(self._errors, select.POLLIN)
        self._unread = bytearray()
        self._received = 0
        self._said = ""  # the end of its standard error
        self._closed = False

    @property
    def is_running(self) -> bool:
        """Whether the process runs; False after `close`."""
        return not self._closed and self._process.poll() is None

    def write(self, text: str, deadline: float) -> None:
        """Send lines. Raises `EngineEnded` or `EngineSilent`."""
        left, self._received = memoryview(f"{text}\n".encode("ascii", "replace")), 0
        while left:
            try:
                left = left[os.write(self._input, left) :]
            except BlockingIOError:
                self._await_input(deadline)
            except BrokenPipeError:
                raise self._ended() from None

    def read_line(self, deadline: float) -> str:
        """Receive a line, without its end. Raises `EngineEnded`, `EngineSilent` or `EngineNonsense`."""
        while (end := self._unread.find(b"\n")) < 0:
            if len(self._unread) > LONGEST_LINE:
                raise EngineNonsense(f"a line of more than {LONGEST_LINE} bytes: {shown(self._unread)}")
            self._receive(deadline)
        line = self._unread[:end].decode("ascii", "replace")
        del self._unread[: end + 1]
        return line.rstrip("\r")

    def close(self) -> None:
        """Kill the program with everything that it has started, and wait until it is gone."""
        if self._closed:
            return
        self._closed = True
        os.close(self._alive)  # the guard kills the rest
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        try:
            self._process.wait(_CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def wait(self, deadline: float) -> None:
        """Wait until the program ends by itself, or for the deadline."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - time.monotonic()))

    def _await_input(self, deadline: float) -> None:
        events = select.poll()
        events.register(self._input, select.POLLOUT)
        if not events.poll(_milliseconds(deadline)):
            raise EngineSilent(f"it reads nothing.{self._words}")

    def _receive(self, deadline: float) -> None:
        ready = self._events.poll(_milliseconds(deadline))
        if not ready:
            raise EngineSilent(f"no answer in time.{self._words}")
        for file, _ in ready:
            try:
                data = os.read(file, LONGEST_LINE)
            except BlockingIOError:
                continue
            if file == self._errors and data:
                self._note(data)
            elif file == self._errors:
                self._events.unregister(file)
            elif not data:
                raise self._ended()
            else:
                self._unread += data
                self._received += len(data)
        if time.monotonic() > deadline:  # it writes all the time
            raise EngineSilent(f"no answer in time.{self._words}")
        if self._received > MAX_OUTPUT:
            raise EngineNonsense(f"more than {MAX_OUTPUT} bytes without an answer: {shown(self._unread)}")

    def _note(self, data: bytes) -> None:
        self._said = (self._said + data.decode("utf-8", "replace"))[-_SHOWN:]

    def _ended(self) -> EngineEnded:
        self.wait(time.monotonic() + 1.0)
        with contextlib.suppress(OSError):
            self._note(os.read(self._errors, LONGEST_LINE))
        return EngineEnded(f"it ended with exit status {self._process.poll()}.{self._words}")

    @property
    def _words(self) -> str:
        """The last words of the program on its standard error."""
        return f" It wrote: {' '.join(self._said.split())}" if self._said.strip() else ""


def shown(text: str | bytes | bytearray) -> str:
    """What a program wrote, as an error shows it."""
    text = text if isinstance(text, str) else text[:_SHOWN].decode("ascii", "replace")
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


def _milliseconds(deadline: float) -> int:
    return max(0, int(1000 * (deadline - time.monotonic())))
