"""Arenas: how long they are, where their matches are played, and when those ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0027"


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("minutes", sa.SmallInteger))
    op.add_column("tournament_pairings", sa.Column("place", sa.SmallInteger))
    op.add_column("tournament_pairings", sa.Column("ended_at", sa.Double))
