"""The position from which a match starts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("matches", sa.Column("setup", sa.Text))
