"""Games, levels one by one, who creates tournaments, and quiet hours; "strong" becomes levels."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0061"
down_revision = "0060"


def upgrade() -> None:
    for name in ("games", "levels"):
        op.add_column("guild_settings", sa.Column(name, sa.Text))
    op.add_column("guild_settings", sa.Column("organizers", sa.BigInteger))
    for name in ("quiet_from", "quiet_until"):
        op.add_column("guild_settings", sa.Column(name, sa.SmallInteger))
    op.execute(sa.text("UPDATE guild_settings SET levels = '1 2 3 4 5 6 other' WHERE NOT strong"))
    op.drop_column("guild_settings", "strong")
