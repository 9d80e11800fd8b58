"""The tables. A match is stored as its start and its moves: only a start that is no variant's is a board.

Moments are unix seconds, and clocks count seconds of uptime (`data.uptime`). People, servers, channels and
messages are Discord's ids. A change of this file comes with one of the newest migration and a new `REVISION`
(`data.migrations` says how); a test compares the three.
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
    SmallInteger,
    Table,
    Text,
    false,
    text,
    true,
)

import data.board_tables
import data.moderation_tables
import data.opponent_tables
import data.process_tables
import data.puzzle_tables
import data.rank_tables
import data.uptime_tables  # noqa: F401  `metadata` is whole with this module alone
from data.metadata import metadata

REVISION = "0081"
"""The newest migration. It is repeated here so that a start on a current database needs no Alembic."""

VERSION_TABLE = "daeguk_version"
"""The name of Alembic's table, which identifies a database of this program."""

COPY_TABLE = "daeguk_copy"
"""A table that is there while a copy to this database is not complete (`data.transfer.copying`)."""

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("variant", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("first_id", BigInteger),  # NULL: the computer; 0: a person who has erased their data
    Column("second_id", BigInteger),
    Column("level", Text),  # the computer's; NULL between two people
    Column("challenger_id", BigInteger, nullable=False),
    # Of its first board, which indexes here need too; `data.matches.boards` and `places` keep them equal.
    Column("guild_id", BigInteger),  # NULL in direct messages
    Column("channel_id", BigInteger, nullable=False),
    Column("takebacks", Integer, nullable=False, server_default="0"),
    Column("version", Integer, nullable=False, server_default="0"),  # raised by every change
    Column("shown_version", Integer, nullable=False, server_default="-1"),  # the lowest of its boards
    Column("offer_kind", Text),  # a pending offer; the three are set together
    Column("offer_side", SmallInteger),
    Column("offer_ply", Integer),
    Column("asked", Text),  # the offers made in this position, as "undo:1 draw:2"; NULL: none
    Column("winner", SmallInteger),  # 1 or 2; NULL: nobody, or nobody yet
    Column("reason", Text),  # a text key: why it is over
    Column("rematch_of", Integer, ForeignKey("matches.id")),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double, nullable=False),
    Column("ended_at", Double),
    Column("expires_at", Double),  # of a challenge
    Column("clock", Text),  # the time control; NULL: none, and the next six are NULL
    Column("clock_side", SmallInteger),  # to move; NULL before the first turn and for the computer
    Column("clock_since", Double),  # its shard's uptime when it started; NULL: it is stopped
    Column("first_seconds", Double),  # remaining when the clock last stopped
    Column("first_periods", SmallInteger),
    Column("second_seconds", Double),
    Column("second_periods", SmallInteger),
    Column("paused", Text),  # why the match is paused; NULL: it is not
    Column("teaching", Boolean, nullable=False, server_default=false()),  # costly moves are pointed out
    Column("imported_by", BigInteger),  # who imported it; nobody plays in it, and both seats are 0
    Column("setup", Text),  # the diagram of its start; NULL: the variant's own start
    Column("rated", Text),  # `data.ratings.match_rating`; NULL: the players have not agreed to that
    Column("tournament_id", Integer),  # the tournament that it is part of, which may be deleted
    Column("teams", Text),  # `data.teams`, with `team_members`; NULL: no side has several people
    Column(
        "notified", SmallInteger, nullable=False, server_default="0"
    ),  # `data.model.Notified`, of the turn
    CheckConstraint("state IN ('challenge', 'playing', 'over')", name="state"),
    CheckConstraint("winner IN (1, 2)", name="winner"),
    Index(None, "first_id", "state"),
    Index(None, "second_id", "state"),
    Index(None, "channel_id", "state"),
    # Matches with an outdated board; nearly always none.
    Index(
        "ix_matches_behind",
        "id",
        sqlite_where=text("shown_version < version"),
        postgresql_where=text("shown_version < version"),
    ),
    Index(None, "state", "expires_at"),
    Index(None, "guild_id"),
    Index(None, "reason", "ended_at"),
    # Read by each deletion, for the foreign key.
    Index(
        "ix_matches_rematches",
        "rematch_of",
        sqlite_where=text("rematch_of IS NOT NULL"),
        postgresql_where=text("rematch_of IS NOT NULL"),
    ),
    Index(
        "ix_matches_imported",
        "imported_by",
        sqlite_where=text("imported_by IS NOT NULL"),
        postgresql_where=text("imported_by IS NOT NULL"),
    ),
    # Answers from the index alone: who has played rated matches in a server.
    Index(
        "ix_matches_rated",
        "guild_id",
        "game",
        "variant",
        "first_id",
        "second_id",
        "rated",
        sqlite_where=text("rated IS NOT NULL"),
        postgresql_where=text("rated IS NOT NULL"),
    ),
    # Running clocks.
    Index(
        "ix_matches_running",
        "id",
        sqlite_where=text("clock_since IS NOT NULL"),
        postgresql_where=text("clock_since IS NOT NULL"),
    ),
    # A number is never used again: an old button must not reach another match.
    sqlite_autoincrement=True,
)

