"""From 0.1.0 to 0.2.0, which is not released yet: `data.migrations` says how this file is changed.

The tables of 0.1.0 and their rows are changed here; two modules beside ``versions/`` have the new tables.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from data.migrations.play_tables_0_2_0 import create_play_tables
from data.migrations.server_tables_0_2_0 import create_server_tables

revision = "0080"
down_revision = "0014"


def upgrade() -> None:
    _change_matches()
    _change_settings()
    _change_processes()
    create_play_tables()
    create_server_tables()


def _change_matches() -> None:
    for column in (
        sa.Column("imported_by", sa.BigInteger),
        sa.Column("setup", sa.Text),
        sa.Column("rated", sa.Text),
        sa.Column("tournament_id", sa.Integer),
        sa.Column("teams", sa.Text),
        sa.Column("other_side", sa.SmallInteger),
    ):
        op.add_column("matches", column)
    op.add_column("moves", sa.Column("seconds_left", sa.Double))
    op.add_column("moves", sa.Column("periods_left", sa.Integer))
    rated_columns = ["guild_id", "game", "variant", "first_id", "second_id", "rated", "other_side"]
    _partial_index("ix_matches_rated", "matches", rated_columns, "rated IS NOT NULL")
    _partial_index("ix_matches_imported", "matches", ["imported_by"], "imported_by IS NOT NULL")


def _change_settings() -> None:
    op.add_column("people", sa.Column("world", sa.Boolean, nullable=False, server_default=sa.false()))
    _partial_index("ix_people_world", "people", ["user_id"], "world")
    for column in (
        sa.Column("zone", sa.Text),
        sa.Column("open_seeks", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("log_channel", sa.BigInteger),
        sa.Column("games", sa.Text),
        sa.Column("levels", sa.Text),
        sa.Column("organizers", sa.BigInteger),
        sa.Column("quiet_from", sa.SmallInteger),
        sa.Column("quiet_until", sa.SmallInteger),
    ):
        op.add_column("guild_settings", column)
    # Levels are chosen one by one now. "strong" was about 7 and 8; "other" means those without a number.
    op.execute("UPDATE guild_settings SET levels = '1 2 3 4 5 6 other' WHERE NOT strong")
    op.drop_column("guild_settings", "strong")


def _change_processes() -> None:
    op.add_column("bot_processes", sa.Column("commands", sa.Text))
    op.drop_table("synced_commands")  # its primary key grows; the commands are sent again at the next start
    op.create_table(
        "synced_commands",
        sa.Column("bot_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer),
        sa.Column("sending_until", sa.Double),
        sqlite_with_rowid=False,
    )


def _partial_index(name: str, table: str, columns: list[str], condition: str) -> None:
    where = sa.text(condition)
    op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)
