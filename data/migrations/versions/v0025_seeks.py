"""People who look for an opponent, and the messages that list them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    op.create_table(
        "seeks",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("control", sa.Text),
        sa.Column("is_rated", sa.Boolean, nullable=False),
        sa.Column("range", sa.Integer),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("expires_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_seeks"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_seeks_user_id_guild_id_game", "seeks", ["user_id", "guild_id", "game"], unique=True)
    op.create_index("ix_seeks_guild_id", "seeks", ["guild_id"])
    op.create_table(
        "seek_boards",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_seek_boards"),
        sqlite_with_rowid=False,
    )
