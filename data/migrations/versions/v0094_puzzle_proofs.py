"""The move with which somebody has failed at a puzzle, and the puzzles that were proved again.

A step by itself, so that databases of the development of 0.2.0 come up. It becomes part of that version's
file.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0094"
down_revision = "0093"


def upgrade() -> None:
    op.add_column("puzzle_attempts", sa.Column("failed_step", sa.SmallInteger))
    op.add_column("puzzle_attempts", sa.Column("failed_move", sa.Text))
    op.create_table(
        "puzzle_proofs",
        sa.Column("puzzle_id", sa.Text),
        sa.Column("step", sa.SmallInteger, nullable=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("looked_at", sa.Double, nullable=False),
        sa.Column("fault", sa.Text),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("puzzle_id", name="pk_puzzle_proofs"),
        sqlite_with_rowid=False,
    )
