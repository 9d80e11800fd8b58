"""The tables of ratings: those of people, and the log of rated matches."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
)

from data.tables.metadata import metadata

ratings = Table(
    "ratings",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("category", Text, primary_key=True),  # `data.model.rating_categories`
    Column("rating", Double, nullable=False),  # these three: after the last match, as Glicko-2 has them
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("matches", Integer, nullable=False),  # that were rated
    Column("wins", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("rated_at", Double, nullable=False),  # when the last one ended
    Index(None, "category", "rating"),
    sqlite_with_rowid=False,
)

# What ratings are computed from. It stays when a match is deleted, so it names none of the matches' rows.
rated_matches = Table(
    "rated_matches",
    metadata,
    Column("match_id", Integer, primary_key=True, autoincrement=False),
    Column("category", Text, nullable=False),
    Column("variant", Text, nullable=False),
    Column("first_id", BigInteger, nullable=False),  # 0: a person who has erased their data
    Column("second_id", BigInteger, nullable=False),
    Column("winner", SmallInteger),  # 1 or 2; NULL: a draw
    Column("ended_at", Double, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("opening", BigInteger, nullable=False),  # `data.model.fair_play.opening_key`
    Column("resigned", Boolean, nullable=False),
    Column("unrated", Text),  # why it was not rated, and the next eight are NULL
    Column("first_before", Double),
    Column("first_deviation_before", Double),
    Column("first_after", Double),
    Column("first_deviation_after", Double),
    Column("second_before", Double),
    Column("second_deviation_before", Double),
    Column("second_after", Double),
    Column("second_deviation_after", Double),
    Index(None, "first_id", "category", "ended_at"),
    Index(None, "second_id", "category", "ended_at"),
    sqlite_with_rowid=False,
)
