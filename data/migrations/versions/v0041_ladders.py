"""Ladders: the order of those who are on one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"


def upgrade() -> None:
    op.add_column("tournament_entrants", sa.Column("rank", sa.SmallInteger))
