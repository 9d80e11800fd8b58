"""When tournaments start by themselves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("starts_at", sa.Double))
