"""Whether a person sees the names of columns and rows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("people", sa.Column("coordinates", sa.Boolean, nullable=False, server_default=sa.true()))
