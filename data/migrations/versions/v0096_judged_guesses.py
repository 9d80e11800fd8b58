"""Guesses of moves know whether they are the best move by the analysis of their match.

A step by itself, so that databases of the development of 0.2.0 come up. It becomes part of that version's
file.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0096"
down_revision = "0095"


def upgrade() -> None:
    op.add_column("guesses", sa.Column("is_best", sa.Boolean))
