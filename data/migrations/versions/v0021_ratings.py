"""Ratings, the log of rated matches, and which matches are rated."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.add_column("matches", sa.Column("rated", sa.Text))
    op.create_table(
        "ratings",
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("category", sa.Text, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("losses", sa.Integer, nullable=False),
        sa.Column("rated_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "category", name="pk_ratings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_category_rating", "ratings", ["category", "rating"])
    op.create_table(
        "rated_matches",
        sa.Column("match_id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("category", sa.Text, nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("first_id", sa.BigInteger, nullable=False),
        sa.Column("second_id", sa.BigInteger, nullable=False),
        sa.Column("winner", sa.SmallInteger),
        sa.Column("ended_at", sa.Double, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("opening", sa.BigInteger, nullable=False),
        sa.Column("resigned", sa.Boolean, nullable=False),
        sa.Column("unrated", sa.Text),
        sa.Column("first_before", sa.Double),
        sa.Column("first_deviation_before", sa.Double),
        sa.Column("first_after", sa.Double),
        sa.Column("first_deviation_after", sa.Double),
        sa.Column("second_before", sa.Double),
        sa.Column("second_deviation_before", sa.Double),
        sa.Column("second_after", sa.Double),
        sa.Column("second_deviation_after", sa.Double),
        sa.PrimaryKeyConstraint("match_id", name="pk_rated_matches"),
        sqlite_with_rowid=False,
    )
    for side in ("first_id", "second_id"):
        columns = [side, "category", "ended_at"]
        op.create_index(f"ix_rated_matches_{'_'.join(columns)}", "rated_matches", columns)
