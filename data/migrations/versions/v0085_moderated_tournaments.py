"""Tournaments know whom a moderator has removed, and which results were corrected.

A step by itself, so that databases of the development of 0.2.0 come up. It becomes part of that version's
file.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0085"
down_revision = "0084"


def upgrade() -> None:
    for table, column in (("tournament_entrants", "removed"), ("tournament_pairings", "corrected")):
        op.add_column(table, sa.Column(column, sa.Boolean, nullable=False, server_default=sa.false()))
