"""People choose whether matches against the computer suggest points.

A step by itself, so that databases of the development of 0.2.0 come up. It becomes part of that version's
file.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0082"
down_revision = "0081"


def upgrade() -> None:
    op.add_column("people", sa.Column("suggestions", sa.Boolean))
