"""Which offers each side has made in the current position: one of a kind for each move."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("matches", sa.Column("asked", sa.Text))
