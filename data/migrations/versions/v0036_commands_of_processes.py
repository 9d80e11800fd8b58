"""Which commands a process has, and which of them Discord has got in turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    op.add_column("bot_processes", sa.Column("commands", sa.Text))
    op.drop_table("synced_commands")  # they are sent again at the next start
    op.create_table(
        "synced_commands",
        sa.Column("bot_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("number", sa.Integer),
        sa.Column("sending_until", sa.Double),
        sa.PrimaryKeyConstraint("bot_id", "hash", name="pk_synced_commands"),
        sqlite_with_rowid=False,
    )
