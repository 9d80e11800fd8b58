"""Computer players for the pool's tests, imported by its workers: each level misbehaves in its own way.

A worker tells on itself in its choices: ``depth`` is its process id, ``score`` the seconds it was given and
``line`` the level it was asked for. ``FAKE_PLAYERS`` names a folder through which a test talks to workers.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path

from ai import stopping
from ai.base import Choice, Limit, NoMove
from ai.worker import Players, Setup
from games import replay
from games.base import Move, Record

FOLDER = Path(os.environ["FAKE_PLAYERS"])
MOVE = Move("d3")
LIMITS = {
    "1": Limit(0.05),  # answers at once
    "3": Limit(0.05),
    "5": Limit(0.3),  # thinks for all of its time
    "8": Limit(1.5),
    "classic": Limit(0.05),
    "patient": Limit(60.0),  # thinks until it is told to hurry
    "hang": Limit(0.3),
    "hang-once": Limit(0.3),
    "hang-9": Limit(0.3),
    "die": Limit(0.3),
    "die-once": Limit(0.3),
    "exit": Limit(0.3),
    "raise": Limit(0.3),
    "memory": Limit(0.3),
    "eat": Limit(0.3),
    "over": Limit(0.3),
    "illegal": Limit(0.3),
    "unpicklable": Limit(0.3),
}


def once(name: str, times: int = 1) -> bool:
    """True for the first ``times`` calls of all workers together."""
    for number in range(times):
        try:
            (FOLDER / f"{name}-{number}").touch(exist_ok=False)
            return True
        except FileExistsError:
            pass
    return False


if (FOLDER / "unborn").exists() and once("import", int((FOLDER / "unborn").read_text())):
    raise ImportError("this worker cannot start")


def choose(record: Record, level: str, limit: Limit | None) -> Choice:
    """Answer, or not, as the level says."""
    limit = limit or LIMITS[level]
    misdeed, _, how_often = level.partition("-")
    if not how_often or once(level, 1 if how_often == "once" else int(how_often)):
        _misbehave(misdeed, limit, record)
    return Choice(MOVE, limit.seconds, os.getpid(), 1, (Move(level),))


def _misbehave(misdeed: str, limit: Limit, record: Record) -> None:
    if misdeed == "hang":
        while True:
            pass
    elif misdeed == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    elif misdeed == "exit":
        os._exit(0)
    elif misdeed == "raise":
        raise ZeroDivisionError("a player's mistake")
    elif misdeed == "unpicklable":
        raise type("Local", (Exception,), {})
    elif misdeed == "memory":
        raise MemoryError
    elif misdeed == "eat":
        bytearray(4 << 30)
    elif misdeed == "over":
        raise NoMove("the match is over")
    elif misdeed == "illegal":
        replay(Record(record.game, record.variant, (Move("a1"),)))
    elif misdeed == "patient":
        while not stopping.hurried():
            time.sleep(0.01)
    elif misdeed in ("5", "8"):
        time.sleep(limit.seconds)


def warm_up(slug: str) -> None:
    """Note who warms what; fail where the test says so."""
    with (FOLDER / "warmed").open("a") as log:
        log.write(f"begin {slug} {os.getpid()}\n")
    if (FOLDER / f"cold-{slug}").exists():
        raise RuntimeError("does not compile")
    time.sleep(0.1)
    with (FOLDER / "warmed").open("a") as log:
        log.write(f"end {slug} {os.getpid()}\n")


def limits(slug: str) -> dict[str, Limit]:
    """The levels above, for every game."""
    return LIMITS


SETUP = Setup(Players(choose, warm_up, limits))


async def run_bot() -> None:
    """A bot whose workers search when it is killed."""
    from ai.pool import Pool

    async with Pool(2, ["othello"], setup=SETUP) as pool:
        await pool.ready()
        jobs = [pool.submit(Record("othello", "8x8"), "hang", limit=Limit(60.0))]
        print(*pool.pids, flush=True)  # noqa: T201
        await asyncio.gather(*jobs)
