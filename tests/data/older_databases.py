"""Databases of older versions, from SQL in ``databases/``: on SQLite and on PostgreSQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from sqlalchemy import Connection, MetaData, create_engine, select
from sqlalchemy.pool import StaticPool

from data import migrations
from data.engine.address import is_sqlite, parse_url
from data.tables.metadata import VERSION_TABLE, metadata

FOLDER = Path(__file__).parent / "databases"
RELEASE_0_1_0 = FOLDER / "0.1.0.sql"
"""Written by the store of 0.1.0. The migration of 0.1.0 has the same tables, and the revision of this one."""
DEVELOPMENT = FOLDER / "0080.sql"
"""What the migrations between 0.1.0 and 0080 made of `RELEASE_0_1_0`, with rows in the new tables."""


def make_file(path: Path, dump: Path) -> None:
    """Create an SQLite file of an older version."""
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(dump.read_text())


def make_0_1_0(address: str) -> None:
    """Create a database of 0.1.0: on a server, with the tables of its migration."""
    url = parse_url(address)
    if is_sqlite(url):
        make_file(Path(str(url.database)), RELEASE_0_1_0)
        return
    with transaction(address) as connection:
        config = migrations._config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision_of(RELEASE_0_1_0))
        _copy_rows(connection)


def revision_of(dump: Path) -> str:
    """The last migration of an older database."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(dump.read_text())
        (revision,) = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()
    return str(revision)


def _copy_rows(connection: Connection) -> None:
    """Copy the rows of `RELEASE_0_1_0`. SQLAlchemy turns 0 and 1 into the booleans that PostgreSQL wants."""
    with closing(sqlite3.connect(":memory:")) as memory:
        memory.executescript(RELEASE_0_1_0.read_text())
        source = create_engine("sqlite://", creator=lambda: memory, poolclass=StaticPool)
        tables = MetaData()
        tables.reflect(source)
        with source.connect() as reading:
            for table in tables.sorted_tables:
                connection.execute(table.delete())
                if rows := [dict(row) for row in reading.execute(select(table)).mappings()]:
                    connection.execute(table.insert(), rows)


def rows_of(address: str, names: Collection[str] = metadata.tables) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of these tables, each in the order of its primary key."""
    with transaction(address) as connection:
        return {
            name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for name, table in metadata.tables.items()
            if name in names
        }


@contextmanager
def transaction(address: str) -> Iterator[Connection]:
    """A transaction on a database that nobody uses."""
    engine = create_engine(parse_url(address))
    with engine.begin() as connection:
        yield connection
    engine.dispose()
