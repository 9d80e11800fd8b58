"""Which matches are teaching games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    teaching = sa.Column("teaching", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("matches", teaching)
