"""The tables of puzzles: attempts, the ratings of people and of puzzles, and the daily puzzles of servers."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, Integer, SmallInteger, Table, Text, text

from data.tables.metadata import metadata

puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("puzzle_id", Text, primary_key=True),  # `ai.puzzles.puzzle.Puzzle.id`
    Column("game", Text, nullable=False),
    Column("solved", Boolean, nullable=False),  # by the first move, without a hint
    Column("tried_at", Double, nullable=False),
    Column("failed_step", SmallInteger),  # moves of the line before the wrong move; NULL: there was none
    Column("failed_move", Text),
    sqlite_with_rowid=False,
)

puzzle_proofs = Table(
    "puzzle_proofs",
    metadata,
    Column("puzzle_id", Text, primary_key=True),
    Column("step", SmallInteger, nullable=False),  # the wrong move that made people suspect it, and where
    Column("move", Text, nullable=False),
    Column("people", Integer, nullable=False),  # how many had failed with that move
    Column("looked_at", Double, nullable=False),
    Column("fault", Text),  # what is not proved; NULL: all of it is
    Column("withdrawn", Boolean, nullable=False),
    Column("digest", Text),  # `ai.puzzles.puzzle.Puzzle.digest` of what was proved; NULL: not known
    sqlite_with_rowid=False,
)

puzzle_people = Table(
    "puzzle_people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("rating", Double, nullable=False),  # these three: after the last attempt, as Glicko-2 has them
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),  # solved one after the other, up to now
    Column("best_streak", Integer, nullable=False),
    Column("rated_at", Double, nullable=False),
    sqlite_with_rowid=False,
)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle_id", Text, primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("attempts", Integer, nullable=False),
    sqlite_with_rowid=False,
)

daily_settings = Table(
    "daily_settings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger),  # where it is posted; NULL: it is off, and so is the next moment
    Column("hour", SmallInteger, nullable=False),  # in the server's time zone
    Column("games", Text),  # slugs separated by spaces; NULL: all
    Column("admin_id", BigInteger),  # who chose this last; NULL: a person who has erased their data
    Column("next_at", Double),
    Column("problem", Text),  # the key of the text that told the admin why the last one was not posted
    Index(None, "next_at"),
    sqlite_with_rowid=False,
)

daily_puzzles = Table(
    "daily_puzzles",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Text, primary_key=True),  # in the server's time zone, as 2026-11-27
    Column("puzzle_id", Text, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),  # NULL until it is posted
    Column("created_at", Double, nullable=False),
    Column("closes_at", Double, nullable=False),
    Column("closed_at", Double),  # answers from then on are not in the results
    Column("shown", Boolean, nullable=False),  # the message shows the results
    Index(
        "ix_daily_puzzles_open",
        "guild_id",
        sqlite_where=text("NOT shown"),
        postgresql_where=text("NOT shown"),
    ),
    sqlite_with_rowid=False,
)

daily_answers = Table(
    "daily_answers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("opened_at", Double, nullable=False),
    Column("tried_at", Double),  # the next two are NULL until then
    Column("solved", Boolean),  # by the first move, without a hint
    Column("counts", Boolean),  # in the results: in time, and the person had not tried the puzzle before
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)
