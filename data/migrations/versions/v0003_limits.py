"""Limits of servers, and matches in places where the bot is no member."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    for column in (
        sa.Column("matches", sa.Integer),
        sa.Column("boards", sa.Integer),
        sa.Column("strong", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("channels", sa.Text),
    ):
        op.add_column("guild_settings", column)
    tokens_only = sa.Column("tokens_only", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("matches", tokens_only)
