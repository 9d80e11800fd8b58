"""A message in a server that says whose turn it is.

A step by itself, so that databases of the development of 0.2.0 come up. It becomes part of that version's
file.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0091"
down_revision = "0090"


def upgrade() -> None:
    op.create_table(
        "turn_lists",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("since", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_turn_lists"),
        sqlite_with_rowid=False,
    )
