"""The moves that players have set in advance."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.create_table(
        "conditional_moves",
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("takebacks", sa.Integer, nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_conditional_moves_match_id"),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_conditional_moves"),
        sqlite_with_rowid=False,
    )
