"""The vacation days of people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.create_table(
        "vacations",
        sa.Column("user_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("year", sa.SmallInteger, nullable=False),
        sa.Column("used", sa.SmallInteger, nullable=False),
        sa.Column("by_itself", sa.Boolean, nullable=False),
        sa.Column("since", sa.Double),
        sa.PrimaryKeyConstraint("user_id", name="pk_vacations"),
        sqlite_with_rowid=False,
    )
