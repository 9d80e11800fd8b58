"""Who has blocked whom."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "blocks",
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("blocked_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("blocked_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "blocked_id", name="pk_blocks"),
        sqlite_with_rowid=False,
    )
