"""Computer players that go wrong as a test orders it, imported by the pool's workers.

``FAULTY_PLAYERS`` names a folder; a file in it named after a fault makes every player fail so.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Mapping
from pathlib import Path

import ai.base
from ai.base import Choice, Limit
from ai.worker import Players, Setup
from games import replay
from games.base import Record

FOLDER = Path(os.environ["FAULTY_PLAYERS"])
MEMORY = 2 << 30  # bytes of address space that a worker may have


def _hang() -> None:
    while True:
        pass


def _fail() -> None:
    raise ZeroDivisionError("a player's mistake")


FAULTS: Mapping[str, Callable[[], object]] = {
    "out-of-memory": lambda: bytearray(2 * MEMORY),
    "raises": _fail,
    "hangs": _hang,
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
}


def choose(record: Record, level: str, limit: Limit | None) -> Choice:
    """The first legal move, unless something else is ordered."""
    for name, fault in FAULTS.items():
        if (FOLDER / name).exists():
            (FOLDER / f"done-{os.getpid()}").touch()
            fault()
    move = replay(record).legal_moves()[0]
    return Choice(move, 0.0, 1, 1, (move,))


def warm_up(slug: str) -> None:
    """Nothing to make ready."""


SETUP = Setup(Players(choose, warm_up, ai.base.limits), memory=MEMORY)
