"""What a player had left on the clock after each move."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("moves", sa.Column("seconds_left", sa.Double))
    op.add_column("moves", sa.Column("periods_left", sa.Integer))
