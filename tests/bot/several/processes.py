"""Several real bot processes on one PostgreSQL server and one sandbox. Start reading at `Processes`."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Row, create_engine, select, text

from data.engine.address import parse_url
from data.leases.tables import server_now
from data.matches.rows import board_from, match_from
from data.model.board import Board
from data.model.match import Match
from data.tables.boards import boards
from data.tables.matches import matches, moves
from data.tables.people import people
from data.tables.processes import bot_processes, shard_leases
from games.base import Move
from sandbox import Sandbox
from tests.bot.killed.prepared import PreparedBotProcess
from tests.slowness import slowness
from tests.wire import Wire

TOTAL = 6
IDLE_SECONDS = 3.0
"""After this time, people who have done nothing are notified of their turn."""
WITHIN = 180.0
"""Seconds that anything may take on an idle machine."""
STATEMENT_SECONDS = 5


class Contents(NamedTuple):
    """What the database holds."""

    matches: dict[int, Match]
    moves: list[tuple[int, int, int | None, str]]
    """Match, ply, person and text."""
    themes: dict[int, str | None]


class SharingBot(PreparedBotProcess):
    """One of several processes, which reaches the database by a wire of its own."""

    def __init__(
        self, sandbox: Sandbox, wire: Wire, shards: str, skew: float, slowness: float, *, newer: bool
    ) -> None:
        super().__init__(sandbox, Path("none"))
        self.wire = wire
        self._shards = shards
        self._skew = skew
        self._slowness = slowness
        self._newer = newer

    def settings(self) -> dict[str, str]:
        """See `BotProcess.settings`."""
        return super().settings() | {
            "DATABASE_URL": self.wire.address,
            "DATABASE_STATEMENT_SECONDS": str(round(STATEMENT_SECONDS * self._slowness)),
            "SHARDS": self._shards,
            "TEST_SKEW": str(self._skew),
            "TEST_SLOWNESS": str(self._slowness),
            "TEST_NEWER": "1" if self._newer else "",
            "TEST_IDLE": str(IDLE_SECONDS),
        }

    def signal(self, number: int) -> None:
        """Send a signal."""
        self.process.send_signal(number)


class Processes:
    """The processes, and the database as another client sees it."""

    def __init__(self, sandbox: Sandbox, address: str, folder: Path, *, is_long: bool = False) -> None:
        self.sandbox = sandbox
        self.alive = True
        """Until the people stop playing."""
        self.slowness = slowness() if is_long else 1.0
        """By which leases last longer: on a busy machine their owners would lose them again and again."""
        self.patience = WITHIN * self.slowness
        """Seconds that anything may take."""
        self._address = address
        self._folder = folder
        self._engine: Engine = create_engine(parse_url(address), pool_size=1)
        self._seen: dict[int, tuple[Row[Any], tuple[Board, ...], Match]] = {}
        self._numbers = count()
        self.bots: list[SharingBot] = []
        self._ended: list[str] = []
        self._dead_wires: list[Wire] = []

    async def start(self, shards: str = str(TOTAL), skew: float = 0.0, *, newer: bool = False) -> SharingBot:
        """Start one more, maybe of the version `newer_version`; it may not own anything yet."""
        wire = Wire(self._address, self._folder / f"wire-{next(self._numbers)}")
        await wire.open()
        bot = SharingBot(self.sandbox, wire, shards, skew, self.slowness, newer=newer)
        self.bots.append(bot)
        await bot.start()
        return bot

    async def end(self, bot: SharingBot, number: int) -> None:
        """Wait until a process has ended by a signal, and its wire with it."""
        bot.signal(number)
        await asyncio.wait_for(bot.process.wait(), self.patience)
        bot.alive = False
        self._ended += bot.lines
        await bot.wire.close()
        self.bots.remove(bot)

    async def vanish(self, bot: SharingBot) -> None:
        """A process ends as its machine does: the database still waits for it."""
        bot.wire.cut()
        bot.signal(signal.SIGKILL)
        await asyncio.wait_for(bot.process.wait(), self.patience)
        bot.alive = False
        self._ended += bot.lines
        self._dead_wires.append(bot.wire)
        self.bots.remove(bot)

    async def close(self) -> None:
        """End all of them; none has ended by itself."""
        for wire in self._dead_wires:
            await wire.close()
        ended = [line for bot in self.bots if bot.process.returncode is not None for line in bot.lines[-30:]]
        for bot in list(self.bots):
            with contextlib.suppress(ProcessLookupError):
                bot.signal(signal.SIGCONT)
                await self.end(bot, signal.SIGKILL)
        self._engine.dispose()
        assert not ended, "\n".join(ended)

    @property
    def lines(self) -> list[str]:
        """What all processes have logged, those that have ended too."""
        return self._ended + [line for bot in self.bots for line in bot.lines]

    # --- What the database says ----------------------------------------------------------------------

    def owners(self) -> dict[int, str]:
        """The owner of each shard whose lease is valid."""
        with self._engine.connect() as connection:
            now = connection.execute(select(server_now())).scalar_one()
            living = select(bot_processes.c.id).where(bot_processes.c.expires_at > now)
            valid = shard_leases.c.owner.in_(living), shard_leases.c.expires_at > now
            query = select(shard_leases.c.shard, shard_leases.c.owner).where(*valid)
            return dict(connection.execute(query).all())

    def shards_of(self, bot: SharingBot) -> set[int]:
        """The shards that a process owns."""
        with self._engine.connect() as connection:
            is_its = bot_processes.c.name.endswith(f" {bot.process.pid}")
            query = select(shard_leases.c.shard).join(
                bot_processes, shard_leases.c.owner == bot_processes.c.id
            )
            return set(connection.execute(query.where(is_its)).scalars())

    def shares(self) -> list[int]:
        """How many shards each owner has, in order."""
        owners = list(self.owners().values())
        return sorted(owners.count(owner) for owner in set(owners))

    def stored(self) -> dict[int, Match]:
        """Every match. People look often, so what has not changed since the last time is not read again."""
        with self._snapshot() as connection:
            rows = {row.id: row for row in connection.execute(select(matches))}
            theirs = _boards(connection)
            for one, row in rows.items():
                if one in self._seen and self._seen[one][:2] == (row, theirs[one]):
                    continue
                query = select(moves.c.move).where(moves.c.match_id == one).order_by(moves.c.ply)
                made = tuple(map(Move, connection.execute(query).scalars()))
                self._seen[one] = row, theirs[one], match_from(row._asdict(), theirs[one], made)
        return {one: self._seen[one][2] for one in rows}

    def contents(self) -> Contents:
        """What people have done, all at one moment."""
        with self._snapshot() as connection:
            rows = [dict(row) for row in connection.execute(select(matches)).mappings()]
            query = select(moves.c.match_id, moves.c.ply, moves.c.user_id, moves.c.move)
            made = [tuple(row) for row in connection.execute(query.order_by(moves.c.match_id, moves.c.ply))]
            themes = dict(connection.execute(select(people.c.user_id, people.c.theme)).all())
            theirs = _boards(connection)
        played: dict[int, list[Move]] = defaultdict(list)
        for match_id, _, _, move in made:
            played[match_id].append(Move(move))
        read = {row["id"]: match_from(row, theirs[row["id"]], tuple(played[row["id"]])) for row in rows}
        return Contents(read, made, themes)

    def _snapshot(self) -> Connection:
        """A connection that sees the database at one moment."""
        return self._engine.connect().execution_options(isolation_level="REPEATABLE READ")

    def lose_notifications(self) -> None:
        """End every connection that listens: what is notified before it is made again is lost."""
        ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
        with self._engine.connect() as connection:
            connection.execute(text(ended))

    async def until(self, is_so: Callable[[], object], within: float | None = None) -> float:
        """Wait until something is so, at most for ``within`` seconds. Returns the seconds that it took."""
        began, limit = time.monotonic(), within or self.patience
        while not is_so():
            waited = time.monotonic() - began
            assert waited < limit, "\n".join(line for bot in self.bots for line in bot.lines[-15:])
            await asyncio.sleep(0.1)
        return time.monotonic() - began


def _boards(connection: Connection) -> dict[int, tuple[Board, ...]]:
    """The boards of every match, by its number."""
    found: dict[int, tuple[Board, ...]] = defaultdict(tuple)
    for row in connection.execute(select(boards).order_by(boards.c.match_id, boards.c.id)).mappings():
        found[row["match_id"]] += (board_from(row),)
    return found


@contextlib.asynccontextmanager
async def processes(
    sandbox: Sandbox, address: str, folder: Path, *, is_long: bool = False
) -> AsyncIterator[Processes]:
    """Processes that end with the block; those of a long test are as patient as the machine is slow."""
    made = Processes(sandbox, address, folder, is_long=is_long)
    try:
        yield made
    finally:
        await made.close()
