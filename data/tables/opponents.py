"""The tables about what players set while they wait for each other."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    false,
)

from data.tables.metadata import metadata

conditional_moves = Table(
    "conditional_moves",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),  # whose replies they are
    Column("ply", Integer, nullable=False),  # with the next one, the position where the lines begin
    Column("takebacks", Integer, nullable=False),
    Column("lines", Text, nullable=False),  # as `data.matches.conditional_moves.written` writes them
    sqlite_with_rowid=False,
)


vacations = Table(
    "vacations",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("year", SmallInteger, nullable=False),  # what the next two are about
    Column("used", SmallInteger, nullable=False),  # days, without those of a vacation that goes on
    Column("by_itself", Boolean, nullable=False),  # one began by itself, because a clock would have run out
    Column("since", Double),  # when the one that goes on began; NULL: there is none
    sqlite_with_rowid=False,
)

votes = Table(
    "votes",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("ply", Integer, nullable=False),  # with the next one, the position in which the move is wanted
    Column("takebacks", Integer, nullable=False),
    Column("move", Text, nullable=False),
    Column("voted_at", Double, nullable=False),
    Column("side", SmallInteger),  # whose move it is; NULL in votes of earlier versions
    sqlite_with_rowid=False,
)

seeks = Table(
    "seeks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),  # where it was made
    Column("game", Text, nullable=False),
    Column("variant", Text, nullable=False),
    Column("control", Text),  # the time control; NULL: none
    Column("is_rated", Boolean, nullable=False),
    Column("is_open", Boolean, nullable=False, server_default=false()),  # to people of other servers
    Column("locale", Text),  # Discord's, of the server
    Column("range", Integer),  # how far the opponent's rating may be from theirs at first; NULL: any
    Column("created_at", Double, nullable=False),
    Column("expires_at", Double, nullable=False),
    Index(None, "user_id", "guild_id", "game", unique=True),
    Index(None, "guild_id"),
    # A number is never used again: an old button must not reach another seek.
    sqlite_autoincrement=True,
)

seek_boards = Table(
    "seek_boards",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),  # lists the seeks of the server; 0: being posted
    sqlite_with_rowid=False,
)

# An index of `matches.teams`: which matches a person plays in, or has left.
team_members = Table(
    "team_members",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("has_left", Boolean, nullable=False),
    Index(None, "match_id"),
    sqlite_with_rowid=False,
)
