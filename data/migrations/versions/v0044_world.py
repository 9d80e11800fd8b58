"""Who wants to be on the leaderboard of all servers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"


def upgrade() -> None:
    op.add_column("people", sa.Column("world", sa.Boolean, nullable=False, server_default=sa.false()))
    wanted = sa.text("world")
    op.create_index("ix_people_world", "people", ["user_id"], sqlite_where=wanted, postgresql_where=wanted)
