"""The messages that show matches get a table of their own.

A step by itself, so that databases of the development of 0.2.0 come up. It becomes part of that version's
file.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0081"
down_revision = "0080"

_RATED = ["guild_id", "game", "variant", "first_id", "second_id", "rated"]
_MOVED = ("message_id", "thread_id", "locale", "tokens_only", "ping_id", "pinged", "reminded", "other_side")


def upgrade() -> None:
    op.create_table(
        "boards",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("side", sa.SmallInteger),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("locale", sa.Text),
        sa.Column("tokens_only", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("thread_id", sa.BigInteger),
        sa.Column("shown_version", sa.Integer, nullable=False, server_default="-1"),
        sa.Column("notification_id", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_boards"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_boards_match_id"),
        sqlite_autoincrement=True,
    )
    notified = sa.Column("notified", sa.SmallInteger, nullable=False, server_default="0")
    op.add_column("matches", notified)
    for statement in _STATEMENTS:
        op.execute(statement)
    for column in ("match_id", "guild_id", "channel_id", "message_id"):
        op.create_index(f"ix_boards_{column}", "boards", [column])
    for name, column in (("notifications", "notification_id"), ("of_sides", "side")):
        is_set = sa.text(f"{column} IS NOT NULL")
        op.create_index(
            f"ix_boards_{name}", "boards", ["match_id"], sqlite_where=is_set, postgresql_where=is_set
        )
    for index in ("message_id", "told", "rated"):
        op.drop_index(f"ix_matches_{index}", "matches")
    for name in _MOVED:
        op.drop_column("matches", name)
    is_rated = sa.text("rated IS NOT NULL")
    op.create_index("ix_matches_rated", "matches", _RATED, sqlite_where=is_rated, postgresql_where=is_rated)
    op.drop_table("other_boards")


_STATEMENTS = (
    # The side at home is the one that has no board elsewhere.
    """INSERT INTO boards (match_id, side, guild_id, channel_id, locale, tokens_only, message_id, thread_id,
        shown_version, notification_id)
    SELECT id, 3 - other_side, guild_id, channel_id, locale, tokens_only, message_id, thread_id,
        shown_version, ping_id
    FROM matches ORDER BY id""",
    """INSERT INTO boards (match_id, side, guild_id, channel_id, locale, message_id, shown_version)
    SELECT matches.id, matches.other_side, other_boards.guild_id, other_boards.channel_id,
        other_boards.locale, other_boards.message_id, other_boards.shown_version
    FROM other_boards JOIN matches ON matches.id = other_boards.match_id ORDER BY matches.id""",
    """UPDATE matches SET notified = CASE WHEN reminded THEN 2 WHEN pinged THEN 1 ELSE 0 END""",
    """UPDATE matches SET shown_version = other_boards.shown_version FROM other_boards
    WHERE other_boards.match_id = matches.id AND other_boards.shown_version < matches.shown_version""",
)
