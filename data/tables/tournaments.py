"""The tables of tournaments, of who takes part in them, and of who plays whom."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    false,
)

from data.tables.metadata import metadata

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),  # of its message and of its matches
    Column("message_id", BigInteger),  # shows it; NULL until it is posted
    Column("locale", Text),
    Column("creator_id", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),  # `data.model.tournament` has the values of this and of the state
    Column("game", Text, nullable=False),
    Column("variant", Text, nullable=False),
    Column("control", Text, nullable=False),  # the time control of its matches
    Column("rounds", SmallInteger),  # NULL: decided at the start
    Column("days", SmallInteger, nullable=False),  # read by earlier versions only
    Column("minutes", SmallInteger),  # how long an arena is; NULL: it is none
    Column("groups", SmallInteger),  # of a round robin; NULL: everybody meets everybody
    Column("starts_at", Double),  # when it starts by itself; NULL: its organizer starts it
    Column("level", Text),  # of the computer that fills a seat, or gives a simul; NULL: none does
    Column("rated", Boolean, nullable=False),  # its matches between people are
    Column("state", Text, nullable=False),
    Column("round", SmallInteger, nullable=False),  # 0 before the start
    Column("version", Integer, nullable=False),  # raised by every change
    Column("shown_version", Integer, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("deadline", Double),  # the end of an arena; of earlier versions also that of a round
    Column("ended_at", Double),
    Column("announced", Boolean, nullable=False),  # its end
    Column("title", Text),  # by its organizer, as plain text; NULL: it is called by its number
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
    Column("rank", SmallInteger),  # on a ladder the order, in a knockout the seed; of a simul 1: its giver
    Column("removed", Boolean, nullable=False, server_default=false()),  # by a moderator
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
    Column("reminded", Boolean, nullable=False),  # read by earlier versions only
    Column("place", SmallInteger),  # which of an arena's threads it is played in; NULL: one of its own
    Column("ended_at", Double),  # when its result was known; NULL: it is not, or an older version stored it
    Column("corrected", Boolean, nullable=False, server_default=false()),  # its result, by a moderator
    Index(None, "match_id"),
    sqlite_with_rowid=False,
)
