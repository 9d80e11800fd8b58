"""How much memory the bot and everything that it has started take, as Linux reports it."""

from __future__ import annotations

import contextlib
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

_PREFIX = "daeguk-"
"""What the names begin with under which the bot's own processes show themselves."""
BOT, PROGRAM, OTHER = "bot", "program", "other"
"""Kinds without such a name: the bot's process; an admin's engine, which a worker has started; the rest,
which is of Python's own."""
_PROC = Path("/proc")


def memory_by_kind(pid: int | None = None) -> dict[str, int]:
    """Bytes by kind of process: ``bot``, ``ai``, ``drawing``, ``reading``, ``program`` and ``other``.

    A page that several processes have counts in parts (PSS), so the sum is what all of them take. Empty where
    the system is not Linux. Reading it takes some milliseconds: call it in a thread.
    """
    by_kind: dict[str, int] = defaultdict(int)
    for process_id, kind in _processes(pid or os.getpid(), BOT):
        with contextlib.suppress(OSError):  # it has ended
            size = _proportional_bytes(process_id)
            by_kind[kind] += size
    return dict(by_kind)


def _processes(pid: int, kind: str) -> Iterator[tuple[int, str]]:
    """A process and all that it and its children have started, each with its kind."""
    yield pid, kind
    with contextlib.suppress(OSError):  # it has ended
        for thread in (_PROC / str(pid) / "task").iterdir():  # a child belongs to the thread that started it
            for child in (thread / "children").read_text().split():
                yield from _processes(int(child), _kind(int(child), kind))


def _kind(pid: int, parent: str) -> str:
    name = (_PROC / str(pid) / "comm").read_text().strip()
    if name.startswith(_PREFIX):
        return name.removeprefix(_PREFIX)
    return OTHER if parent in (BOT, OTHER) else PROGRAM


def _proportional_bytes(pid: int) -> int:
    for line in (_PROC / str(pid) / "smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return 1024 * int(line.split()[1])
    return 0
