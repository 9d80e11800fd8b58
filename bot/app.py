"""Opens the store, starts the workers and the client, and closes them in reverse. Start reading at `run`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import platform
import signal
import sys
from collections.abc import Collection

import aiohttp
import discord
import structlog

from ai.external.players import players
from ai.kernel_cache import cache_warning
from ai.pool import Pool, Setup, WarmUp
from bot.allocator import limit_heap_fragmentation
from bot.client import Daeguk
from bot.collector import spare_what_stays
from bot.config import Config, forget_secrets
from bot.config_problems import ConfigWrong, idle_settings, load_config, refuse, unknown_names
from bot.features import FEATURES
from bot.icons import Icon
from bot.logs import set_up_logging
from bot.match.engines import begin_asking, configure
from bot.match.events import MatchEvents
from bot.match.readable import check_match
from bot.messages.pictures import PROCESSES, DrawingProcesses, Pictures
from bot.metrics import BUILD
from bot.monitor import AddressRefused, Monitor
from bot.only_bot import only_bot
from bot.service_manager import ServiceManager
from bot.sharding.bot_account import BotAccount, with_starts
from bot.sharding.keeper import ShardKeeper
from bot.sharding.sharing import Sharing
from bot.tasks import Tasks
from bot.texts import LANGUAGES, texts
from bot.times import Times
from daeguk.installation import revision, version
from data.engine.usable import check_usable
from data.errors import DatabaseRefused, StoreError, StoreReadOnly
from data.leases.ownership import SOLE_OWNER
from data.store import Store, open_store
from games import GAMES

log = structlog.get_logger(__name__)

_SWITCH_SECONDS = 0.0005  # for which a thread keeps the lock of the interpreter
_TOKEN_REFUSED = 4004  # of Discord's gateway: "authentication failed"
_REFUSALS: dict[type[Exception], str] = {
    discord.LoginFailure: "Discord refused the token: check DISCORD_TOKEN.",
    discord.PrivilegedIntentsRequired: (
        "Discord does not let the bot read messages: switch on Message Content Intent on the page Bot of the "
        "developer portal, or unset READ_MESSAGES."
    ),
}
"""What Discord refuses until a person mends it."""
LEAVE_SECONDS = 30.0
"""How long a process that is to stop waits for others to take over one more of its shards."""


class FileRefused(Exception):
    """The database's file cannot be used before somebody does something about it."""


_EXPECTED = (
    FileRefused,
    StoreError,
    AddressRefused,
    discord.ConnectionClosed,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.LoginFailure,
    discord.PrivilegedIntentsRequired,
    discord.GatewayNotFound,
)
"""What ends the bot with a sentence."""


def main() -> None:
    """Read the settings and run.

    An expected failure is one sentence and an exit code: 78 (EX_CONFIG) if only a person can mend it, so that
    nobody needs to start the bot again before; otherwise 1.
    """
    config = _usable_config()
    if config.daeguk_cache_dir is not None:
        # Worker processes read it from the environment, which does not have the lines of .env.
        os.environ["DAEGUK_CACHE_DIR"] = str(config.daeguk_cache_dir)
    set_up_logging(config)
    for line in (*unknown_names(), *idle_settings(config)):
        log.warning(line)
    _introduce(config)
    if warning := cache_warning():
        log.warning(warning)
    forget_secrets()
    limit_heap_fragmentation()
    try:
        asyncio.run(run(config))
    except _EXPECTED as error:
        problem, code = _explained(error, config)
        if config.log_format == "json":  # all its lines are JSON
            log.critical(problem)
        else:
            sys.stderr.write(f"{problem}\n")
        sys.exit(code)
    except KeyboardInterrupt:
        pass


def _explained(error: Exception, config: Config) -> tuple[str, int]:
    """The sentence for what has ended the bot, and the exit code."""
    if isinstance(error, FileRefused):
        return str(error), os.EX_CONFIG
    if isinstance(error, StoreError | AddressRefused):
        return str(error), 1
    if refusal := _REFUSALS.get(type(error)):
        return refusal, os.EX_CONFIG
    if isinstance(error, discord.ConnectionClosed):
        if error.code == _TOKEN_REFUSED:
            return (
                "Discord does not accept the token anymore: set the new one in DISCORD_TOKEN.",
                os.EX_CONFIG,
            )
        return f"Discord closed the connection: {error}.", 1
    reason = error.__cause__ if isinstance(error, discord.GatewayNotFound) else error
    return f"Discord cannot be reached at {config.discord_api_base}: {reason}.", 1


