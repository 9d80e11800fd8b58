"""How far people are in the lessons; people who have played a game are not offered its lesson."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "lessons",
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("steps", sa.SmallInteger, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game", name="pk_lessons"),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO lessons (user_id, game, steps)"
        " SELECT first_id, game, 0 FROM matches WHERE first_id IS NOT NULL"
        " UNION SELECT second_id, game, 0 FROM matches WHERE second_id IS NOT NULL"
    )
