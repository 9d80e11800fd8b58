"""The tables of 0.1.0, in an empty database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = None


def upgrade() -> None:
    _matches()
    _indexes_of_matches()
    op.create_table(
        "moves",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("played_at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    _servers()
    _people()
    _uptime()
    _processes()


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer, primary_key=True),
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
        sa.Column("rematch_of", sa.Integer, sa.ForeignKey("matches.id")),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("updated_at", sa.Double, nullable=False),
        sa.Column("ended_at", sa.Double),
        sa.Column("expires_at", sa.Double),
        sa.Column("clock", sa.Text),
        sa.Column("clock_side", sa.SmallInteger),
        sa.Column("clock_since", sa.Double),
        sa.Column("first_seconds", sa.Double),
        sa.Column("first_periods", sa.SmallInteger),
        sa.Column("second_seconds", sa.Double),
        sa.Column("second_periods", sa.SmallInteger),
        sa.Column("paused", sa.Text),
        sa.Column("pinged", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("reminded", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("ping_id", sa.BigInteger),
        sa.Column("tokens_only", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("asked", sa.Text),
        sa.Column("teaching", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.CheckConstraint("state IN ('challenge', 'playing', 'over')", name="state"),
        sa.CheckConstraint("winner IN (1, 2)", name="winner"),
        sqlite_autoincrement=True,
    )


def _indexes_of_matches() -> None:
    for columns in (
        ["first_id", "state"],
        ["second_id", "state"],
        ["channel_id", "state"],
        ["message_id"],
        ["state", "expires_at"],
        ["guild_id"],
        ["reason", "ended_at"],
    ):
        op.create_index(f"ix_matches_{'_'.join(columns)}", "matches", columns)
    for name, column, condition in (
        ("behind", "id", "shown_version < version"),
        ("rematches", "rematch_of", "rematch_of IS NOT NULL"),
        ("running", "id", "clock_since IS NOT NULL"),
        ("told", "id", "ping_id IS NOT NULL"),
    ):
        where = sa.text(condition)
        op.create_index(f"ix_matches_{name}", "matches", [column], sqlite_where=where, postgresql_where=where)


def _servers() -> None:
    op.create_table(
        "guild_settings",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("language", sa.Text),
        sa.Column("theme", sa.Text),
        sa.Column("threads", sa.Boolean, nullable=False),
        sa.Column("matches", sa.Integer),
        sa.Column("boards", sa.Integer),
        sa.Column("strong", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("channels", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "welcomes",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "left_guilds",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("left_at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("locale", sa.Text),
        sa.Column("pings", sa.Boolean, nullable=False),
        sa.Column("language", sa.Text),
        sa.Column("theme", sa.Text),
        sa.Column("pieces", sa.Text),
        sa.Column("confirm", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("coordinates", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("clocks", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "lessons",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("steps", sa.SmallInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "blocks",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("blocked_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("blocked_at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )


def _uptime() -> None:
    op.create_table(
        "uptime",
        sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("saved_at", sa.Double, nullable=False),
        sa.Column("runs", sa.Boolean, nullable=False),
    )
    # Each shard has a row, and the bot has one shard until Discord says otherwise.
    op.execute("INSERT INTO uptime (shard, seconds, saved_at, runs) VALUES (0, 0, 0, false)")


def _processes() -> None:
    op.create_table(
        "bot_processes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot_id", sa.BigInteger, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("is_leaving", sa.Boolean, nullable=False),
        sa.Column("claims", sa.Boolean, nullable=False),
        sa.Column("expires_at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "shard_leases",
        sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("owner", sa.Text),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("expires_at", sa.Double, nullable=False),
        sa.Column("successor", sa.Text),
        sa.Column("switch_at", sa.Double),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "identify_slots",
        sa.Column("bucket", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("next_at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "synced_commands",
        sa.Column("bot_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
