"""The weekly race of servers.

A step by itself, so that databases of the development of 0.2.0 come up. It becomes part of that version's
file.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0093"
down_revision = "0092"

_OF_A_WEEK = sa.text("week IS NOT NULL")


def upgrade() -> None:
    op.add_column("races", sa.Column("week", sa.Integer))
    op.create_index(
        "uq_races_week_creator_id",
        "races",
        ["week", "creator_id"],
        unique=True,
        sqlite_where=_OF_A_WEEK,
        postgresql_where=_OF_A_WEEK,
    )
    op.create_table(
        "server_race_channels",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_server_race_channels"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "server_race_weeks",
        sa.Column("week", sa.Integer, autoincrement=False),
        sa.Column("puzzles", sa.Text, nullable=False),
        sa.Column("closed_at", sa.Double),
        sa.PrimaryKeyConstraint("week", name="pk_server_race_weeks"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "server_race_entries",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False),
        sa.Column("week", sa.Integer, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("is_behind", sa.Boolean, nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("score", sa.Integer),
        sa.Column("runs", sa.Integer),
        sa.PrimaryKeyConstraint("guild_id", "week", name="pk_server_race_entries"),
        sqlite_with_rowid=False,
    )
