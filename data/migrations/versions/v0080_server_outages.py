"""The servers that Discord says are unavailable: their clocks stand still."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0080"
down_revision = "0064"


def upgrade() -> None:
    op.create_table(
        "server_outages",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("since", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
