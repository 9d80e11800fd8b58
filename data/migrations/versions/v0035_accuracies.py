"""Each side's accuracy in a match that is judged, for profiles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    op.create_table(
        "accuracies",
        sa.Column("match_id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("engine", sa.SmallInteger, nullable=False),
        sa.Column("first", sa.Double),
        sa.Column("second", sa.Double),
        sa.PrimaryKeyConstraint("match_id", name="pk_accuracies"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_accuracies_match_id"),
        sqlite_with_rowid=False,
    )
