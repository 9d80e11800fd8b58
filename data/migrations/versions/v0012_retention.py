"""Since when the bot is not in a server anymore; what deleting matches looks up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

_IS_REMATCH = sa.text("rematch_of IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "left_guilds",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("left_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_left_guilds"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_matches_guild_id", "matches", ["guild_id"])
    op.create_index("ix_matches_reason_ended_at", "matches", ["reason", "ended_at"])
    op.create_index(
        "ix_matches_rematches",
        "matches",
        ["rematch_of"],
        sqlite_where=_IS_REMATCH,
        postgresql_where=_IS_REMATCH,
    )
