"""The channel in which a server's admins read what was done and changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0060"
down_revision = "0054"


def upgrade() -> None:
    op.add_column("guild_settings", sa.Column("log_channel", sa.BigInteger))
