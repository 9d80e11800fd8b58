"""The worker process: `serve` reads tasks from a pipe, runs them on the players, and sends the answers.

The bot's process imports this module for its messages, so it imports nothing heavy: the first task loads an
engine, and numba with it.
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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing import connection
from pathlib import Path
from queue import SimpleQueue
from typing import TypeAlias

import ai.base
from ai import interrupt
from ai.analysis import Line, Verdict
from ai.base import AiError, Analyser, Choice, Chooser, Limit
from ai.claims.claim import Claim
from ai.level import Level
from games.base import Move, Record, RuleError

NAME = "daeguk-ai"
"""A worker's name in the system's list of processes."""
NICENESS = 10
"""How much nicer a worker is than the bot, whose event loop has priority."""
_PR_SET_PDEATHSIG = 1
_ONE_THREAD = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True)
class Players:
    """The computer players of a worker: module-level functions, because they are pickled by name."""

    choose: Chooser = ai.base.choose
    warm_up: Callable[[str], None] = ai.base.warm_up
    limits: Callable[[str], Mapping[Level, Limit]] = ai.base.limits
    kernel_sets: Callable[[str], Sequence[str]] = ai.base.kernel_sets
    kernel_set: Callable[[Record, str], str] = ai.base.kernel_set
    is_compiled: Callable[[str], bool] = ai.base.is_compiled
    analyse: Analyser = ai.base.analyse


@dataclass(frozen=True)
class Setup:
    """A worker process's players, its niceness, and its address space in bytes."""

    players: Players = Players()
    niceness: int = field(default_factory=lambda: NICENESS)
    memory: int | None = None


@dataclass(frozen=True, slots=True)
class Warm:
    """Task: warm up a kernel set, unless it is ``only_compiled`` that is wanted and it is not."""

    kernel_set: str
    only_compiled: bool = False


@dataclass(frozen=True, slots=True)
class Choose:
    """Task: choose a move."""

    record: Record
    level: Level
    limit: Limit | None


@dataclass(frozen=True, slots=True)
class Analyse:
    """Task: judge the move ``played`` after ``record``; None: only find the best one."""

    record: Record
    played: Move | None
    limit: Limit


@dataclass(frozen=True, slots=True)
class Interrupt:
    """Request to end the present task early, with the best result found so far."""


Task = Warm | Choose | Analyse


@dataclass(frozen=True, slots=True)
class Ready:
    """A worker's first message, once it is set up."""

    pid: int


@dataclass(frozen=True, slots=True)
class Warmed:
    """Answer to `Warm`."""


@dataclass(frozen=True, slots=True)
class NotCompiled:
    """Answer to `Warm` with ``only_compiled``: the kernels are not in the cache."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Answer to `Choose`."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class Analysed:
    """Answer to `Analyse`."""

    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Refused:
    """The task itself is wrong: an unknown level, a finished match or an illegal record."""

    error: AiError | RuleError


@dataclass(frozen=True, slots=True)
class Broke:
    """The player raised. Sent as text, because not every exception survives pickling."""

    kind: str
    trace: str


Answer = Ready | Warmed | NotCompiled | Chosen | Analysed | Refused | Broke
Pipe: TypeAlias = "connection.Connection[Answer, Task | Interrupt]"


def serve(pipe: Pipe, setup: Setup) -> None:
    """Answer tasks from ``pipe`` one after another until it is closed."""
    _set_up(setup)
    tasks: SimpleQueue[Task | None] = SimpleQueue()
    threading.Thread(target=_receive, args=(pipe, tasks), daemon=True).start()
    pipe.send(Ready(os.getpid()))
    while (task := tasks.get()) is not None:
        pipe.send(answer(task, setup.players))
        if isinstance(task, Warm) and (kernels := sys.modules.get("ai.kernels")) is not None:
            kernels.release_compiler()


def _receive(pipe: Pipe, tasks: SimpleQueue[Task | None]) -> None:
    """Receive messages in a thread of their own, so that an interrupt reaches a running search."""
    try:
        while True:
            message = pipe.recv()
            if isinstance(message, Interrupt):
                interrupt.request()
            else:
                interrupt.clear()  # the bot sends a task only after the answer to the last one
                tasks.put(message)
    except EOFError:
        pass
    finally:
        tasks.put(None)


def answer(task: Task, players: Players) -> Answer:
    """Answer a task."""
    try:
        if isinstance(task, Warm):
            if task.only_compiled and not players.is_compiled(task.kernel_set):
                return NotCompiled()
            players.warm_up(task.kernel_set)
            return Warmed()
        if isinstance(task, Analyse):
            return Analysed(plain_verdict(players.analyse(task.record, task.played, task.limit)))
        return Chosen(plain(players.choose(task.record, task.level, task.limit)))
    except (AiError, RuleError) as error:
        return Refused(error)
    except Exception as error:
        return Broke(type(error).__name__, traceback.format_exc())


def plain(choice: Choice) -> Choice:
    """Convert numpy scalars in a choice, which would load numpy in the bot's process on unpickling."""
    return Choice(
        Move(str(choice.move)),
        float(choice.score),
        int(choice.depth),
        int(choice.nodes),
        tuple(Move(str(move)) for move in choice.line),
        bool(choice.proven),
        None if choice.plies is None else int(choice.plies),
        None if choice.resigns is None else bool(choice.resigns),
        None if choice.hesitation is None else float(choice.hesitation),
    )


def plain_verdict(verdict: Verdict) -> Verdict:
    """Convert numpy scalars in a verdict, like `plain`."""
    played = None if verdict.played is None else _plain_line(verdict.played)
    claim = None if verdict.claim is None else _plain_claim(verdict.claim)
    lost = tuple(map(float, verdict.lost))
    return replace(verdict, best=_plain_line(verdict.best), played=played, claim=claim, lost=lost)


def _plain_claim(claim: Claim) -> Claim:
    line = tuple(Move(str(move)) for move in claim.line)
    better = None if claim.better is None else Move(str(claim.better))
    return replace(claim, line=line, n=int(claim.n), better=better, had=int(claim.had))


def _plain_line(line: Line) -> Line:
    return Line(
        Move(str(line.move)),
        tuple(Move(str(move)) for move in line.moves),
        float(line.score),
        bool(line.proven),
        None if line.plies is None else int(line.plies),
        None if line.margin is None else float(line.margin),
    )


def show_name(name: str) -> None:
    """Show this process under a name of at most 15 letters in the system's list, where that is Linux."""
    with contextlib.suppress(OSError):
        Path("/proc/self/comm").write_text(name)


def _set_up(setup: Setup) -> None:
    show_name(NAME)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bot handles Ctrl-C and then ends its workers
    die_with_parent()
    limit(setup.niceness, setup.memory)


def limit(niceness: int, memory: int | None) -> None:
    """Limit this process to one thread a library, and to an address space in bytes; make it nicer."""
    for name in _ONE_THREAD:
        os.environ.setdefault(name, "1")
    if hasattr(os, "nice"):
        os.nice(niceness)
    if memory is not None:
        _limit_memory(memory)


def die_with_parent() -> None:
    """End this process when the bot's process ends, even in the middle of a search.

    The thread works on every platform, because kernels run without the GIL. Linux's signal also ends a
    stopped process; it is bound to the bot's thread that started the process, which must outlive it.
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
    with contextlib.suppress(ImportError):  # Windows has no such module
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))
