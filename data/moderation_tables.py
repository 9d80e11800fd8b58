"""The tables about what moderators do, which `data.schema` is completed by."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, Index, Table, Text

from data.metadata import metadata

bans = Table(
    "bans",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),  # who cannot use the bot there
    Column("until", Double),  # NULL: for ever
    Column("reason", Text, nullable=False),
    Column("by_id", BigInteger, nullable=False),  # the moderator; 0: one who has erased their data
    Column("banned_at", Double, nullable=False),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

# The messages of what a moderator has deleted, until Discord has confirmed that they are gone.
messages_to_delete = Table(
    "messages_to_delete",
    metadata,
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
