"""Servers choose default variants and clocks of games.

A step by itself, so that databases of the development of 0.2.0 come up. It becomes part of that version's
file.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0084"
down_revision = "0083"


def upgrade() -> None:
    op.add_column("guild_settings", sa.Column("variants", sa.Text))
    op.add_column("guild_settings", sa.Column("clocks", sa.Text))
