"""Which servers were welcomed; those that have used the bot know it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "welcomes",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_welcomes"),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO welcomes (guild_id)"
        " SELECT guild_id FROM matches WHERE guild_id IS NOT NULL"
        " UNION SELECT guild_id FROM guild_settings"
    )
