"""Which process works on the matches of a server without a person's request.

Each shard is owned by one bot process. It watches the clocks, answers for the computer, notifies people and
keeps the boards of its servers up to date. A person's own change, such as a move, may come to any process: it
compares positions and needs no owner.
"""

from __future__ import annotations

from typing import Protocol

from sqlalchemy import Connection


class Ownership(Protocol):
    """Knows which shards this process owns."""

    def owns(self, guild_id: int | None) -> bool:
        """Whether this process owns a server's shard, as far as it knows; None is direct messages."""

    def confirm(self, connection: Connection, guild_id: int | None) -> bool:
        """Whether this process owns the shard by the database; if so, it does until the transaction ends."""


class SoleOwner:
    """Owns every shard: no other process uses the database."""

    def owns(self, guild_id: int | None) -> bool:
        """See `Ownership.owns`."""
        return True

    def confirm(self, connection: Connection, guild_id: int | None) -> bool:
        """See `Ownership.confirm`."""
        return True


SOLE_OWNER = SoleOwner()
