"""The real bot in its own process, connected to a sandbox."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from sandbox import Sandbox


@asynccontextmanager
async def running_bot(
    sandbox: Sandbox, folder: Path, within: float = 30.0, **environment: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run ``python -m bot`` on ``sandbox``, its database and log in ``folder``; stop it in the end."""
    settings = {
        "DISCORD_TOKEN": sandbox.token,
        "DISCORD_API_BASE": sandbox.api_base,
        "DATABASE_URL": f"sqlite:///{folder / 'daeguk.db'}",
        "LOG_LEVEL": "INFO",
    }
    with (folder / "bot.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", env={**os.environ, **settings, **environment}, stderr=log, stdout=log
        )
        try:
            async with asyncio.timeout(within):
                await sandbox.bot_online()
            yield process
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGTERM)
            try:
                await asyncio.wait_for(process.wait(), 15)
            except TimeoutError:
                process.kill()
                await process.wait()


@asynccontextmanager
async def warm_bot(folder: Path) -> AsyncIterator[tuple[Sandbox, asyncio.subprocess.Process, int]]:
    """Run a sandbox and a bot with two workers that have every kernel; with the port of its metrics."""
    port = free_port()
    async with (
        Sandbox.running(folder / "sandbox") as sandbox,
        running_bot(sandbox, folder, LOG_LEVEL="WARNING", METRICS_PORT=str(port), AI_WORKERS="2") as process,
    ):
        await until_warm(port)
        yield sandbox, process, port


async def until_warm(port: int, within: float = 900.0) -> None:
    """Wait until every worker has every kernel, by the bot's metrics."""
    async with asyncio.timeout(within):
        while await metric(port, "daeguk_ai_missing_kernels"):  # noqa: ASYNC110  the bot has no event for it
            await asyncio.sleep(0.05)


def free_port() -> int:
    """Return a port that is free at this moment."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


async def failures(port: int) -> float:
    """Count failed searches and moves without an engine, by the bot's metrics."""
    return await metric(port, "daeguk_ai_failures_total", "daeguk_ai_last_resorts_total")


async def metric(port: int, *names: str) -> float:
    """Sum the samples of some of the bot's metrics."""
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
        families = text_string_to_metric_families(await answer.text())
    counted = [sample for family in families for sample in family.samples]
    return sum(sample.value for sample in counted if sample.name in names)
