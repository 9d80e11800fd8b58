"""The members of sides that several people play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0036"


def upgrade() -> None:
    op.add_column("matches", sa.Column("teams", sa.Text))
    op.create_table(
        "team_members",
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("has_left", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "match_id", name="pk_team_members"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_team_members_match_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_team_members_match_id", "team_members", ["match_id"])
