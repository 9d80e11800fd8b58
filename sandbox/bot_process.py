"""The bot as a child process: started, restarted when it exits, and stopped."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Callable, Mapping

from daeguk.installation import is_installed

GRACE = 10.0  # seconds between SIGTERM and SIGKILL
BACKOFF = (1.0, 2.0, 5.0, 10.0, 30.0)
STEADY = 60.0  # seconds of uptime after which the waits start again with the shortest
_PR_SET_PDEATHSIG = 1


class BotProcess:
    """`python -m bot`, restarted whenever it exits. `log` is called with each line of its output."""

    def __init__(self, environment: Mapping[str, str], log: Callable[[str], None]) -> None:
        self._environment = environment
        self._log = log
        self._process: asyncio.subprocess.Process | None = None
        self._relaying: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Keep the bot running until canceled, then stop it."""
        failures = 0
        loop = asyncio.get_running_loop()
        try:
            while True:
                started = loop.time()
                code = await self._run_once()
                failures = 0 if loop.time() - started > STEADY else failures
                wait = BACKOFF[min(failures, len(BACKOFF) - 1)]
                failures += 1
                self._log(f"The bot exited ({_ending(code)}); restarting it in {wait:g} s.")
                await asyncio.sleep(wait)
        finally:
            await self._stop()

    async def _run_once(self) -> int:
        """Start the bot and return its exit code."""
        # In a session of its own, so that Ctrl-C reaches only the sandbox, which stops the bot in order.
        process = self._process = await asyncio.create_subprocess_exec(
            *_command(),
            env=dict(self._environment),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
            limit=1024 * 1024,
            preexec_fn=_die_with_parent if sys.platform == "linux" else None,
        )
        if process.stdout is None:
            raise RuntimeError("the bot's output is not piped")
        # A task of its own, so that output is still read while the bot is being stopped.
        self._relaying = asyncio.create_task(self._relay(process.stdout))
        code = await process.wait()
        await self._finish_relaying()
        return code

    async def _finish_relaying(self) -> None:
        """Relay the remaining output, but do not wait for a grandchild that keeps the pipe open."""
        if self._relaying is not None:
            await asyncio.wait({self._relaying}, timeout=1.0)
            self._relaying.cancel()

    async def _relay(self, output: asyncio.StreamReader) -> None:
        while True:
            try:
                line = await output.readline()
            except ValueError:  # a line over the limit; the rest of it follows
                continue
            if not line:
                return
            self._log(line.decode(errors="replace").rstrip())

    async def _stop(self) -> None:
        process = self._process
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(process.wait(), GRACE)
        except TimeoutError:
            self._log(f"The bot did not stop within {GRACE:g} s; killing it.")
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
        await self._finish_relaying()


def _command() -> list[str]:
    # Installed, -P keeps Python from importing a `bot` in the current directory.
    return [sys.executable, *(["-P"] if is_installed() else []), "-m", "bot"]


def _ending(code: int) -> str:
    if code < 0:
        return f"killed by {signal.Signals(-code).name}"
    return f"exit code {code}"


def _libc() -> ctypes.CDLL | None:
    try:
        return ctypes.CDLL(None, use_errno=True)
    except OSError:
        return None


_LIBC = _libc() if sys.platform == "linux" else None


def _die_with_parent() -> None:
    """Ask Linux to stop the bot when the sandbox is killed. Runs in the child before exec."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
