"""The times from start to ready, to the first answer and to warm engines, and the memory of every process.

The bot is a separate process, connected to a sandbox in this one. It starts with an empty database, and with
ten thousand unfinished matches (`bench.crowd`).
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench import Row
from bench.bot_process import free_port, running_bot, until_warm
from bench.crowd import MATCHES, fill, play_two
from bench.processes import children, memory, tree_memory
from sandbox import Sandbox

ROUNDS = 5
_SAMPLED_SECONDS = 0.2
FIRST_MOVE_SECONDS = 120.0  # at most, on a busy machine


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds to ready, to the first answer and to warm engines; MB of the bot and of each worker."""

    ready: float
    answered: float
    warm: float
    megabytes: list[float]
    peak: float
    """Megabytes of all processes together, at most."""
    settled: float
    """Megabytes of all processes together, in the end."""


def rows() -> Iterator[Row]:
    """Measure start-up times and memory."""
    yield from asyncio.run(_measure())


async def _measure() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "cold").mkdir()
        cold = await _first_move(folder / "cold")
        first = await _start(folder, warmed=True)
        few = [await _start(folder, warmed=True) for _ in range(ROUNDS)]
        row = Row("start to Othello's first move, nothing compiled", cold, "s", "≤ 15")
        return [row, *_of_a_start(first, few), *await _of_a_crowd(folder)]


def _of_a_start(first: Start, few: list[Start]) -> Iterator[Row]:
    yield Row("first start to ready (makes the database)", first.ready, "s", "3")
    yield Row("start to ready", middle(start.ready for start in few), "s", "3")
    yield Row("start to warm engines, first time (compiles)", first.warm, "s", "")
    yield Row("start to warm engines, cached", middle(start.warm for start in few), "s", "")
    yield Row("memory of all processes at a first start, at most", first.peak, "MB", "1000")
    yield Row("memory of all processes, warm", middle(start.settled for start in few), "MB", "700")
    yield Row("memory of the bot's process", middle(start.megabytes[0] for start in few), "MB", "")
    yield Row("memory of a worker, warm", middle(max(start.megabytes[1:]) for start in few), "MB", "300")


async def _of_a_crowd(folder: Path) -> list[Row]:
    few = [await _start(folder, warmed=False) for _ in range(ROUNDS)]
    await _crowd(folder)
    many = [await _start(folder, warmed=False) for _ in range(ROUNDS)]
    ready = middle(start.ready for start in many) - middle(start.ready for start in few)
    answered = middle(start.answered for start in many) - middle(start.answered for start in few)
    return [
        Row("start to the first match begun", middle(start.answered for start in few), "s", ""),
        Row(f"{MATCHES:,} unfinished matches: later ready by", ready, "s", "2"),
        Row("… the first match begun later by", answered, "s", "2"),
        Row("… memory of the bot's process", middle(start.megabytes[0] for start in many), "MB", ""),
    ]


def middle(values: Iterator[float]) -> float:
    """Return the median."""
    return statistics.median(values)


async def _first_move(folder: Path) -> float:
    """Seconds from a start in an empty folder to a move of level 4, which needs Othello's kernels."""
    async with Sandbox.running() as sandbox:
        began = time.perf_counter()
        async with running_bot(sandbox, folder, XDG_CACHE_HOME=str(folder / "cache")):
            bob, games = sandbox.person("Bob"), sandbox.channel("games")
            match = (await bob.command(games, "play othello", level="4", side="second")).shown
            await sandbox.until(lambda: "to move" in match.text or None, FIRST_MOVE_SECONDS)
            return time.perf_counter() - began


async def _start(folder: Path, *, warmed: bool) -> Start:
    """Start the bot and a match as soon as possible; if ``warmed``, wait until the engines are warm."""
    async with Sandbox.running() as sandbox:
        began, port = time.perf_counter(), free_port()
        cache = str(folder / "cache")
        async with running_bot(
            sandbox, folder, XDG_CACHE_HOME=cache, METRICS_PORT=str(port), AI_WORKERS="2"
        ) as process:
            watch = asyncio.create_task(_peak(process.pid, peaks := [0.0]))
            ready = time.perf_counter() - began
            await sandbox.person("Bob").command(sandbox.channel("games"), "play othello", level="1")
            answered = time.perf_counter() - began
            if warmed:
                await until_warm(port)
            warm = time.perf_counter() - began
            megabytes = [memory(pid) for pid in (process.pid, *children(process.pid))]
            watch.cancel()
            return Start(ready, answered, warm, megabytes, max(peaks), tree_memory(process.pid))


async def _peak(pid: int, seen: list[float]) -> None:
    """Note the memory of all processes for as long as this runs."""
    while True:
        seen.append(tree_memory(pid))
        await asyncio.sleep(_SAMPLED_SECONDS)


async def _crowd(folder: Path) -> None:
    """Replace the bot's database by one with the unfinished matches."""
    (folder / "daeguk.db").unlink()
    async with Sandbox.running() as sandbox, running_bot(sandbox, folder):
        await play_two(sandbox)
    fill(folder / "daeguk.db")
