"""Votes for the moves of a match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0045"


def upgrade() -> None:
    op.create_table(
        "votes",
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("takebacks", sa.Integer, nullable=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("voted_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_votes"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_votes_match_id"),
        sqlite_with_rowid=False,
    )
