"""Tournaments get titles.

A step by itself, so that databases of the development of 0.2.0 come up. It becomes part of that version's
file.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0083"
down_revision = "0082"


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("title", sa.Text))
