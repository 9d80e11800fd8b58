"""Which commands Discord has got from the bot, and which process sends others.

Processes of two versions can run side by side, while one replaces the other. Their commands have different
hashes, and Discord has one list. New commands are sent at once, by one process. A process whose commands
were replaced, such as one of the old version that starts again, sends them only if no process lives that has
those of Discord: then the new version was given up.
"""

from __future__ import annotations

from enum import Enum, auto

from sqlalchemy import ColumnElement, Connection, func, select, text
from sqlalchemy.dialects import postgresql, sqlite

from data.engine.database import Database
from data.engine.postgresql import SERVER_TIME
from data.tables.processes import bot_processes, synced_commands

SENDING_SECONDS = 30.0
"""After so long, a process that has not sent its commands is taken to have died."""

_LOCK = text("SELECT pg_advisory_xact_lock(4412)")  # the number is arbitrary


class Turn(Enum):
    """What a process has to do about its commands."""

    NOTHING = auto()
    """Discord has them."""
    SEND = auto()
    """Send them, and then call `SyncedCommands.sent`."""
    WAIT = auto()
    """Another process sends commands now: ask again soon."""
    OTHERS = auto()
    """Discord has the commands of processes that replace this one."""


class SyncedCommands:
    """The hashes of the commands that were sent for a bot. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database, bot_id: int) -> None:
        self._database = database
        self._bot_id = bot_id

    async def turn(self, digest: str, *, sends: bool = True) -> Turn:
        """What a process with commands of this hash has to do. On a server it is registered with it.

        If it ``sends`` them now, others wait until it has.
        """
        return await self._database.write(lambda connection: self._turn(connection, digest, sends))

    async def sent(self, digest: str) -> None:
        """Note that Discord has the commands of this hash now."""

        def work(connection: Connection) -> None:
            last = select(func.coalesce(func.max(synced_commands.c.number), 0))
            number = connection.execute(last.where(self._is_its)).scalar_one() + 1
            self._put(connection, digest, {"number": number, "sending_until": None})

        await self._database.write(work)

    def _turn(self, connection: Connection, digest: str, sends: bool) -> Turn:
        is_shared = connection.dialect.name == "postgresql"
        if is_shared:
            connection.execute(_LOCK)
        rows = {row.hash: row for row in connection.execute(select(synced_commands).where(self._is_its))}
        sent = [row for row in rows.values() if row.number is not None]
        latest = max(sent, key=lambda row: row.number, default=None)
        if latest is not None and latest.hash == digest:
            return Turn.NOTHING
        if not is_shared:  # there is no other process
            return Turn.SEND
        now: float = connection.execute(select(SERVER_TIME)).scalar_one()
        if any(row.sending_until is not None and row.sending_until > now for row in rows.values()):
            return Turn.WAIT
        was_sent = digest in rows and rows[digest].number is not None
        if latest is not None and was_sent and _is_in_use(connection, latest.hash, now):
            return Turn.OTHERS
        if sends:
            self._put(connection, digest, {"sending_until": now + SENDING_SECONDS})
        return Turn.SEND

    @property
    def _is_its(self) -> ColumnElement[bool]:
        return synced_commands.c.bot_id == self._bot_id

    def _put(self, connection: Connection, digest: str, values: dict[str, object]) -> None:
        kind = sqlite if connection.dialect.name == "sqlite" else postgresql
        row = kind.insert(synced_commands).values(bot_id=self._bot_id, hash=digest, **values)
        connection.execute(row.on_conflict_do_update(index_elements=["bot_id", "hash"], set_=values))


def _is_in_use(connection: Connection, digest: str, now: float) -> bool:
    """Whether a living process has the commands of a hash."""
    living = select(bot_processes.c.id).where(bot_processes.c.commands == digest)
    return connection.execute(living.where(bot_processes.c.expires_at > now)).first() is not None
