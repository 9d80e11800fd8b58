"""The new tables of 0.2.0 about servers: tournaments, seeks, daily puzzles, roles, moderation, outages.

Columns stand in the order in which databases of the development of 0.2.0 have them.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op


def create_server_tables() -> None:
    """Create the tables and their indexes."""
    _tournaments()
    _entrants_and_pairings()
    _seeks()
    _daily_puzzles()
    _roles()
    _moderation()
    _outages()


def _tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("locale", sa.Text),
        sa.Column("creator_id", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("control", sa.Text, nullable=False),
        sa.Column("rounds", sa.SmallInteger),
        sa.Column("days", sa.SmallInteger, nullable=False),
        sa.Column("level", sa.Text),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("round", sa.SmallInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("shown_version", sa.Integer, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("deadline", sa.Double),
        sa.Column("ended_at", sa.Double),
        sa.Column("announced", sa.Boolean, nullable=False),
        sa.Column("minutes", sa.SmallInteger),
        sa.Column("starts_at", sa.Double),
        sa.Column("groups", sa.SmallInteger),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tournaments_guild_id", "tournaments", ["guild_id"])
    op.create_index("ix_tournaments_state_announced", "tournaments", ["state", "announced"])


def _entrants_and_pairings() -> None:
    op.create_table(
        "tournament_entrants",
        sa.Column("tournament_id", sa.Integer, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("level", sa.Text),
        sa.Column("dropped", sa.Boolean, nullable=False),
        sa.Column("rank", sa.SmallInteger),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tournament_entrants_user_id", "tournament_entrants", ["user_id"])
    op.create_table(
        "tournament_pairings",
        sa.Column("tournament_id", sa.Integer, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("round", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("board", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("first_entrant", sa.SmallInteger, nullable=False),
        sa.Column("second_entrant", sa.SmallInteger),
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id")),
        sa.Column("result", sa.Text),
        sa.Column("reminded", sa.Boolean, nullable=False),
        sa.Column("place", sa.SmallInteger),
        sa.Column("ended_at", sa.Double),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tournament_pairings_match_id", "tournament_pairings", ["match_id"])


def _seeks() -> None:
    op.create_table(
        "seeks",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("control", sa.Text),
        sa.Column("is_rated", sa.Boolean, nullable=False),
        sa.Column("range", sa.Integer),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("expires_at", sa.Double, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("locale", sa.Text),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_seeks_user_id_guild_id_game", "seeks", ["user_id", "guild_id", "game"], unique=True)
    op.create_index("ix_seeks_guild_id", "seeks", ["guild_id"])
    op.create_table(
        "seek_boards",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )


def _daily_puzzles() -> None:
    op.create_table(
        "daily_settings",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger),
        sa.Column("hour", sa.SmallInteger, nullable=False),
        sa.Column("games", sa.Text),
        sa.Column("admin_id", sa.BigInteger),
        sa.Column("next_at", sa.Double),
        sa.Column("problem", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_daily_settings_next_at", "daily_settings", ["next_at"])
    op.create_table(
        "daily_puzzles",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("puzzle_id", sa.Text, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("closes_at", sa.Double, nullable=False),
        sa.Column("closed_at", sa.Double),
        sa.Column("shown", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
    not_shown = sa.text("NOT shown")
    op.create_index(
        "ix_daily_puzzles_open",
        "daily_puzzles",
        ["guild_id"],
        sqlite_where=not_shown,
        postgresql_where=not_shown,
    )
    op.create_table(
        "daily_answers",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("opened_at", sa.Double, nullable=False),
        sa.Column("tried_at", sa.Double),
        sa.Column("solved", sa.Boolean),
        sa.Column("counts", sa.Boolean),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_daily_answers_user_id", "daily_answers", ["user_id"])


def _roles() -> None:
    op.create_table(
        "rank_games",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rank_roles",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("least", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("role_id", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rank_members",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("role_id", sa.BigInteger, nullable=False),
        sa.Column("is_given", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )


def _moderation() -> None:
    op.create_table(
        "bans",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("until", sa.Double),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("by_id", sa.BigInteger, nullable=False),
        sa.Column("banned_at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_bans_user_id", "bans", ["user_id"])
    op.create_table(
        "messages_to_delete",
        sa.Column("message_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )


def _outages() -> None:
    op.create_table(
        "server_outages",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("since", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
