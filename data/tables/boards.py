"""The table of the messages that the bot keeps."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    false,
)
from sqlalchemy import text as sql

from data.tables.metadata import metadata

boards = Table(
    "boards",
    metadata,
    Column("id", Integer, primary_key=True),  # the lowest one of a match is at its home
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("side", SmallInteger),  # whose board it is; NULL: both sides share it
    Column("guild_id", BigInteger),  # NULL in direct messages
    Column("channel_id", BigInteger, nullable=False),  # of the message: a channel or a thread
    Column("locale", Text),  # Discord's, of the place
    Column("tokens_only", Boolean, nullable=False, server_default=false()),  # the bot is no member there
    Column("message_id", BigInteger),  # NULL until it is posted, and once it is deleted
    Column("thread_id", BigInteger),  # the thread opened for it
    Column("shown_version", Integer, nullable=False, server_default="-1"),  # which the message shows
    Column("notification_id", BigInteger),  # the turn notification beside it, while that exists
    Index(None, "match_id"),
    Index(None, "guild_id"),
    Index(None, "channel_id"),
    Index(None, "message_id"),
    Index(
        "ix_boards_notifications",
        "match_id",
        sqlite_where=sql("notification_id IS NOT NULL"),
        postgresql_where=sql("notification_id IS NOT NULL"),
    ),
    # The matches whose sides do not read of each other: few.
    Index(
        "ix_boards_of_sides",
        "match_id",
        sqlite_where=sql("side IS NOT NULL"),
        postgresql_where=sql("side IS NOT NULL"),
    ),
    # A number is never used again: what is remembered about a board must not reach another.
    sqlite_autoincrement=True,
)
