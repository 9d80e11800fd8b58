"""The functions that Dask workers run. The bot sends their names, so both sides need the same program."""

from __future__ import annotations

import asyncio
import hashlib
import os
from functools import cache
from pathlib import Path
from typing import Any

from ai import interrupt, worker
from ai.worker import Answer, Players, Task

_ROOT = Path(__file__).parents[2]
_PACKAGES = ("ai", "games")
_NOT_INSTALLED = {"train", "solve", "make", "proof"}
"""Folders of what only developers run. Only a checkout has them; a wheel is the same program."""
_limited = False


@cache
def program() -> str:
    """Name this version of the engines and rules by a hash of their sources and of the sizes of data."""
    sources = hashlib.sha256()
    for package in _PACKAGES:
        for path in sorted((_ROOT / package).rglob("*")):
            name = path.relative_to(_ROOT)
            if not path.is_file() or path.suffix == ".pyc" or _NOT_INSTALLED.intersection(name.parts):
                continue
            content = path.read_bytes() if path.suffix == ".py" else b"%d" % path.stat().st_size
            sources.update(b"%s\0%d\0" % (str(name).encode(), len(content)))
            sources.update(content)
    return sources.hexdigest()[:16]


def prepare(niceness: int, memory: int | None) -> None:
    """Limit this process as `ai.worker` limits a local one, the first time it is called."""
    global _limited  # noqa: PLW0603
    if not _limited:
        _limited = True
        worker.limit(niceness, memory)


def hello(niceness: int, memory: int | None, dask_worker: Any = None) -> tuple[int, str, bool]:
    """Prepare this process. Return its id, its `program`, and whether a nanny can start it again."""
    prepare(niceness, memory)
    return os.getpid(), program(), dask_worker is not None and bool(dask_worker.nanny)


async def answer(task: Task, players: Players, dask_worker: Any = None) -> Answer:
    """Answer a task in the Dask worker's thread for tasks, so that an interrupt can arrive meanwhile."""
    interrupt.clear()  # the bot sends a task only after the answer to the last one
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(dask_worker.executors["default"], worker.answer, task, players)


def interrupt_search() -> None:
    """Make the present task answer early. It runs in another thread than the task."""
    interrupt.request()