moves = Table(
    "moves",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("move", Text, nullable=False),
    Column("user_id", BigInteger),  # NULL: the computer, or a forced pass
    Column("played_at", Double, nullable=False),
    Column("seconds_left", Double),  # of who moved, after the move; NULL if that turn was not timed
    Column("periods_left", Integer),
    # Stores the moves of a match side by side, in the tree of the primary key.
    sqlite_with_rowid=False,
)

analyses = Table(
    "analyses",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),  # the number of moves before it
    Column("position", BigInteger, nullable=False),  # `data.analyses.position_hash`
    Column("engine", SmallInteger, nullable=False),  # the version of the engines that found the verdict
    Column("verdict", Text, nullable=False),  # as `ai.analysis.encode` writes it
    Index(None, "position"),  # equal positions of other matches
    sqlite_with_rowid=False,
)

# Each side's accuracy in percent in a match whose moves are all judged; NULL: no move of the side is.
accuracies = Table(
    "accuracies",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("engine", SmallInteger, nullable=False),  # the version of the engines that judged it
    Column("first", Double),
    Column("second", Double),
    sqlite_with_rowid=False,
)

opening_moves = Table(
    "opening_moves",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("position", BigInteger, primary_key=True, autoincrement=False),  # `data.matches.openings`
    Column("move", Text, nullable=False),  # played there, in the position's canonical image
    Column("guild_id", BigInteger),  # of the match, as the next one
    Column("channel_id", BigInteger, nullable=False),
    Column("winner", SmallInteger),  # 1 or 2; 0: a draw; NULL: not known
    # Answers from the index alone: what was played in a server, and the newest matches.
    Index("ix_opening_moves_played", "guild_id", "position", "move", "match_id", "channel_id", "winner"),
    sqlite_with_rowid=False,
)

mistakes = Table(
    "mistakes",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),  # the number of moves before it
    Column("user_id", BigInteger, nullable=False),  # who played it
    Column("tries", SmallInteger, nullable=False),  # how often they were asked for a better move
    Column("solved", SmallInteger, nullable=False),  # how often they found one
    Column("due_at", Double),  # when they are asked next; NULL: not anymore
    Index(None, "user_id", "due_at"),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("category", Text, primary_key=True),  # `data.ratings.categories`
    Column("rating", Double, nullable=False),  # these three: after the last match, as Glicko-2 has them
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("matches", Integer, nullable=False),  # that were rated
    Column("wins", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("rated_at", Double, nullable=False),  # when the last one ended
    Index(None, "category", "rating"),
    sqlite_with_rowid=False,
)

