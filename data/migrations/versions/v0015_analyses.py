"""What the engines find in the positions of matches that are over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("engine", sa.SmallInteger, nullable=False),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_analyses_match_id"),
        sa.PrimaryKeyConstraint("match_id", "ply", name="pk_analyses"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_analyses_position", "analyses", ["position"])
