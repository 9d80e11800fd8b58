"""An index of the rated matches of a server, for its leaderboard."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    rated = sa.text("rated IS NOT NULL")
    op.create_index(
        "ix_matches_rated",
        "matches",
        ["guild_id", "game", "variant", "first_id", "second_id", "rated"],
        sqlite_where=rated,
        postgresql_where=rated,
    )
