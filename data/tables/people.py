"""The tables of people: what they set for themselves, their lessons, and whom they have blocked."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Index,
    SmallInteger,
    Table,
    Text,
    false,
    text,
    true,
)

from data.tables.metadata import metadata

people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("locale", Text),  # Discord's, as last seen
    Column("pings", Boolean, nullable=False),  # whether they want turn notifications
    Column("language", Text),  # NULL: that of their Discord
    Column("theme", Text),  # NULL: the server's
    Column("pieces", Text),  # how Twelve Janggi's tiles look; NULL: by the language
    Column("confirm", Boolean, nullable=False, server_default=false()),  # whether moves are confirmed
    Column("coordinates", Boolean, nullable=False, server_default=true()),  # whether boards have them
    Column("text_board", Boolean, nullable=False, server_default=false()),  # beside boards only they see
    Column("clocks", Text),  # "countdown" or "time"; NULL: the usual display
    Column("suggestions", Boolean),  # whether boards suggest points; NULL: in first matches
    Column("thinking", Text),  # the computer's: "natural" or "instant"; NULL: as on the server
    Column("world", Boolean, nullable=False, server_default=false()),  # on the leaderboard of all servers
    Index("ix_people_world", "user_id", sqlite_where=text("world"), postgresql_where=text("world")),
    sqlite_with_rowid=False,
)

lessons = Table(
    "lessons",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("steps", SmallInteger, nullable=False),  # that are done; 0 once the lesson was offered
    sqlite_with_rowid=False,
)

blocks = Table(
    "blocks",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),  # the person who has blocked
    Column("blocked_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_at", Double, nullable=False),
    sqlite_with_rowid=False,
)
