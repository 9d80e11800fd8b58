"""The tables that several bot processes share (`data.leases`)."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, Integer, Table, Text

from data.tables.metadata import metadata

bot_processes = Table(
    "bot_processes",
    metadata,
    Column("id", Text, primary_key=True),  # random
    Column("name", Text, nullable=False),  # the machine and the process number, for people
    Column("bot_id", BigInteger, nullable=False),  # of the bot that it is on Discord
    Column("total", Integer, nullable=False),  # how many shards it takes the bot to have
    Column("is_leaving", Boolean, nullable=False),  # it gives its shards to others
    Column("claims", Boolean, nullable=False),  # it claims a fair share; otherwise its shards are given
    Column("expires_at", Double, nullable=False),  # by the database server's clock
    Column("commands", Text),  # the hash of its commands; NULL: it has not computed it yet
    sqlite_with_rowid=False,
)

shard_leases = Table(
    "shard_leases",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("owner", Text),  # a process; NULL: the shard is free
    Column("epoch", Integer, nullable=False),  # raised by every change of the owner
    Column("expires_at", Double, nullable=False),  # by the database server's clock
    Column("successor", Text),  # the process that will be the owner; NULL: none
    Column("switch_at", Double),  # by Discord's clock: from when on the successor handles interactions
    sqlite_with_rowid=False,
)

identify_slots = Table(
    "identify_slots",
    metadata,
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("next_at", Double, nullable=False),  # by the database server's clock: from when on it is free
    sqlite_with_rowid=False,
)

synced_commands = Table(
    "synced_commands",
    metadata,
    Column("bot_id", BigInteger, primary_key=True, autoincrement=False),
    Column("hash", Text, primary_key=True),  # of commands that a process has
    Column("number", Integer),  # Discord has those with the highest number; NULL: they were never sent
    Column("sending_until", Double),  # by the database server's clock; NULL: no process sends them
    sqlite_with_rowid=False,
)

OPERATIONAL_TABLES = frozenset({bot_processes, shard_leases, identify_slots, synced_commands})
"""Tables about running processes and about Discord. Copies of a database leave their rows out."""
