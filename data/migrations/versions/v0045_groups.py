"""Round robins in groups."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("groups", sa.SmallInteger))
