"""Roles that servers give by rating."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"


def upgrade() -> None:
    op.create_table(
        "rank_games",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_rank_games"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rank_roles",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("least", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("role_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "least", name="pk_rank_roles"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rank_members",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("role_id", sa.BigInteger, nullable=False),
        sa.Column("is_given", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_rank_members"),
        sqlite_with_rowid=False,
    )
