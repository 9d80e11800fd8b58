"""The process between a worker and an engine's program: ``guard.py PIPE COMMAND …``, run as a file.

The worker holds the other end of PIPE. When that closes, because the worker closes it or was killed, or when
the program ends, the guard kills what the program has started, also what has left its process group, and
ends. The program reads and writes the guard's standard streams itself.

It is a process of its own because a worker that gets SIGKILL can do nothing anymore. It imports little, so
that it starts fast and stays small.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import sys
import time
from pathlib import Path

CANNOT_START = 127
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_POLL_MILLISECONDS = 200  # where no file descriptor reports that a process has ended
_KILL_SECONDS = 2.0


def main(arguments: list[str]) -> int:
    """Run the command and return its exit status."""
    pipe, command = int(arguments[0]), arguments[1:]
    _control(_PR_SET_CHILD_SUBREAPER, 1)  # orphans of the program become children of this process
    child = os.fork()
    if child == 0:
        _become(command, pipe)
    for stream in (0, 1, 2):  # so that the worker sees when the program closes its own
        os.close(stream)
    status = _wait(child, pipe)
    _kill_all(child)
    return status


def _become(command: list[str], pipe: int) -> None:
    try:
        os.setpgid(0, 0)
        os.close(pipe)
        _control(_PR_SET_PDEATHSIG, signal.SIGKILL)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
    finally:
        os._exit(CANNOT_START)


def _wait(child: int, pipe: int) -> int:
    """Wait until the child ends, and return its status, or until the worker lets go of the pipe."""
    events, timeout = select.poll(), _POLL_MILLISECONDS
    events.register(pipe, select.POLLIN)
    if hasattr(os, "pidfd_open"):
        with contextlib.suppress(OSError):
            events.register(os.pidfd_open(child), select.POLLIN)
            timeout = -1
    while True:
        ready = [file for file, _ in events.poll(timeout)]
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code  # of a signal, as a shell reports it
        if pipe in ready:
            return 0


def _kill_all(group: int) -> None:
    # Again and again: a process may fork while it is killed, and orphans become children one after another.
    deadline = time.monotonic() + _KILL_SECONDS
    while time.monotonic() < deadline:
        for kill, pid in ((os.killpg, group), *((os.kill, child) for child in _children())):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                kill(pid, signal.SIGKILL)
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.005)
        except ChildProcessError:
            return


def _children() -> list[int]:
    try:
        return [int(pid) for pid in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]
    except OSError:
        return []


def _control(option: int, value: int) -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value)


if __name__ == "__main__":
    os._exit(main(sys.argv[1:]))
