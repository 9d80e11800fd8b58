"""The last number that a row was given. It is kept beside the tables: that row may be deleted."""

from __future__ import annotations

from sqlalchemy import Connection, Table, text

from data.tables.boards import boards
from data.tables.matches import matches
from data.tables.tournaments import tournaments

NUMBERED = (matches, tournaments, boards)
"""The tables whose rows have a number that is never used again."""

_LAST_OF_FILE = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
_RAISE_IN_FILE = text("UPDATE sqlite_sequence SET seq = :last WHERE name = :name")
_BEGIN_IN_FILE = text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)")
_LAST_ON_SERVER = text("SELECT pg_sequence_last_value(pg_get_serial_sequence(:name, 'id')::regclass)")
_RAISE_ON_SERVER = text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)")


def last_number(connection: Connection, table: Table = matches) -> int:
    """The highest number that a row has had; 0 if there was none."""
    query = _LAST_ON_SERVER if _is_server(connection) else _LAST_OF_FILE
    return int(connection.execute(query, {"name": table.name}).scalar() or 0)


def raise_last_number(connection: Connection, last: int, table: Table = matches) -> None:
    """Give later rows higher numbers than ``last``. The numbers are never lowered."""
    if last <= last_number(connection, table):
        return
    raised = {"name": table.name, "last": last}
    if _is_server(connection):
        connection.execute(_RAISE_ON_SERVER, raised)
    elif not connection.execute(_RAISE_IN_FILE, raised).rowcount:
        connection.execute(_BEGIN_IN_FILE, raised)


def _is_server(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"
