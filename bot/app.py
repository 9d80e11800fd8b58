"""Wires the parts of the bot together and runs them until it is told to stop.

Start reading at `run`.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys

import aiohttp
import discord
import structlog
from prometheus_client import start_http_server
from pydantic import ValidationError

from ai.pool import Pool, WarmUp
from bot.allocator import keep_flat
from bot.client import Daeguk
from bot.config import Config
from bot.logs import set_up
from bot.match.events import MatchEvents
from bot.tasks import Tasks
from bot.texts import LANGUAGES, texts
from data.database import open_database
from data.errors import StoreError
from games import GAMES

log = structlog.get_logger(__name__)

_SWITCH_SECONDS = 0.0005


def main() -> None:
    """Read the settings and run; every foreseeable failure is one sentence and exit code 1."""
    try:
        config = Config()  # type: ignore[call-arg]  # from the environment
    except ValidationError as error:
        fields = ", ".join(str(problem["loc"][0]).upper() for problem in error.errors())
        sys.exit(f"Settings missing or wrong: {fields}. See .env.example.")
    set_up(config)
    keep_flat()
    _serve_metrics(config)
    try:
        asyncio.run(run(config))
    except StoreError as error:
        sys.exit(str(error))
    except discord.LoginFailure:
        sys.exit("Discord refused the token: check DISCORD_TOKEN.")
    except (aiohttp.ClientError, discord.HTTPException) as error:
        sys.exit(f"Discord cannot be reached at {config.discord_api_base}: {error}.")
    except KeyboardInterrupt:
        pass


def _serve_metrics(config: Config) -> None:
    if config.metrics_port is None:
        return
    try:
        start_http_server(config.metrics_port, addr="127.0.0.1")
    except OSError as error:
        sys.exit(f"METRICS_PORT {config.metrics_port} cannot be used: {error.strerror}.")


async def run(config: Config) -> None:
    """Open the store, start the workers, connect; close all three in reverse when asked to stop."""
    discord.http.Route.BASE = config.discord_api_base
    # The database's and the drawing threads wait for the interpreter's lock: 5 ms at a time by default.
    sys.setswitchinterval(_SWITCH_SECONDS)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    reports: asyncio.Queue[WarmUp] = asyncio.Queue()
    async with contextlib.AsyncExitStack() as parts:
        database = await parts.enter_async_context(await open_database(config.database_url))
        pool = Pool(workers=config.ai_workers, slugs=tuple(GAMES), on_progress=reports.put_nowait)
        parts.push_async_callback(pool.close)
        events = MatchEvents()
        database.matches.publish = events.publish
        client = await parts.enter_async_context(
            Daeguk(database, pool, events, 60.0 * config.challenge_minutes)
        )
        await pool.start()
        await _serve(client, config, stop, reports)


async def _serve(client: Daeguk, config: Config, stop: asyncio.Event, reports: asyncio.Queue[WarmUp]) -> None:
    works = {
        asyncio.create_task(client.start(config.discord_token.get_secret_value()), name="discord"),
        asyncio.create_task(stop.wait(), name="stop"),
    }
    side = Tasks()
    side.run(client.begin_service())
    side.run(_show_warm_up(client, reports, config.ai_workers * len(GAMES)))
    done, pending = await asyncio.wait(works, return_when=asyncio.FIRST_COMPLETED)
    log.info("stopping")
    await side.close()
    for task in pending:
        task.cancel()
    # While it looks for a gateway that is gone discord.py takes no cancellation; closed, it ends by itself.
    await client.close()
    await asyncio.gather(*pending, return_exceptions=True)
    for task in done:
        with contextlib.suppress(asyncio.CancelledError):
            task.result()


async def _show_warm_up(client: Daeguk, reports: asyncio.Queue[WarmUp], total: int) -> None:
    """Show the engines' warm-up under the bot's name; the log has every step."""
    await client.set_activity(_activity("⏳", "presence.warming", done=0, total=total))
    while True:
        report = await reports.get()
        while not reports.empty():
            report = reports.get_nowait()
        if report.done < report.total:
            told = _activity("⏳", "presence.warming", done=report.done, total=report.total)
        else:
            told = _activity("🎲", "presence.ready")
        await client.set_activity(told)


def _activity(symbol: str, key: str, **arguments: int) -> str:
    """A line under the bot's name, which everyone reads: in every language at once."""
    return f"{symbol} " + " · ".join(texts(language).plain(key, **arguments) for language in LANGUAGES)
