"""The tables of roles that servers give by rating: which, and to whom."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Integer, Table, Text

from data.metadata import metadata

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
