"""The addresses of databases, as settings name them, and how a server is used."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError

from data.errors import DatabaseRefused

_DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """How a server is used. The settings of the bot have the same defaults."""

    connections: int = 8
    """At most, half of them for changes; at least 2."""
    statement_seconds: int = 10
    """How long a statement may take; 0: as long as it takes."""
    has_sessions: bool = True
    """Whether a connection keeps its process on the server; by PgBouncer in transaction mode it does not."""


def parse_url(address: str) -> URL:
    """The URL of an address such as ``sqlite:///var/daeguk.db``, with the driver used here.

    A driver in the address changes nothing: ``sqlite+aiosqlite:///var/daeguk.db`` means the same file. So
    does ``postgres://…`` mean the same as ``postgresql://…``.

    Raises `DatabaseRefused` for anything but an SQLite file or a PostgreSQL database.
    """
    try:
        url = make_url(with_known_scheme(address))
    except (ArgumentError, ValueError) as error:
        raise DatabaseRefused(
            "DATABASE_URL is no database address; write one like sqlite:///var/daeguk.db"
        ) from error
    driver = _DRIVERS.get(url.get_backend_name())
    if driver is None:
        raise DatabaseRefused(f"Daeguk keeps its matches in SQLite or PostgreSQL, not {url.drivername!r}")
    no_file = not url.database or url.database == ":memory:" or url.database.startswith("file:")
    if no_file and is_sqlite(url):
        raise DatabaseRefused(f"{url} names no file, and a database in memory would forget every match")
    return url.set(drivername=driver)


def with_known_scheme(address: str) -> str:
    """The address with the scheme ``postgresql``, which some hosting services write ``postgres``."""
    return re.sub(r"^postgres(?=://)", "postgresql", address)


def is_sqlite(url: URL) -> bool:
    """Whether the database is an SQLite file."""
    return url.get_backend_name() == "sqlite"


def sqlite_file(url: URL) -> Path | None:
    """The file of an SQLite database; None for a database on a server."""
    return Path(url.database or "") if is_sqlite(url) else None


def database_name(url: URL) -> str:
    """The database in messages for people: its file, or its URL without the password."""
    return str(url.database) if is_sqlite(url) else url.render_as_string(hide_password=True)
