"""Workers that are forked from a server which has imported what they need.

A spawned worker takes 0.12 s of processor time before its first line, and nearly all of it are imports.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from multiprocessing import forkserver
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest  # each worker imports this module, and pytest takes long to import

_CONTEXT = multiprocessing.get_context("forkserver")
_SERVER = forkserver.ForkServer()
"""Apart from the one that the bot's tests use, which has imported other modules."""
_SERVER.set_forkserver_preload(["ai.worker", "tests.ai.forked"])


def fork_workers(patch: pytest.MonkeyPatch) -> None:
    """Have the pool's own workers forked instead of spawned: a sixth of the processor time."""
    patch.setattr(forkserver, "connect_to_new_process", _SERVER.connect_to_new_process)
    patch.setattr("ai.pool.process.START_METHOD", _Forking())


class _Forking:
    """What a pool needs of a start method."""

    Pipe = staticmethod(_CONTEXT.Pipe)

    @staticmethod
    def Process(  # noqa: N802  multiprocessing's name
        target: Callable[..., None], args: tuple[Any, ...], **options: Any
    ) -> multiprocessing.process.BaseProcess:
        """Make a process with the environment of this one; a server keeps that of its start."""
        arguments = (_Environment(dict(os.environ)), target, *args)
        return _CONTEXT.Process(target=_run, args=arguments, **options)


class _Environment:
    """Variables that a process has before it unpickles its other arguments, which imports their modules."""

    def __init__(self, variables: dict[str, str]) -> None:
        self._variables = variables

    def __reduce__(self) -> tuple[Callable[..., None], tuple[dict[str, str]]]:
        return _set_environment, (self._variables,)


def _set_environment(variables: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(variables)


def _run(_: None, target: Callable[..., None], *arguments: Any) -> None:
    target(*arguments)
