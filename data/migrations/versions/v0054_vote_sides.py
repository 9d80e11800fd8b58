"""The side that a vote is for: a person votes for one side of a match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0053"


def upgrade() -> None:
    op.add_column("votes", sa.Column("side", sa.SmallInteger))
