"""The tables. A match is its game, its variant and its moves: no board is ever stored.

Moments are unix seconds (UTC), but on clocks seconds of uptime (`data/uptime.py`); people and places are
Discord's ids. A change of this file comes with a new step in ``data/migrations/versions`` and a new
`REVISION`; a test holds the three together.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    Table,
    Text,
    false,
    text,
    true,
)

REVISION = "0003"
"""The newest migration. Known here so that a start on an up-to-date database needs no Alembic."""

VERSION_TABLE = "daeguk_version"
"""Alembic's table under a name of our own: by it a database is recognised as ours."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("variant", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("first_id", BigInteger),  # NULL: the computer sits here
    Column("second_id", BigInteger),
    Column("level", Text),  # the computer's; NULL between two people
    Column("challenger_id", BigInteger, nullable=False),
    Column("guild_id", BigInteger),  # NULL in direct messages
    Column("channel_id", BigInteger, nullable=False),  # where the board is: a channel or a thread
    Column("message_id", BigInteger),  # the board's message; NULL until it is posted
    Column("thread_id", BigInteger),  # the thread opened for this match
    Column("locale", Text),  # Discord's locale where it was begun
    Column("tokens_only", Boolean, nullable=False, server_default=false()),  # the bot is no member there
    Column("takebacks", Integer, nullable=False, server_default="0"),
    Column("version", Integer, nullable=False, server_default="0"),  # raised by every change of the match
    Column("shown_version", Integer, nullable=False, server_default="-1"),  # what its message shows
    Column("offer_kind", Text),  # a pending request; the three are set and cleared together
    Column("offer_side", SmallInteger),
    Column("offer_ply", Integer),
    Column("winner", SmallInteger),  # 1, 2, or NULL: nobody (yet)
    Column("reason", Text),  # why it is over
    Column("rematch_of", Integer, ForeignKey("matches.id")),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double, nullable=False),
    Column("ended_at", Double),
    Column("expires_at", Double),  # of a challenge
    Column("clock", Text),  # the time control's name; NULL: no clock, then the next six are NULL
    Column(
        "clock_side", SmallInteger
    ),  # whose turn is on the clock; NULL before the first, and the computer's
    Column("clock_since", Double),  # the uptime at which it began to run; NULL: it stands
    Column("first_seconds", Double),  # left when the clock last stopped
    Column("first_periods", SmallInteger),
    Column("second_seconds", Double),
    Column("second_periods", SmallInteger),
    Column("paused", Text),  # why the match rests and its clock stands; NULL: it does not
    Column("pinged", Boolean, nullable=False, server_default=false()),  # whose turn it is was told so
    Column("reminded", Boolean, nullable=False, server_default=false()),  # and that time is running out
    Column("ping_id", BigInteger),  # the message that told it, as long as it stands
    CheckConstraint("state IN ('challenge', 'playing', 'over')", name="state"),
    CheckConstraint("winner IN (1, 2)", name="winner"),
    Index(None, "first_id", "state"),
    Index(None, "second_id", "state"),
    Index(None, "channel_id", "state"),
    Index(None, "message_id"),
    # Boards that are behind their match: none, nearly always.
    Index(
        "ix_matches_behind",
        "id",
        sqlite_where=text("shown_version < version"),
        postgresql_where=text("shown_version < version"),
    ),
    Index(None, "state", "expires_at"),
    # Clocks that run, and messages that tell somebody of their turn.
    Index(
        "ix_matches_running",
        "id",
        sqlite_where=text("clock_since IS NOT NULL"),
        postgresql_where=text("clock_since IS NOT NULL"),
    ),
    Index(
        "ix_matches_told",
        "id",
        sqlite_where=text("ping_id IS NOT NULL"),
        postgresql_where=text("ping_id IS NOT NULL"),
    ),
    # A number is never given twice: an old button must not reach another match.
    sqlite_autoincrement=True,
)

moves = Table(
    "moves",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("move", Text, nullable=False),
    Column("user_id", BigInteger),  # NULL: the computer, or a pass that the rules force
    Column("played_at", Double, nullable=False),
    # The moves of one match lie side by side, in the primary key's own tree.
    sqlite_with_rowid=False,
)

guild_settings = Table(
    "guild_settings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("language", Text),  # NULL: Discord's language of the server
    Column("theme", Text),  # NULL: the default theme
    Column("threads", Boolean, nullable=False),
    Column("matches", Integer),  # NULL: the default number
    Column("boards", Integer),  # NULL: any number
    Column("strong", Boolean, nullable=False, server_default=true()),
    Column("channels", Text),  # ids, a space between two; NULL: everywhere
    sqlite_with_rowid=False,
)

people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("locale", Text),  # Discord's, as last seen
    Column("pings", Boolean, nullable=False),  # whether they want to be told that it is their turn
    sqlite_with_rowid=False,
)

uptime = Table(
    "uptime",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # 1: there is one row
    Column("seconds", Double, nullable=False),  # for how long the bot could be played with, all told
    Column("saved_at", Double, nullable=False),
)
