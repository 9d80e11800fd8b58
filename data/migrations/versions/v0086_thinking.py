"""People and servers choose whether the computer thinks as long as a person.

A step by itself, so that databases of the development of 0.2.0 come up. It becomes part of that version's
file.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0086"
down_revision = "0085"


def upgrade() -> None:
    for table in ("people", "guild_settings"):
        op.add_column(table, sa.Column("thinking", sa.Text))
