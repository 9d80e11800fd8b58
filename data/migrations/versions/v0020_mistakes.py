"""The mistakes that people practice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.create_table(
        "mistakes",
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.SmallInteger, nullable=False),
        sa.Column("solved", sa.SmallInteger, nullable=False),
        sa.Column("due_at", sa.Double),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_mistakes_match_id"),
        sa.PrimaryKeyConstraint("match_id", "ply", name="pk_mistakes"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_mistakes_user_id_due_at", "mistakes", ["user_id", "due_at"])
