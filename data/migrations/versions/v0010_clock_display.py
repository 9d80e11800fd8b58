"""What a person sees of a running clock: a countdown, the time, or the usual."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("people", sa.Column("clocks", sa.Text))
