"""The last number that a match was given. It is kept beside the tables, since that match may be deleted."""

from __future__ import annotations

from sqlalchemy import Connection, text

_LAST_OF_FILE = text("SELECT seq FROM sqlite_sequence WHERE name = 'matches'")
_RAISE_IN_FILE = text("UPDATE sqlite_sequence SET seq = :last WHERE name = 'matches'")
_BEGIN_IN_FILE = text("INSERT INTO sqlite_sequence (name, seq) VALUES ('matches', :last)")
_LAST_ON_SERVER = text("SELECT pg_sequence_last_value(pg_get_serial_sequence('matches', 'id')::regclass)")
_RAISE_ON_SERVER = text("SELECT setval(pg_get_serial_sequence('matches', 'id'), :last)")


def last_number(connection: Connection) -> int:
    """The highest number that a match has had; 0 if there was none."""
    last = connection.execute(_LAST_ON_SERVER if _is_server(connection) else _LAST_OF_FILE).scalar()
    return int(last or 0)


def raise_last_number(connection: Connection, last: int) -> None:
    """Give later matches higher numbers than ``last``. The numbers are never lowered."""
    if last <= last_number(connection):
        return
    if _is_server(connection):
        connection.execute(_RAISE_ON_SERVER, {"last": last})
    elif not connection.execute(_RAISE_IN_FILE, {"last": last}).rowcount:
        connection.execute(_BEGIN_IN_FILE, {"last": last})


def _is_server(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"
