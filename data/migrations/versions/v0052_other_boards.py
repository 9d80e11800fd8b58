"""The other boards of matches that are shown in two places."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"


def upgrade() -> None:
    op.add_column("matches", sa.Column("other_side", sa.SmallInteger))
    op.create_table(
        "other_boards",
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("locale", sa.Text),
        sa.Column("shown_version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_other_boards"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_other_boards_match_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_other_boards_guild_id", "other_boards", ["guild_id"])
    op.create_index("ix_other_boards_channel_id", "other_boards", ["channel_id"])
