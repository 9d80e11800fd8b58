"""Computer players for the pool's tests, imported by its workers. Each level fails in its own way.

A choice reports on its worker: ``depth`` is the process id, ``score`` the seconds of the limit and ``line``
the level. The environment variable ``FAKE_PLAYERS`` names a folder through which tests control the workers.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path

from ai import interrupt
from ai.analysis import Line, Verdict
from ai.base import Choice, Limit, NoMove, NoVerdict
from ai.level import Level
from ai.worker import Players, Setup
from games import replay
from games.base import Move, Record

FOLDER = Path(os.environ["FAKE_PLAYERS"])
MOVE = Move("d3")
LEVELS = {
    "1": Limit(0.05),  # answers at once
    "3": Limit(0.05),
    "5": Limit(0.3),  # uses all of its time
    "8": Limit(1.5),
    "classic": Limit(0.05),
    "patient": Limit(60.0),  # thinks until it is interrupted
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
LIMITS = {Level(name): limit for name, limit in LEVELS.items()}


def once(name: str, times: int = 1) -> bool:
    """Return True for the first ``times`` calls of all workers together."""
    for number in range(times):
        try:
            (FOLDER / f"{name}-{number}").touch(exist_ok=False)
            return True
        except FileExistsError:
            pass
    return False


if (FOLDER / "unborn").exists() and once("import", int((FOLDER / "unborn").read_text())):
    raise ImportError("this worker cannot start")


def choose(record: Record, level: Level, limit: Limit | None) -> Choice:
    """Answer or fail as the level says."""
    limit = limit or LIMITS[level]
    failure, _, how_often = level.partition("-")
    if not how_often or once(level, 1 if how_often == "once" else int(how_often)):
        _fail(failure, limit, record)
    return Choice(MOVE, limit.seconds, os.getpid(), 1, (Move(level),))


def analyse(record: Record, played: Move | None, limit: Limit | None) -> Verdict:
    """Answer or fail as the move says; the score is 1 if it was not interrupted, the plies the process id."""
    with (FOLDER / "analysed").open("a") as log:
        log.write(f"{played}\n")
    if played == "die" or (played == "die-once" and once("die-once")):
        os.kill(os.getpid(), signal.SIGKILL)
    if played == "unjudged":
        raise NoVerdict("not judged")
    while played == "patient" and not interrupt.requested() and not (FOLDER / "enough").exists():
        time.sleep(0.01)
    return Verdict(Line(MOVE, (MOVE,), -1.0 if interrupt.requested() else 1.0, plies=os.getpid()))


def _fail(failure: str, limit: Limit, record: Record) -> None:
    if failure == "hang":
        while True:
            time.sleep(60.0)
    elif failure == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    elif failure == "exit":
        os._exit(0)
    elif failure == "raise":
        raise ZeroDivisionError("an error of the player")
    elif failure == "unpicklable":
        raise type("Local", (Exception,), {})
    elif failure == "memory":
        raise MemoryError
    elif failure == "eat":
        bytearray(4 << 30)
    elif failure == "over":
        raise NoMove("the match is over")
    elif failure == "illegal":
        replay(Record(record.game, record.variant, (Move("a1"),)))
    elif failure == "patient":
        while not interrupt.requested():
            time.sleep(0.01)
    elif failure in ("5", "8"):
        time.sleep(limit.seconds)


def warm_up(slug: str) -> None:
    """Log which worker warms up which game, and fail if the test says so."""
    with (FOLDER / "warmed").open("a") as log:
        log.write(f"begin {slug} {os.getpid()}\n")
    if (FOLDER / f"cold-{slug}").exists():
        raise RuntimeError("does not compile")
    while (FOLDER / f"slow-{slug}").exists() and not (FOLDER / f"compiled-{slug}").exists():
        time.sleep(0.01)
    time.sleep(0.1)
    if (FOLDER / f"compiled-{slug}").exists() and (FOLDER / f"heavy-{slug}").exists():
        time.sleep(float((FOLDER / f"heavy-{slug}").read_text()))
    (FOLDER / f"compiled-{slug}").touch()
    with (FOLDER / "warmed").open("a") as log:
        log.write(f"end {slug} {os.getpid()}\n")


def limits(slug: str) -> dict[Level, Limit]:
    """Return the levels above for every game."""
    return LIMITS


def kernel_sets(slug: str) -> tuple[str, ...]:
    """Return one kernel set for each game."""
    return (slug,)


def kernel_set(record: Record, level: str) -> str:
    """Return the game's kernel set for every level."""
    return record.game


def is_compiled(slug: str) -> bool:
    """Whether a worker has warmed up the game before."""
    return (FOLDER / f"compiled-{slug}").exists()


SETUP = Setup(Players(choose, warm_up, limits, kernel_sets, kernel_set, is_compiled, analyse))


async def run_bot() -> None:
    """Run a bot whose workers are searching when it is killed."""
    from ai.pool import Pool

    async with Pool(2, ["othello"], setup=SETUP) as pool:
        await pool.ready()
        jobs = [pool.submit(Record("othello", "8x8"), "hang", limit=Limit(60.0))]
        print(*pool.pids, flush=True)  # noqa: T201
        await asyncio.gather(*jobs)
