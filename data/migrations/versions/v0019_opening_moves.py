"""The first moves of matches that are over, by the position in which they were played."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_table(
        "opening_moves",
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("winner", sa.SmallInteger),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_opening_moves_match_id"),
        sa.PrimaryKeyConstraint("match_id", "position", name="pk_opening_moves"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_opening_moves_played",
        "opening_moves",
        ["guild_id", "position", "move", "match_id", "channel_id", "winner"],
    )
