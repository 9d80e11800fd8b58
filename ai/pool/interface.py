"""What the pool asks of a worker, wherever it runs: `Worker`. `ai.pool.process` has one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ai.analysis import Verdict
from ai.base import AiError, Choice
from ai.worker import (
    Analyse,
    Analysed,
    Answer,
    Broke,
    Choose,
    Chosen,
    NotCompiled,
    Refused,
    Setup,
    Warm,
    Warmed,
)


class Failed(AiError):
    """A worker failed at its task; ``kind``: ``deadline``, ``died``, ``protocol`` or an exception's name.

    An analysis that no worker can take fails with ``no-worker``.
    """

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}" if self.detail else self.kind


class PoolClosed(AiError):
    """The pool is closed and answers no more requests."""


class Worker(Protocol):
    """A worker of a slot. Await `started`, then give it one task at a time. It is not started again."""

    @property
    def pid(self) -> int | None:
        """The id of the worker's process; None before it is started."""

    @property
    def alive(self) -> bool:
        """False once the worker is killed or found dead."""

    @property
    def ended(self) -> bool:
        """True once nothing of the worker is left to wait for."""

    @property
    def end(self) -> str:
        """How the worker has ended, for the log; empty before, and if that is not known."""

    async def started(self) -> None:
        """Wait until the worker is ready. Raises `Failed`."""

    async def warm_up(self, task: Warm, seconds: float) -> bool:
        """Warm up a kernel set within ``seconds``; false if it is not compiled. Raises like `choose`."""

    async def choose(self, task: Choose, seconds: float) -> Choice:
        """Choose a move; the worker is killed after ``seconds``.

        Raises `Failed`, or the `AiError` or `RuleError` with which the player refuses the task.
        """

    async def analyse(self, task: Analyse, seconds: float) -> Verdict:
        """Judge a move; the worker is killed after ``seconds``. Raises like `choose`."""

    def interrupt(self) -> None:
        """Make the present task answer early with the best result found so far."""

    def kill(self) -> None:
        """End the worker at once. `ended` follows."""


StartWorker = Callable[[Setup, Callable[[], None]], Worker]
"""Starts a worker. Its second argument is called in the event loop when `alive` or `ended` changes."""


def warmed(answer: Answer) -> bool:
    """Read an answer to `Warm`. Raises like `Worker.warm_up`."""
    if not isinstance(answer, Warmed | NotCompiled):
        raise failure(answer)
    return isinstance(answer, Warmed)


def chosen(answer: Answer) -> Choice:
    """Read an answer to `Choose`. Raises like `Worker.choose`."""
    if not isinstance(answer, Chosen):
        raise failure(answer)
    return answer.choice


def analysed(answer: Answer) -> Verdict:
    """Read an answer to `Analyse`. Raises like `Worker.analyse`."""
    if not isinstance(answer, Analysed):
        raise failure(answer)
    return answer.verdict


def failure(answer: Answer) -> Exception:
    """The exception for an answer that is no result."""
    if isinstance(answer, Refused):
        return answer.error
    if isinstance(answer, Broke):
        return Failed(answer.kind, answer.trace)
    return Failed("protocol", f"unexpected answer {answer!r}")


def keeps_memory(answer: Answer) -> bool:
    """Whether the worker has to end because its process keeps memory that it could not free."""
    return isinstance(answer, Broke) and answer.kind == "MemoryError"
