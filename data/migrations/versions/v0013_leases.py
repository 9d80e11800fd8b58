"""Which bot process owns which shard, when a shard may identify, and which commands Discord has."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "bot_processes",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot_id", sa.BigInteger, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("is_leaving", sa.Boolean, nullable=False),
        sa.Column("claims", sa.Boolean, nullable=False),
        sa.Column("expires_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_bot_processes"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "shard_leases",
        sa.Column("shard", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("owner", sa.Text),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("expires_at", sa.Double, nullable=False),
        sa.Column("successor", sa.Text),
        sa.Column("switch_at", sa.Double),
        sa.PrimaryKeyConstraint("shard", name="pk_shard_leases"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "identify_slots",
        sa.Column("bucket", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("next_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("bucket", name="pk_identify_slots"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "synced_commands",
        sa.Column("bot_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("bot_id", name="pk_synced_commands"),
        sqlite_with_rowid=False,
    )
