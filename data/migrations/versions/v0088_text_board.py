"""People choose whether boards that only they see have a board in letters.

A step by itself, so that databases of the development of 0.2.0 come up. It becomes part of that version's
file.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0088"
down_revision = "0087"


def upgrade() -> None:
    column = sa.Column("text_board", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("people", column)
