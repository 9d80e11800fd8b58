"""People race through puzzles in a channel, or storm through them alone.

A step by itself, so that databases of the development of 0.2.0 come up. It becomes part of that version's
file.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0090"
down_revision = "0089"

_UNSHOWN = sa.text("ended_at IS NULL OR shown_version < version")
_OPEN = sa.text("ended_at IS NULL")


def upgrade() -> None:
    _create_races()
    _create_answers()


def _create_races() -> None:
    op.create_table(
        "races",
        sa.Column("id", sa.Integer),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("channel_id", sa.BigInteger),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("creator_id", sa.BigInteger),
        sa.Column("game", sa.Text),
        sa.Column("rematch_of", sa.Integer),
        sa.Column("puzzles", sa.Text),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("starts_at", sa.Double, nullable=False),
        sa.Column("ends_at", sa.Double, nullable=False),
        sa.Column("ended_at", sa.Double),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("shown_version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_races"),
    )
    op.create_index(
        "uq_races_channel_id",
        "races",
        ["channel_id"],
        unique=True,
        sqlite_where=_OPEN,
        postgresql_where=_OPEN,
    )
    op.create_index(
        "ix_races_unshown", "races", ["guild_id"], sqlite_where=_UNSHOWN, postgresql_where=_UNSHOWN
    )
    op.create_index("ix_races_created_at", "races", ["created_at"])


def _create_answers() -> None:
    op.create_table(
        "racers",
        sa.Column("race_id", sa.Integer, sa.ForeignKey("races.id", name="fk_racers_race_id")),
        sa.Column("user_id", sa.BigInteger, autoincrement=False),
        sa.Column("joined_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("race_id", "user_id", name="pk_racers"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_racers_user_id", "racers", ["user_id"])
    op.create_table(
        "race_answers",
        sa.Column("race_id", sa.Integer, sa.ForeignKey("races.id", name="fk_race_answers_race_id")),
        sa.Column("user_id", sa.BigInteger, autoincrement=False),
        sa.Column("number", sa.Integer, autoincrement=False),
        sa.Column("puzzle_id", sa.Text, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("answered_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("race_id", "user_id", "number", name="pk_race_answers"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_race_answers_user_id_answered_at", "race_answers", ["user_id", "answered_at"])
    op.create_table(
        "storm_bests",
        sa.Column("user_id", sa.BigInteger, autoincrement=False),
        sa.Column("game", sa.Text),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("reached_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game", name="pk_storm_bests"),
        sqlite_with_rowid=False,
    )
