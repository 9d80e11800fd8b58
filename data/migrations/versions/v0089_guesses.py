"""People who watch a match guess its next move.

A step by itself, so that databases of the development of 0.2.0 come up. It becomes part of that version's
file.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0089"
down_revision = "0088"


def upgrade() -> None:
    op.create_table(
        "guesses",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id", name="fk_guesses_match_id")),
        sa.Column("user_id", sa.BigInteger, autoincrement=False),
        sa.Column("ply", sa.Integer, autoincrement=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("guessed_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "user_id", "ply", name="pk_guesses"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_guesses_user_id", "guesses", ["user_id"])
