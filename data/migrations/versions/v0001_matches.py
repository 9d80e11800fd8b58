"""Matches, their moves, and the settings of servers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _matches()
    op.create_table(
        "moves",
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("played_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "ply", name="pk_moves"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_moves_match_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "guild_settings",
        sa.Column("guild_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("language", sa.Text),
        sa.Column("theme", sa.Text),
        sa.Column("threads", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_guild_settings"),
        sqlite_with_rowid=False,
    )


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("first_id", sa.BigInteger),
        sa.Column("second_id", sa.BigInteger),
        sa.Column("level", sa.Text),
        sa.Column("challenger_id", sa.BigInteger, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("thread_id", sa.BigInteger),
        sa.Column("locale", sa.Text),
        sa.Column("takebacks", sa.Integer, nullable=False, server_default="0"),
        sa.Column("version", sa.Integer, nullable=False, server_default="0"),
        sa.Column("shown_version", sa.Integer, nullable=False, server_default="-1"),
        sa.Column("offer_kind", sa.Text),
        sa.Column("offer_side", sa.SmallInteger),
        sa.Column("offer_ply", sa.Integer),
        sa.Column("winner", sa.SmallInteger),
        sa.Column("reason", sa.Text),
        sa.Column("rematch_of", sa.Integer),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("updated_at", sa.Double, nullable=False),
        sa.Column("ended_at", sa.Double),
        sa.Column("expires_at", sa.Double),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.ForeignKeyConstraint(["rematch_of"], ["matches.id"], name="fk_matches_rematch_of"),
        sa.CheckConstraint("state IN ('challenge', 'playing', 'over')", name=op.f("ck_matches_state")),
        sa.CheckConstraint("winner IN (1, 2)", name=op.f("ck_matches_winner")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_matches_first_id_state", "matches", ["first_id", "state"])
    op.create_index("ix_matches_second_id_state", "matches", ["second_id", "state"])
    op.create_index("ix_matches_channel_id_state", "matches", ["channel_id", "state"])
    op.create_index("ix_matches_message_id", "matches", ["message_id"])
    behind = sa.text("shown_version < version")
    op.create_index("ix_matches_behind", "matches", ["id"], sqlite_where=behind, postgresql_where=behind)
    op.create_index("ix_matches_state_expires_at", "matches", ["state", "expires_at"])
