"""The tables of matches, and of what is known about them: their moves, verdicts, openings, and mistakes."""

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
)

from data.tables.metadata import metadata

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
    Column("rated", Text),  # `data.model.match_rating`; NULL: the players have not agreed to that
    Column("tournament_id", Integer),  # the tournament that it is part of, which may be deleted
    Column("teams", Text),  # `data.model.teams`, with `team_members`; NULL: no side has several people
    Column(
        "notified", SmallInteger, nullable=False, server_default="0"
    ),  # `data.model.match.Notified`, of the turn
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
    Column("position", BigInteger, nullable=False),  # `data.matches.analyses.position_hash`
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
    # How likely each side's moves are of each rung of the game's scale: natural logarithms, times 100, in
    # order, with spaces; NULL: that is not known.
    Column("first_likelihoods", Text),
    Column("second_likelihoods", Text),
    sqlite_with_rowid=False,
)

opening_moves = Table(
    "opening_moves",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("position", BigInteger, primary_key=True, autoincrement=False),  # `data.matches.opening_index`
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
