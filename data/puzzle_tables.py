"""The tables of puzzles: who has tried which, and the ratings of people and of puzzles."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, Integer, Table, Text

from data.metadata import metadata

puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("puzzle_id", Text, primary_key=True),  # `ai.puzzles.puzzle.Puzzle.id`
    Column("game", Text, nullable=False),
    Column("solved", Boolean, nullable=False),  # by the first move, without a hint
    Column("tried_at", Double, nullable=False),
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
