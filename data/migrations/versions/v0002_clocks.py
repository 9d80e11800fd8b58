"""Clocks of matches, the uptime that they count, and turn notifications."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for column in (
        sa.Column("clock", sa.Text),
        sa.Column("clock_side", sa.SmallInteger),
        sa.Column("clock_since", sa.Double),
        sa.Column("first_seconds", sa.Double),
        sa.Column("first_periods", sa.SmallInteger),
        sa.Column("second_seconds", sa.Double),
        sa.Column("second_periods", sa.SmallInteger),
        sa.Column("paused", sa.Text),
        sa.Column("pinged", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("reminded", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("ping_id", sa.BigInteger),
    ):
        op.add_column("matches", column)
    op.execute("UPDATE matches SET pinged = true")  # the turns of old matches began long ago
    for name, column_there in (("running", "clock_since"), ("told", "ping_id")):
        there = sa.text(f"{column_there} IS NOT NULL")
        op.create_index(f"ix_matches_{name}", "matches", ["id"], sqlite_where=there, postgresql_where=there)
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("locale", sa.Text),
        sa.Column("pings", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_people"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "uptime",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("saved_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_uptime"),
    )
    op.execute("INSERT INTO uptime (id, seconds, saved_at) VALUES (1, 0, 0)")
