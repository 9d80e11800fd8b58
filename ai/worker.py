"""What runs inside a worker process: start reading at `serve`.

The bot's process imports this module too (for the messages), so nothing heavy is imported here: the
engines, and numba with them, come in with the first `Warm` or `Choose`.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing import connection
from queue import SimpleQueue
from typing import TypeAlias

import ai.base
from ai import stopping
from ai.base import AiError, Choice, Chooser, Limit
from games.base import Move, Record, RuleError

_PR_SET_PDEATHSIG = 1
_ONE_THREAD = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True)
class Players:
    """The computer players a worker hosts: functions importable by name. Tests bring their own."""

    choose: Chooser = ai.base.choose
    warm_up: Callable[[str], None] = ai.base.warm_up
    limits: Callable[[str], Mapping[str, Limit]] = ai.base.limits


@dataclass(frozen=True)
class Setup:
    """How a worker process is set up: its players, its niceness, the bytes of address space it may use."""

    players: Players = Players()
    niceness: int = 10
    memory: int | None = None


@dataclass(frozen=True, slots=True)
class Warm:
    """Asks a worker to make a game's engine ready."""

    slug: str


@dataclass(frozen=True, slots=True)
class Choose:
    """Asks a worker for a move."""

    record: Record
    level: str
    limit: Limit | None


@dataclass(frozen=True, slots=True)
class Hurry:
    """Asks a worker to answer its present task with what it has found so far."""


Task = Warm | Choose


@dataclass(frozen=True, slots=True)
class Hello:
    """The first thing a worker says, once it is set up."""

    pid: int


@dataclass(frozen=True, slots=True)
class Done:
    """A task's result; None for a warm-up."""

    choice: Choice | None


@dataclass(frozen=True, slots=True)
class Refused:
    """The task itself was wrong: an unknown level, a finished match, an illegal record."""

    error: AiError | RuleError


@dataclass(frozen=True, slots=True)
class Broke:
    """The player raised: what, and where. Sent as text, since not every exception survives pickling."""

    kind: str
    trace: str


Answer = Hello | Done | Refused | Broke
Pipe: TypeAlias = "connection.Connection[Answer, Task | Hurry]"


def serve(pipe: Pipe, setup: Setup) -> None:
    """Answer tasks from ``pipe``, one after another, until it is closed."""
    _settle(setup)
    tasks: SimpleQueue[Task | None] = SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, tasks), daemon=True).start()
    pipe.send(Hello(os.getpid()))
    while (task := tasks.get()) is not None:
        pipe.send(_answer(task, setup.players))


def _listen(pipe: Pipe, tasks: SimpleQueue[Task | None]) -> None:
    """Hear what is asked, in a thread of its own: a search may be told to hurry while it goes on."""
    try:
        while True:
            asked = pipe.recv()
            if isinstance(asked, Hurry):
                stopping.hurry()
            else:
                stopping.begin()  # one task at a time is asked for: the one before has been answered
                tasks.put(asked)
    except EOFError:
        pass
    finally:
        tasks.put(None)


def _answer(task: Task, players: Players) -> Answer:
    try:
        if isinstance(task, Warm):
            players.warm_up(task.slug)
            return Done(None)
        return Done(_plain(players.choose(task.record, task.level, task.limit)))
    except (AiError, RuleError) as error:
        return Refused(error)
    except Exception as error:
        return Broke(type(error).__name__, traceback.format_exc())


def _plain(choice: Choice) -> Choice:
    # A numpy scalar that slipped into a choice would pull numpy into the bot's process on unpickling.
    return Choice(
        Move(str(choice.move)),
        float(choice.score),
        int(choice.depth),
        int(choice.nodes),
        tuple(Move(str(move)) for move in choice.line),
        bool(choice.proven),
        None if choice.plies is None else int(choice.plies),
        bool(choice.resigns),
    )


def _settle(setup: Setup) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C belongs to the bot, which ends us in order
    _die_with_parent()
    for name in _ONE_THREAD:
        os.environ.setdefault(name, "1")
    if hasattr(os, "nice"):
        os.nice(setup.niceness)  # the bot's event loop is always served first
    if setup.memory is not None:
        _limit_memory(setup.memory)


def _die_with_parent() -> None:
    """End this process when the bot's ends, however it ends and whatever is being searched here.

    The thread works everywhere, because kernels run without the GIL. Linux's own signal also ends a
    worker that is stopped; it is bound to the thread that started us, which lives until we are gone.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_after, args=(parent.sentinel,), daemon=True).start()
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _exit_after(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)


def _limit_memory(size: int) -> None:
    with contextlib.suppress(ImportError):  # not on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))
