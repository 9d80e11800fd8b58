"""From start to ready, the engines' warm-up, and the memory of every process.

Start reading at `rows`. The bot is a process of its own, connected to a sandbox in this one.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench import Row
from bench.bot_process import children, memory, running_bot, until_warm
from sandbox import Sandbox

ROUNDS = 5


def rows() -> Iterator[Row]:
    """Start-up times and memory."""
    yield from asyncio.run(_measure())


async def _measure() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cold_ready, cold_warm, _ = await _start(folder, folder / "cache")
        starts = [await _start(folder, folder / "cache") for _ in range(ROUNDS)]
    ready, warm, sizes = zip(*starts, strict=True)
    return [
        Row("first start to ready (makes the database)", cold_ready, "s", "3"),
        Row("start to ready", statistics.median(ready), "s", "3"),
        Row("start to warm engines, first time (compiles)", cold_warm, "s", ""),
        Row("start to warm engines, cached", statistics.median(warm), "s", ""),
        Row("memory of the bot's process", statistics.median(size[0] for size in sizes), "MB", ""),
        Row("memory of a worker, warm", statistics.median(max(size[1:]) for size in sizes), "MB", "300"),
    ]


async def _start(folder: Path, cache: Path) -> tuple[float, float, list[float]]:
    """Seconds to ready, seconds to warm, and the memory of the bot and each worker."""
    async with Sandbox.running() as sandbox:
        began = time.perf_counter()
        async with running_bot(sandbox, folder, XDG_CACHE_HOME=str(cache)) as process:
            ready = time.perf_counter() - began
            await until_warm(sandbox)
            warm = time.perf_counter() - began
            return ready, warm, [memory(pid) for pid in (process.pid, *children(process.pid))]
