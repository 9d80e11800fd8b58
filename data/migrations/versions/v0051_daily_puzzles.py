"""The daily puzzles of servers, what people answered, and the time zone of a server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"


def upgrade() -> None:
    op.add_column("guild_settings", sa.Column("zone", sa.Text))
    op.create_table(
        "daily_settings",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger),
        sa.Column("hour", sa.SmallInteger, nullable=False),
        sa.Column("games", sa.Text),
        sa.Column("admin_id", sa.BigInteger),
        sa.Column("next_at", sa.Double),
        sa.Column("problem", sa.Text),
        sa.PrimaryKeyConstraint("guild_id", name="pk_daily_settings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_daily_settings_next_at", "daily_settings", ["next_at"])
    op.create_table(
        "daily_puzzles",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("puzzle_id", sa.Text, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("closes_at", sa.Double, nullable=False),
        sa.Column("closed_at", sa.Double),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "day", name="pk_daily_puzzles"),
        sqlite_with_rowid=False,
    )
    not_shown = sa.text("NOT shown")
    op.create_index(
        "ix_daily_puzzles_open",
        "daily_puzzles",
        ["guild_id"],
        sqlite_where=not_shown,
        postgresql_where=not_shown,
    )
    op.create_table(
        "daily_answers",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("opened_at", sa.Double, nullable=False),
        sa.Column("tried_at", sa.Double),
        sa.Column("solved", sa.Boolean),
        sa.Column("counts", sa.Boolean),
        sa.PrimaryKeyConstraint("guild_id", "day", "user_id", name="pk_daily_answers"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_daily_answers_user_id", "daily_answers", ["user_id"])
