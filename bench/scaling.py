"""The same people served by one, two and three bot processes on one PostgreSQL server, and what each costs.

The people and Discord are simulated in this process, on the same cores as everything else; so on two cores
this shows what sharing costs, not how far it scales.
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, create_engine, make_url, text
from sqlalchemy.pool import NullPool

from bench import Row
from bench.bot_process import free_port, metric, running_bot, until_warm
from bench.interactions import percentiles
from bench.people import ARRIVING, READING, Crowd, Evening
from bench.processes import children, descendants, processor_seconds
from data.engine.address import parse_url
from sandbox import Fault, Sandbox, Sharding
from tests import postgresql

BY_NAME_ONLY = "some minutes, and PostgreSQL"
COUNTS = (1, 2, 3)
SHARDS = 6
RATE = 30
"""Presses a second that the people are enough for."""
SECONDS = 40.0
_SETTLING = ARRIVING + 10.0
_THINKING = (0.0, 2.0)
_REST_SECONDS = 0.05
_ALWAYS = 1 << 60
_OWNERS = text("SELECT count(DISTINCT owner), count(owner) FROM shard_leases")
_CONNECTIONS = text("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'daeguk'")
_COMMITS = text("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()")


@dataclass(frozen=True, slots=True)
class Spent:
    """What was used until now."""

    bots: float
    """Processor seconds of the bots' processes."""
    helpers: float
    """Of the processes that draw and search."""
    database: float
    """Of PostgreSQL's."""
    commits: int

    def since(self, before: Spent) -> Spent:
        """What was used between two moments."""
        return Spent(
            self.bots - before.bots,
            self.helpers - before.helpers,
            self.database - before.database,
            self.commits - before.commits,
        )


class Server:
    """A database on a PostgreSQL server of this machine."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._engine: Engine = create_engine(parse_url(address), poolclass=NullPool)
        home = Path(str(make_url(address).query["host"]))
        self._pid = int((home / "data/postmaster.pid").read_text().split()[0])

    def numbers(self, query: object) -> tuple[int, ...]:
        """The first row of a query."""
        with self._engine.connect() as connection:
            return tuple(connection.execute(query).one())  # type: ignore[call-overload]

    def spent(self, bots: list[int]) -> Spent:
        """What the bots with these process numbers and the database have used."""
        helpers = [child for bot in bots for child in children(bot)]
        (commits,) = self.numbers(_COMMITS)
        return Spent(
            bots=sum(map(_used, bots)),
            helpers=sum(map(_used, helpers)),
            database=sum(map(_used, descendants(self._pid))),
            commits=commits,
        )

    async def shared(self, count: int) -> None:
        """Wait until so many processes share all shards."""
        async with asyncio.timeout(120):
            while self.numbers(_OWNERS) != (count, SHARDS):  # noqa: ASYNC110 - the bots only store it
                await asyncio.sleep(0.5)


def _used(pid: int) -> float:
    """The processor seconds of a process; 0 if it has just ended."""
    with contextlib.suppress(OSError):
        return processor_seconds(pid)
    return 0.0


def rows() -> Iterator[Row]:
    """Measure one, two and three processes, each with a new database."""
    with postgresql.server() as server:
        for count in COUNTS:
            with postgresql.database(server) as address:
                yield from asyncio.run(measure(count, Server(address)))


async def measure(count: int, server: Server) -> list[Row]:
    """Let people play on so many processes."""
    matches = round(RATE * (READING + statistics.fmean(_THINKING)))
    crowd = Crowd(pairs=matches - matches // 10, alone=matches // 10, thinking=_THINKING)
    with tempfile.TemporaryDirectory() as name:
        async with bots(count, Path(name), server) as (sandbox, pids):
            sandbox.faults.add(Fault(times=_ALWAYS, delay=_REST_SECONDS))
            evening = Evening(sandbox, _SETTLING + SECONDS, crowd)
            playing = asyncio.create_task(evening.play())
            await asyncio.sleep(_SETTLING)
            evening.forget()
            before = server.spent(pids)
            await playing
            spent, (connections,) = server.spent(pids).since(before), server.numbers(_CONNECTIONS)
    return list(_rows(count, evening, spent, connections))


@contextlib.asynccontextmanager
async def bots(count: int, folder: Path, server: Server) -> AsyncIterator[tuple[Sandbox, list[int]]]:
    """So many warm bots that share the shards, by their process numbers."""
    async with contextlib.AsyncExitStack() as parts:
        sharding = Sharding(SHARDS, SHARDS)
        sandbox = await parts.enter_async_context(Sandbox.running(folder / "sandbox", sharding=sharding))
        pids = []
        for number in range(count):
            (place := folder / str(number)).mkdir()
            port = free_port()
            process = await parts.enter_async_context(
                running_bot(
                    sandbox,
                    place,
                    DATABASE_URL=server.address,
                    SHARDS=str(SHARDS),
                    METRICS_PORT=str(port),
                    AI_WORKERS="1",
                    LOG_LEVEL="WARNING",
                )
            )
            pids.append(process.pid)
            await until_served(port)
            await until_warm(port)
            await server.shared(number + 1)
        yield sandbox, pids


async def until_served(port: int) -> None:
    """Wait until a bot answers on its port."""
    async with asyncio.timeout(60):
        while True:
            with contextlib.suppress(OSError):
                await metric(port)
                return
            await asyncio.sleep(0.1)


def _rows(count: int, evening: Evening, spent: Spent, connections: int) -> Iterator[Row]:
    name = f"{count} {'process' if count == 1 else 'processes'}"
    yield Row(f"{name}: interactions", evening.interactions / SECONDS, "/s", "")
    yield from percentiles("press to acknowledgement", evening.answered)
    yield from percentiles("move to the board with level 6's answer", evening.replied)
    each = 1000 / evening.interactions
    yield Row("processor time of the bots an interaction", spent.bots * each, "ms", "")
    yield Row("… of those that draw and search", spent.helpers * each, "ms", "")
    yield Row("… of PostgreSQL", spent.database * each, "ms", "")
    yield Row("transactions an interaction", spent.commits / evening.interactions, "", "")
    yield Row("connections to PostgreSQL", connections, "", "")
    yield Row("refused as busy", evening.refused, "", "0")
    yield Row("not answered in 3 s", evening.unanswered, "", "0")
