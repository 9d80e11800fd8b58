"""The tables of servers: their settings, what their moderators do, and the roles that they give by rating."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    true,
)

from data.tables.metadata import metadata

guild_settings = Table(
    "guild_settings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("language", Text),  # NULL: the server's language in Discord
    Column("theme", Text),  # NULL: the default theme
    Column("threads", Boolean, nullable=False),
    Column("matches", Integer),  # NULL: the default number
    Column("boards", Integer),  # NULL: any number
    Column("channels", Text),  # ids separated by spaces; NULL: everywhere
    Column("open_seeks", Boolean, nullable=False, server_default=true()),  # of people of other servers
    Column("zone", Text),  # the time zone, as Asia/Seoul; NULL: by the server's language in Discord
    Column("log_channel", BigInteger),  # where acts and changes are logged; NULL: nowhere
    Column("games", Text),  # that can be played, separated by spaces; NULL: all
    Column("levels", Text),  # of the computer, separated by spaces; NULL: all
    Column("organizers", BigInteger),  # a role that can create tournaments; NULL: only managers
    Column("quiet_from", SmallInteger),  # hours in the time zone, both or neither
    Column("quiet_until", SmallInteger),
    Column("variants", Text),  # the default of each game, as go:19x19-korean, separated by spaces
    Column("clocks", Text),  # the default between people, likewise; NULL: those of the bot
    Column("thinking", Text),  # "instant": the computer plays at once; NULL: as a person would
    sqlite_with_rowid=False,
)

welcomes = Table(
    "welcomes",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),  # a server that was welcomed
    sqlite_with_rowid=False,
)

left_guilds = Table(
    "left_guilds",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),  # that removed the bot
    Column("left_at", Double, nullable=False),
    sqlite_with_rowid=False,
)

bans = Table(
    "bans",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),  # who cannot use the bot there
    Column("until", Double),  # NULL: for ever
    Column("reason", Text, nullable=False),
    Column("by_id", BigInteger, nullable=False),  # the moderator; 0: one who has erased their data
    Column("banned_at", Double, nullable=False),
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

# The message that says whose turn it is in a server's matches.
turn_lists = Table(
    "turn_lists",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),  # where an admin wants it
    Column("message_id", BigInteger),  # NULL until it is posted
    Column("since", Double, nullable=False),  # when it was to be posted there: no older message is it
    sqlite_with_rowid=False,
)

# Where a recap of the month, or at New Year of the year, is posted.
recap_channels = Table(
    "recap_channels",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("next_at", Double, nullable=False),  # when the next one is posted
    sqlite_with_rowid=False,
)

# The messages of what a moderator has deleted, until Discord has confirmed that they are gone.
messages_to_delete = Table(
    "messages_to_delete",
    metadata,
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

rank_games = Table(
    "rank_games",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),  # a server that gives roles
    Column("game", Text, nullable=False),  # the category whose rating counts; "best": a person's highest
    sqlite_with_rowid=False,
)

rank_roles = Table(
    "rank_roles",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("least", Integer, primary_key=True, autoincrement=False),  # the lowest rating for the role
    Column("role_id", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# Kept until the role is taken, also from somebody who has erased their data.
rank_members = Table(
    "rank_members",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("role_id", BigInteger, nullable=False),
    Column("is_given", Boolean, nullable=False),  # Discord has confirmed it
    sqlite_with_rowid=False,
)
