"""The tables of uptime: the count of each shard, and the servers for which it stands still."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, Integer, Table

from data.tables.metadata import metadata

uptime = Table(
    "uptime",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),  # 0 and up; each has a row
    Column("seconds", Double, nullable=False),  # over all runs of the bot
    Column("saved_at", Double, nullable=False),  # when it counted them; 0: it has never run
    Column("runs", Boolean, nullable=False),  # it was running then
)

server_outages = Table(
    "server_outages",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("since", Double, nullable=False),  # its shard's uptime when Discord said that it is unavailable
    sqlite_with_rowid=False,
)
