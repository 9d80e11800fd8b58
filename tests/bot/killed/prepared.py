"""Bot processes, their drawing processes and workers, forked from one process that has imported everything.

A start is spared the imports, and the computer players load no engine.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import multiprocessing.forkserver
import multiprocessing.resource_tracker
import os
import socket
import time
from collections.abc import Mapping
from dataclasses import astuple
from functools import partial
from pathlib import Path
from typing import Any

from tests.bot.forked import FORKING, behave_as_started

from .process import ROOT, BotProcess


class Forked:
    """A process as `asyncio.create_subprocess_exec` returns it, as far as `BotProcess` uses that."""

    def __init__(self, process: multiprocessing.process.BaseProcess, stdout: asyncio.StreamReader) -> None:
        self._process = process
        self.stdout = stdout

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit code; None while it runs."""
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send a signal."""
        os.kill(self.pid, number)

    def kill(self) -> None:
        """Send SIGKILL."""
        self._process.kill()

    async def wait(self) -> None:
        """Wait for the end of the process."""
        await asyncio.to_thread(self._process.join)


class PreparedBotProcess(BotProcess):
    """A bot process with players that load no engine."""

    async def launch(self, environment: Mapping[str, str]) -> Forked:
        """See `BotProcess.launch`."""
        here, there = socket.socketpair()
        process = FORKING.Process(target=_run_forked_bot, args=(dict(environment), there, _forking_state()))
        with there:
            await asyncio.to_thread(process.start)
        reader, self._writer = await asyncio.open_connection(sock=here)
        return Forked(process, reader)

    async def kill(self) -> None:
        """See `BotProcess.kill`."""
        await super().kill()
        self._writer.close()


def _forking_state() -> dict[str, Any]:
    """What a process needs to have others forked by the server that runs already."""
    multiprocessing.forkserver.ensure_running()
    server: Any = multiprocessing.forkserver._forkserver
    names = ("_forkserver_address", "_forkserver_authkey")  # the latter since Python 3.14
    return {name: value for name, value in vars(server).items() if name in names}


def _run_forked_bot(environment: dict[str, str], output: socket.socket, forking: dict[str, Any]) -> None:
    """In the new process: a bot whose own processes are forked where it was, too.

    Otherwise each start of a bot starts another server, which imports everything again.
    """
    server: Any = multiprocessing.forkserver._forkserver
    vars(server).update(forking)
    server.ensure_running = multiprocessing.resource_tracker.ensure_running
    _run_bot(environment, output)


async def _keep_no_emojis(_: object) -> None:
    """What tests read has characters."""


def _run_bot(environment: dict[str, str], output: socket.socket) -> None:
    """What ``python -m bot`` does, with its output in a socket."""
    with output:
        behave_as_started(environment, ROOT, output.fileno(), output.fileno())

    import ai.pool.process
    import bot.__main__
    import bot.app
    import bot.sharding.sharing
    from bot import child_process
    from bot.match.rate_limits import PostLimits
    from bot.messages import emoji_keeper, notifications, press_guard, tournament_messages
    from bot.times import Times, UnixTime
    from data.leases.shard_leases import LeaseTimes, ShardLeases

    from . import fatal_steps, newer_version, quick_players

    emoji_keeper.EmojiKeeper.keep = _keep_no_emojis  # type: ignore[assignment, method-assign]
    press_guard.READING_SECONDS = 0.0
    PostLimits.posting = lambda *_: contextlib.nullcontext()  # type: ignore[assignment, method-assign]
    notifications.IDLE_SECONDS = float(os.environ.pop("TEST_IDLE", notifications.IDLE_SECONDS))
    skew = float(os.environ.pop("TEST_SKEW", "0"))
    if "TEST_FATAL_STEPS" in os.environ:
        names = ("TEST_FATAL_STEPS", "TEST_FATAL_TIMES", "TEST_FATAL_ONLY")
        path, times, only = (os.environ.pop(name) for name in names)
        fatal_steps.FatalSteps(Path(path), int(times), only).install()
        tournament_messages.LOOK_SECONDS, tournament_messages.EDIT_SECONDS = 0.5, 0.05
        tournament_messages.UNPOSTED_SECONDS = 2.0
    if os.environ.pop("TEST_NEWER", ""):
        vars(bot.app).update(FEATURES=newer_version.NEWER)
    slowness = float(os.environ.pop("TEST_SLOWNESS", "1"))
    lease_times = LeaseTimes(*(slowness * seconds for seconds in astuple(LeaseTimes())))
    vars(bot.sharding.sharing).update(
        ShardLeases=partial(ShardLeases, times=lease_times),
        _STATEMENT_SECONDS=round(slowness * bot.sharding.sharing._STATEMENT_SECONDS),
    )
    vars(bot.app).update(Times=lambda: Times(UnixTime(wall=lambda: time.time() + skew)))
    ai.pool.process.START_METHOD = child_process.START_METHOD = FORKING
    vars(bot.app).update(players=lambda engines: quick_players.PLAYERS)
    bot.__main__.main()
