"""What a person sets for themselves: language, theme, pieces, and whether moves are confirmed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("people", sa.Column("language", sa.Text))
    op.add_column("people", sa.Column("theme", sa.Text))
    op.add_column("people", sa.Column("pieces", sa.Text))
    op.add_column("people", sa.Column("confirm", sa.Boolean, nullable=False, server_default=sa.false()))
