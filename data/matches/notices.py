"""Notices of changes that one process makes in matches whose shard another process owns."""

from __future__ import annotations

import re
from typing import NamedTuple, Self

from sqlalchemy import Connection, Text, bindparam, func, select

from data.leases.ownership import Ownership
from data.model.match_change import MatchChange

CHANNEL = "daeguk_matches"
"""The channel of PostgreSQL's NOTIFY."""

_PAYLOAD = re.compile(r"([0-9]{1,18}):([0-9]{1,18})")  # the match and its version
_NOTIFY = select(func.pg_notify(CHANNEL, bindparam("payload", type_=Text)))


class Notice(NamedTuple):
    """A match was changed, and has this version since."""

    match_id: int
    version: int

    @classmethod
    def read(cls, payload: str) -> Self | None:
        """Read what was sent; None for anything else."""
        numbers = _PAYLOAD.fullmatch(payload)
        return cls(int(numbers[1]), int(numbers[2])) if numbers else None


def notify(connection: Connection, change: MatchChange, ownership: Ownership) -> None:
    """Notify of a change, once it is committed, unless this process owns the match's shard.

    A match that is moved to another server has two shards. A file has one process, which nobody notifies.
    """
    if connection.dialect.name != "postgresql":
        return
    places = {match.guild_id for match in (change.before, change.after) if match is not None}
    if not all(map(ownership.owns, places)):
        connection.execute(_NOTIFY, {"payload": f"{change.after.id}:{change.after.version}"})
