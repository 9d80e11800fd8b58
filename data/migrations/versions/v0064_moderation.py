"""Bans, and messages that moderators have deleted together with what they show."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0061"


def upgrade() -> None:
    op.create_table(
        "bans",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("until", sa.Double),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("by_id", sa.BigInteger, nullable=False),
        sa.Column("banned_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_bans"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_bans_user_id", "bans", ["user_id"])
    op.create_table(
        "messages_to_delete",
        sa.Column("message_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("message_id", name="pk_messages_to_delete"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_other_boards_message_id", "other_boards", ["message_id"])
