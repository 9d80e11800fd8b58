"""The addresses of databases, as settings name them, and how a server is used."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError

from data.errors import DatabaseRefused

ADDRESSES = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
"""The addresses that can be used."""
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
    logs_outages: bool = True
    """Whether it logs that nothing is stored, and when it is again. Of a process's databases one does."""


def parse_url(address: str) -> URL:
    """The URL of an address such as ``sqlite:///var/daeguk.db``, with the driver used here.

    A driver in the address changes nothing: ``sqlite+aiosqlite:///var/daeguk.db`` means the same file. So
    does ``postgres://…`` mean the same as ``postgresql://…``.

    Raises `DatabaseRefused` for anything but an SQLite file or a PostgreSQL database.
    """
    if problem := address_problem(address):
        raise DatabaseRefused(f"the address of the database {problem}: write {ADDRESSES}")
    url = make_url(with_known_scheme(address))
    return url.set(drivername=_DRIVERS[url.get_backend_name()])


def address_problem(address: str) -> str | None:
    """What is wrong with the address of a database, as the end of a sentence; None if it can be used.

    The address is not repeated: it can hold a password.
    """
    try:
        url = make_url(with_known_scheme(address))
    except (ArgumentError, ValueError):
        return "is no address of a database"
    if url.get_backend_name() not in _DRIVERS:
        return f"is of {url.get_backend_name()}, but matches are kept in SQLite or PostgreSQL"
    return _file_problem(url) if is_sqlite(url) else None


def _file_problem(url: URL) -> str | None:
    if url.host or url.username or url.password or url.port:
        return "has two slashes: a file in this folder has three before its name, an absolute path has four"
    name = url.database or ""
    if not name or name == ":memory:" or name.startswith("file:"):
        return "names no file, and a database in memory would forget every match"
    if name.startswith("~"):
        return "begins with ~, which is no home directory there"
    return None


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
