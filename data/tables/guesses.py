"""The table of guesses: which move people who watch a match expect next."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Index, Integer, Table, Text

from data.tables.metadata import metadata

guesses = Table(
    "guesses",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    # The number of moves before the move that is guessed. A takeback deletes the guesses from there on.
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("move", Text, nullable=False),
    Column("guessed_at", Double, nullable=False),
    # Whether it is the best move by the analysis of the match, see `data.matches.analyses`; NULL before that.
    Column("is_best", Boolean),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)
