"""Tournaments, and the tournament of a match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("matches", sa.Column("tournament_id", sa.Integer))
    _tournaments()
    _entrants()
    _pairings()


def _tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer, nullable=False),
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
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tournaments_guild_id", "tournaments", ["guild_id"])
    op.create_index("ix_tournaments_state_announced", "tournaments", ["state", "announced"])


def _entrants() -> None:
    op.create_table(
        "tournament_entrants",
        sa.Column("tournament_id", sa.Integer, nullable=False),
        sa.Column("number", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("level", sa.Text),
        sa.Column("dropped", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_tournament_entrants_tournament_id"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "number", name="pk_tournament_entrants"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tournament_entrants_user_id", "tournament_entrants", ["user_id"])


def _pairings() -> None:
    op.create_table(
        "tournament_pairings",
        sa.Column("tournament_id", sa.Integer, nullable=False),
        sa.Column("round", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.Column("board", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.Column("first_entrant", sa.SmallInteger, nullable=False),
        sa.Column("second_entrant", sa.SmallInteger),
        sa.Column("match_id", sa.Integer),
        sa.Column("result", sa.Text),
        sa.Column("reminded", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_tournament_pairings_tournament_id"
        ),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_tournament_pairings_match_id"),
        sa.PrimaryKeyConstraint("tournament_id", "round", "board", name="pk_tournament_pairings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tournament_pairings_match_id", "tournament_pairings", ["match_id"])
