"""Where a server wants its recaps.

A step by itself, so that databases of the development of 0.2.0 come up. It becomes part of that version's
file.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0092"
down_revision = "0091"


def upgrade() -> None:
    op.create_table(
        "recap_channels",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("next_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_recap_channels"),
        sqlite_with_rowid=False,
    )
