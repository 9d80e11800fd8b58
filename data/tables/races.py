"""The tables of puzzle races, storms and the race of servers: what is asked, who takes part and answers."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Index, Integer, Table, Text, text

from data.tables.metadata import metadata

races = Table(
    "races",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger),  # NULL in a storm, which has no channel and no message
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),  # NULL until it is posted
    Column("creator_id", BigInteger),  # NULL once the person has erased their data
    Column("game", Text),  # NULL: all games mixed
    Column("rematch_of", Integer),
    Column("puzzles", Text),  # ids separated by spaces, in their order; NULL until the race begins
    Column("created_at", Double, nullable=False),
    Column("starts_at", Double, nullable=False),  # until then people join
    Column("ends_at", Double, nullable=False),  # answers from then on are refused
    Column("ended_at", Double),
    # Counts what the message shows; it is edited until it shows the last one.
    Column("version", Integer, nullable=False),
    Column("shown_version", Integer, nullable=False),
    Column("week", Integer),  # of the race of servers whose run it is; NULL in others
    Index(
        "uq_races_week_creator_id",  # a person has one run a week
        "week",
        "creator_id",
        unique=True,
        sqlite_where=text("week IS NOT NULL"),
        postgresql_where=text("week IS NOT NULL"),
    ),
    Index(
        "uq_races_channel_id",
        "channel_id",
        unique=True,
        sqlite_where=text("ended_at IS NULL"),
        postgresql_where=text("ended_at IS NULL"),
    ),
    Index(
        "ix_races_unshown",
        "guild_id",
        sqlite_where=text("ended_at IS NULL OR shown_version < version"),
        postgresql_where=text("ended_at IS NULL OR shown_version < version"),
    ),
    Index(None, "created_at"),
)

racers = Table(
    "racers",
    metadata,
    Column("race_id", Integer, ForeignKey("races.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("joined_at", Double, nullable=False),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

race_answers = Table(
    "race_answers",
    metadata,
    Column("race_id", Integer, ForeignKey("races.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the puzzle in the race, from 0
    Column("puzzle_id", Text, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("answered_at", Double, nullable=False),
    Index(None, "user_id", "answered_at"),
    sqlite_with_rowid=False,
)

storm_bests = Table(
    "storm_bests",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),  # "" for all games mixed
    Column("solved", Integer, nullable=False),
    Column("reached_at", Double, nullable=False),
    sqlite_with_rowid=False,
)

# Where servers that take part in the weekly race of servers have its message.
server_race_channels = Table(
    "server_race_channels",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),  # the server's, which the others see
    sqlite_with_rowid=False,
)

server_race_weeks = Table(
    "server_race_weeks",
    metadata,
    Column("week", Integer, primary_key=True, autoincrement=False),  # data.model.server_race.RaceWeek
    Column("puzzles", Text, nullable=False),  # ids separated by spaces, in their order
    Column("closed_at", Double),  # NULL until the result is stored
    sqlite_with_rowid=False,
)

# The message of a server in a week; once that is closed, the server's result, unless nobody ran.
server_race_entries = Table(
    "server_race_entries",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("week", Integer, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),  # NULL until it is posted
    Column("since", Double, nullable=False),  # when it was to be posted: no older message is it
    Column("is_behind", Boolean, nullable=False),  # it is to show the result, or no longer a person
    Column("place", Integer),
    Column("score", Integer),
    Column("runs", Integer),
    sqlite_with_rowid=False,
)