def _usable_config() -> Config:
    """The settings, of which none is known to be wrong. Otherwise ends this process."""
    try:
        config = load_config()
    except ConfigWrong as error:
        refuse("\n".join((*unknown_names(), str(error))))
    wrong = [
        f"ENGINES__{engine.slug.upper()}…: the program {engine.command[0]} of the engine {engine.name} "
        "is not found."
        for engine in config.engines
        if engine.path is None
    ]
    if config.cluster is not None and (problem := config.cluster.problem()):
        wrong.append(problem)
    if wrong:
        refuse("\n".join((*unknown_names(), *wrong)))
    return config


def _introduce(config: Config) -> None:
    """Log and publish what runs here."""
    database = "SQLite" if config.database_file is not None else "PostgreSQL"
    python = platform.python_version()
    log.info(
        "starting",
        version=version(),
        revision=revision(),
        python=python,
        database=database,
        workers=config.ai_workers,
        shards=str(config.shards or "all"),
        pid=os.getpid(),
    )
    BUILD.labels(version(), revision(), python, database).set(1)


async def run(config: Config) -> None:
    """Run the bot until a signal stops it."""
    discord.http.Route.BASE = config.discord_api_base
    # The threads of the database wait for the interpreter's lock, by default 5 ms at a time.
    sys.setswitchinterval(_SWITCH_SECONDS)
    stop = _stopped_by_signal()
    configure(config.engines)
    reports: asyncio.Queue[WarmUp] = asyncio.Queue()
    async with contextlib.AsyncExitStack() as parts:
        monitor = await _monitor(config, parts)
        await _check_database(config)
        parts.enter_context(only_bot(config.database_file))
        # Before the database is opened, and migrated: a wrong token changes nothing.
        account = await _account(config, stop)
        if account is None:
            return
        events = MatchEvents()
        times = Times()
        sharing = await _sharing(config, account, times, parts)
        store = await open_store(
            config.database_url,
            clock=times.unix,
            ticks=times.running,
            publish=events.publish,
            check=check_match,
            options=config.server_options,
            ownership=sharing.leases if sharing else SOLE_OWNER,
        )
        monitor.store = await parts.enter_async_context(store)
        setup = Setup(players(config.engines))
        pool = Pool(
            workers=config.ai_workers,
            slugs=tuple(GAMES),
            setup=setup,
            on_progress=reports.put_nowait,
        )
        monitor.pool = pool
        parts.push_async_callback(pool.close)
        pictures = Pictures(DrawingProcesses(min(PROCESSES, config.ai_workers)))
        parts.callback(pictures.close)
        client = await parts.enter_async_context(
            _client(config, store, pool, events, pictures, times, sharing)
        )
        monitor.client = client
        keeper = None
        if sharing is not None:
            keeper = await parts.enter_async_context(sharing.keeping(client, store, events))
        await pool.start()
        if config.cluster is not None:
            from ai.cluster.watcher import Cluster  # it imports an optional dependency

            await parts.enter_async_context(Cluster(config.cluster, pool))
        begin_asking()
        await _serve(client, config, stop, reports, keeper)


def _client(
    config: Config,
    store: Store,
    pool: Pool,
    events: MatchEvents,
    pictures: Pictures,
    times: Times,
    sharing: Sharing | None,
) -> Daeguk:
    """The client, as the settings want it."""
    seconds, kept, blocked = 60.0 * config.challenge_minutes, config.kept_days, config.blocked
    reads = config.read_messages
    return Daeguk(
        store, pool, events, pictures, FEATURES, seconds, kept, times, sharing, blocked, reads_messages=reads
    )


async def _check_database(config: Config) -> None:
    """Return if the database could be used. Nothing is changed: the token may be wrong.

    Raises `FileRefused` for a file that only a person can mend, and otherwise `StoreError`.
    """
    try:
        await check_usable(config.database_url, options=config.server_options)
    except (DatabaseRefused, StoreReadOnly) as error:
        if config.database_file is None:  # a server can be out of reach, or a replica, for a while
            raise
        raise FileRefused(str(error)) from error


