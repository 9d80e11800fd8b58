"""The uptime of each shard; what the only one counted so far is that of shard 0."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    counted = op.get_bind().execute(sa.text("SELECT seconds, saved_at FROM uptime")).one()
    op.drop_table("uptime")
    uptime = op.create_table(
        "uptime",
        sa.Column("shard", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("saved_at", sa.Double, nullable=False),
        sa.Column("runs", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("shard", name="pk_uptime"),
    )
    row = {"shard": 0, "seconds": counted.seconds, "saved_at": counted.saved_at, "runs": False}
    op.bulk_insert(uptime, [row])
