"""Who imported a match from a file."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

_IS_IMPORTED = sa.text("imported_by IS NOT NULL")


def upgrade() -> None:
    op.add_column("matches", sa.Column("imported_by", sa.BigInteger))
    op.create_index(
        "ix_matches_imported",
        "matches",
        ["imported_by"],
        sqlite_where=_IS_IMPORTED,
        postgresql_where=_IS_IMPORTED,
    )