async def _account(config: Config, stop: asyncio.Event) -> BotAccount | None:
    """The bot's account, once Discord lets it connect; None if it is stopped before."""
    manager, background = ServiceManager(), Tasks()
    background.run(manager.report_alive())
    sessions = None if config.database_file is not None else 1  # other processes may have the other shards
    token = config.discord_token.get_secret_value()
    reading = asyncio.create_task(with_starts(token, sessions, manager.ready))
    stopped = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({reading, stopped}, return_when=asyncio.FIRST_COMPLETED)
        return reading.result() if reading.done() else None
    finally:
        reading.cancel()
        stopped.cancel()
        await background.close()


async def _sharing(
    config: Config, account: BotAccount, times: Times, parts: contextlib.AsyncExitStack
) -> Sharing | None:
    """What processes on one database share until ``parts`` are closed; None for a file, which has one."""
    if config.database_file is not None:
        return None
    return await parts.enter_async_context(
        Sharing.opened(config.database_url, account, config.shards, times.unix, config.database_direct_url)
    )


def _stopped_by_signal() -> asyncio.Event:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


async def _monitor(config: Config, parts: contextlib.AsyncExitStack) -> Monitor:
    """What answers an admin's programs until ``parts`` are closed, if the settings want that."""
    monitor = Monitor()
    if config.metrics_address is not None:
        from bot.monitor_server import serving  # the import takes a tenth of a second

        await parts.enter_async_context(serving(config.metrics_address, monitor))
    return monitor


async def _serve(
    client: Daeguk,
    config: Config,
    stop: asyncio.Event,
    reports: asyncio.Queue[WarmUp],
    keeper: ShardKeeper | None = None,
) -> None:
    """Run the client until it ends or ``stop`` is set, then close it. Raises what ended the client."""
    running = {
        asyncio.create_task(client.start(config.discord_token.get_secret_value()), name="discord"),
        asyncio.create_task(stop.wait(), name="stop"),
    }
    background = Tasks()
    manager = ServiceManager()
    background.run(manager.report_alive())
    background.run(_report_ready(client, manager, keeper))
    if keeper is not None:
        background.run(_keep_shards(client, keeper))
    background.run(client.keep_commands())
    background.run(client.keep_emojis())
    background.run(client.begin_service())
    background.run(_show_warm_up(client, reports))
    done, pending = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
    log.info("stopping")
    manager.stopping()
    # First: the loop that hands the shards over is one of the background tasks.
    if keeper is not None and stop.is_set():
        await keeper.leave(LEAVE_SECONDS)
    await background.close()
    for task in pending:
        task.cancel()
    # discord.py ignores a cancellation while it looks for a gateway that is gone; it ends once it is closed.
    await client.close()
    await asyncio.gather(*pending, return_exceptions=True)
    for task in done:
        with contextlib.suppress(asyncio.CancelledError):
            task.result()


async def _keep_shards(client: Daeguk, keeper: ShardKeeper) -> None:
    await client.is_set_up.wait()
    await keeper.run()


async def _report_ready(client: Daeguk, manager: ServiceManager, keeper: ShardKeeper | None) -> None:
    manager.status("connecting to Discord")
    await (client.wait_until_ready() if keeper is None else keeper.settled())
    spare_what_stays()
    manager.ready(f"serving {len(client.guilds)} servers on {len(client.shards)} shards")


async def _show_warm_up(client: Daeguk, reports: asyncio.Queue[WarmUp]) -> None:
    """Show under the bot's name that engines get ready, that people can play, and which engines failed."""
    shown = _activity(Icon.GETTING_READY, "presence.warming")
    await client.set_activity(shown)
    is_ready = False
    while True:
        report = await reports.get()
        is_ready = is_ready or report.error is None
        failed = _failed([slug for slug in GAMES if slug in report.failed])
        line = failed or (_activity(Icon.PLAY, "presence.ready") if is_ready else shown)
        if line != shown:
            shown = line
            await client.set_activity(shown)


def _failed(games: Collection[str]) -> str:
    """The line that names the games without an engine; empty if there are none."""
    if not games:
        return ""
    return f"{Icon.WARNING} " + " · ".join(
        reader.plain("presence.failed", games=", ".join(reader.plain(f"game.{slug}") for slug in games))
        for reader in map(texts, LANGUAGES)
    )


def _activity(symbol: str, key: str) -> str:
    """A line under the bot's name, in every language: everybody reads the same one."""
    return f"{symbol} " + " · ".join(texts(language).plain(key) for language in LANGUAGES)
