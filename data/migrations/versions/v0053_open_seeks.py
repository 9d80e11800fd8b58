"""Seeks that are open to people of other servers, and whether a server lists such seeks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"

_RATED = ["guild_id", "game", "variant", "first_id", "second_id", "rated"]


def upgrade() -> None:
    op.add_column("seeks", sa.Column("is_open", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seeks", sa.Column("locale", sa.Text))
    op.add_column(
        "guild_settings", sa.Column("open_seeks", sa.Boolean, nullable=False, server_default=sa.true())
    )
    op.drop_index("ix_matches_rated", "matches")
    is_rated = sa.text("rated IS NOT NULL")
    op.create_index(
        "ix_matches_rated",
        "matches",
        [*_RATED, "other_side"],
        sqlite_where=is_rated,
        postgresql_where=is_rated,
    )