# What ratings are computed from. It stays when a match is deleted, so it names none of the matches' rows.
rated_matches = Table(
    "rated_matches",
    metadata,
    Column("match_id", Integer, primary_key=True, autoincrement=False),
    Column("category", Text, nullable=False),
    Column("variant", Text, nullable=False),
    Column("first_id", BigInteger, nullable=False),  # 0: a person who has erased their data
    Column("second_id", BigInteger, nullable=False),
    Column("winner", SmallInteger),  # 1 or 2; NULL: a draw
    Column("ended_at", Double, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("opening", BigInteger, nullable=False),  # `data.ratings.fair_play.opening_key`
    Column("resigned", Boolean, nullable=False),
    Column("unrated", Text),  # why it was not rated, and the next eight are NULL
    Column("first_before", Double),
    Column("first_deviation_before", Double),
    Column("first_after", Double),
    Column("first_deviation_after", Double),
    Column("second_before", Double),
    Column("second_deviation_before", Double),
    Column("second_after", Double),
    Column("second_deviation_after", Double),
    Index(None, "first_id", "category", "ended_at"),
    Index(None, "second_id", "category", "ended_at"),
    sqlite_with_rowid=False,
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),  # of its message and of its matches
    Column("message_id", BigInteger),  # shows it; NULL until it is posted
    Column("locale", Text),
    Column("creator_id", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),  # `data.tournaments.model` has the values of this and of the state
    Column("game", Text, nullable=False),
    Column("variant", Text, nullable=False),
    Column("control", Text, nullable=False),  # the time control of its matches
    Column("rounds", SmallInteger),  # NULL: decided at the start
    Column("days", SmallInteger, nullable=False),  # until a match has to have begun
    Column("minutes", SmallInteger),  # how long an arena is; NULL: it is none
    Column("groups", SmallInteger),  # of a round robin; NULL: everybody meets everybody
    Column("starts_at", Double),  # when it starts by itself; NULL: its organizer starts it
    Column("level", Text),  # of the computer that fills an odd number of seats; NULL: none does
    Column("rated", Boolean, nullable=False),  # its matches between people are
    Column("state", Text, nullable=False),
    Column("round", SmallInteger, nullable=False),  # 0 before the start
    Column("version", Integer, nullable=False),  # raised by every change
    Column("shown_version", Integer, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("deadline", Double),  # of the round, or the end of an arena
    Column("ended_at", Double),
    Column("announced", Boolean, nullable=False),  # its end
    Index(None, "guild_id"),
    Index("ix_tournaments_state_announced", "state", "announced"),
    sqlite_autoincrement=True,
)

tournament_entrants = Table(
    "tournament_entrants",
    metadata,
    Column("tournament_id", Integer, ForeignKey("tournaments.id"), primary_key=True),
    Column("number", SmallInteger, primary_key=True, autoincrement=False),  # from 1
    Column("user_id", BigInteger),  # NULL: the computer; 0: a person who has erased their data
    Column("level", Text),  # the computer's
    Column("dropped", Boolean, nullable=False),  # they are not paired anymore
    Column("rank", SmallInteger),  # orders those on a ladder; NULL: the tournament is none
    Index(None, "user_id"),
    sqlite_with_rowid=False,
)

tournament_pairings = Table(
    "tournament_pairings",
    metadata,
    Column("tournament_id", Integer, ForeignKey("tournaments.id"), primary_key=True),
    Column("round", SmallInteger, primary_key=True, autoincrement=False),
    Column("board", SmallInteger, primary_key=True, autoincrement=False),
    Column("first_entrant", SmallInteger, nullable=False),
    Column("second_entrant", SmallInteger),  # NULL: a bye
    Column("match_id", Integer, ForeignKey("matches.id")),  # NULL: not started, without one, or deleted
    Column("result", Text),
    Column("reminded", Boolean, nullable=False),  # the players were, of the deadline
    Column("place", SmallInteger),  # which of an arena's threads it is played in; NULL: one of its own
    Column("ended_at", Double),  # when its result was known; NULL: it is not, or an older version stored it
    Index(None, "match_id"),
    sqlite_with_rowid=False,
)

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
    sqlite_with_rowid=False,
)

people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("locale", Text),  # Discord's, as last seen
    Column("pings", Boolean, nullable=False),  # whether they want turn notifications
    Column("language", Text),  # NULL: that of their Discord
    Column("theme", Text),  # NULL: the server's
    Column("pieces", Text),  # how Twelve Janggi's tiles look; NULL: by the language
    Column("confirm", Boolean, nullable=False, server_default=false()),  # whether moves are confirmed
    Column("coordinates", Boolean, nullable=False, server_default=true()),  # whether boards have them
    Column("clocks", Text),  # "countdown" or "time"; NULL: the usual display
    Column("world", Boolean, nullable=False, server_default=false()),  # on the leaderboard of all servers
    Index("ix_people_world", "user_id", sqlite_where=text("world"), postgresql_where=text("world")),
    sqlite_with_rowid=False,
)

lessons = Table(
    "lessons",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("steps", SmallInteger, nullable=False),  # that are done; 0 once the lesson was offered
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

blocks = Table(
    "blocks",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),  # the person who has blocked
    Column("blocked_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_at", Double, nullable=False),
    sqlite_with_rowid=False,
)
