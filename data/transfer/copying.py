"""Copies a whole database into an empty one of either kind: every table, and the last numbers of matches.

Left out are the tables about running processes (`data.tables.matches.OPERATIONAL_TABLES`).

The rows of a table are copied in the order of its primary key, some thousand in a transaction. So an
interrupted copy has the first rows of each table, and the next attempt goes on after the last of them. Until
everything is there and compared, the table `data.tables.metadata.COPY_TABLE` keeps bots off the target.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, Text, collate, func, literal, select, text, tuple_
from sqlalchemy.schema import AddConstraint, DropConstraint

from data.engine.address import ServerOptions, parse_url, sqlite_file
from data.engine.database import Database
from data.engine.existing import inspected, open_existing
from data.engine.inspection import Contents
from data.engine.opening import create_file, explained
from data.engine.postgresql import check_unused, copy_rows
from data.errors import DatabaseRefused, StoreError, translated
from data.matches.numbers import NUMBERED, last_number, raise_last_number
from data.tables.metadata import COPY_TABLE, REVISION, metadata
from data.tables.processes import OPERATIONAL_TABLES
from data.tables.uptime import uptime

Report = Callable[[str, str, int, int], None]
"""Is called with a table, ``copied`` or ``compared``, of how many of its rows, and how many it has."""

_OPTIONS = ServerOptions(connections=2, statement_seconds=0)
_BATCH = 20_000  # rows in one transaction, and in memory at once
_TABLES = [table for table in metadata.sorted_tables if table not in OPERATIONAL_TABLES]


@dataclass(frozen=True, slots=True)
class Sum:
    """What a table holds. Tables of both kinds of database with the same rows have the same."""

    rows: int
    checksum: str


def copy_database(source: str, target: str, report: Report) -> dict[str, Sum]:
    """Copy the database at one address to that at another. Returns what each table holds.

    Nobody may use either meanwhile. Raises `StoreError`, with the source as it was: `DatabaseRefused` if the
    source is missing, damaged, of another version or in use, or if the target is neither empty nor an
    interrupted copy of this source.
    """
    with _closing(asyncio.run(open_existing(source, _OPTIONS))) as reading:
        contents, opened = asyncio.run(inspected(target, options=_OPTIONS))
        with (
            _closing(opened) as writing,
            explained(writing.name),
            translated(),
            _snapshot(reading) as rows,
        ):
            mark = _mark(rows, reading.name)
            if COPY_TABLE in contents.tables:
                _check_mark(writing, mark)
            else:
                _check_empty(contents, writing.name)
                _prepare(target, writing, mark)
            for table in _TABLES:
                _copy_table(table, rows, writing, report)
            return _complete(rows, writing, report)


@contextmanager
def _closing(database: Database) -> Iterator[Database]:
    try:
        yield database
    finally:
        asyncio.run(database.close())


@contextmanager
def _snapshot(database: Database) -> Iterator[Connection]:
    """A connection that sees one moment of a database which nobody uses. Raises `DatabaseRefused`."""
    with database.engine.connect() as connection:
        if _is_server(connection):
            check_unused(connection, database.name)
            connection.rollback()
            connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin():
            if not _is_server(connection):
                connection.exec_driver_sql("BEGIN")
            yield connection


@contextmanager
def _transaction(database: Database) -> Iterator[Connection]:
    """A transaction on the target."""
    with translated(), database.engine.connect() as connection:
        if not _is_server(connection):
            # References can lead to rows of a later transaction; all are checked at the end.
            connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
            connection.rollback()
        with connection.begin():
            if not _is_server(connection):
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection


def _mark(rows: Connection, name: str) -> str:
    """What identifies the source, as long as no bot has run on it meanwhile."""
    stored = rows.execute(select(uptime.c.seconds, uptime.c.saved_at).order_by(uptime.c.shard)).all()
    counts = " ".join(f"{seconds!r} {saved_at!r}" for seconds, saved_at in stored)
    where = name if _is_server(rows) else str(Path(name).absolute())
    return f"{where}\n{counts} {last_number(rows)}"


def _check_mark(target: Database, mark: str) -> None:
    """Raise `DatabaseRefused` unless the target is an interrupted copy of the source with this mark."""
    with _transaction(target) as connection:
        if _is_server(connection):
            check_unused(connection, target.name)
        begun = str(connection.execute(text(f"SELECT source FROM {COPY_TABLE}")).scalar())
        revision = connection.execute(text(f"SELECT revision FROM {COPY_TABLE}")).scalar()
    if begun.splitlines()[0] != mark.splitlines()[0]:
        raise DatabaseRefused(
            f"{target.name} holds an unfinished copy of {begun.splitlines()[0]}: finish that one, or name an "
            "empty database"
        )
    if begun != mark or revision != REVISION:
        raise DatabaseRefused(
            f"{target.name} holds an unfinished copy, and the source or this program has changed since: "
            "begin anew with an empty database"
        )


def _check_empty(contents: Contents, name: str) -> None:
    """Raise `DatabaseRefused` if there is anything in the target."""
    if contents.tables:
        raise DatabaseRefused(
            f"{name} is not empty (it has the table {min(contents.tables)!r}); nothing was changed: name an "
            "empty database"
        )


def _prepare(address: str, target: Database, mark: str) -> None:
    """Make the tables, without rows, and the mark."""
    from data.migrations import upgrade  # Alembic is slow to import

    if (file := sqlite_file(parse_url(address))) is not None:
        create_file(file)
    with _transaction(target) as connection:
        upgrade(connection)
        connection.execute(text(f"CREATE TABLE {COPY_TABLE} (source TEXT, revision TEXT)"))
        connection.execute(
            text(f"INSERT INTO {COPY_TABLE} VALUES (:source, :revision)"),
            {"source": mark, "revision": REVISION},
        )
        for table in reversed(_TABLES):
            connection.execute(table.delete())
        if _is_server(connection):
            for table in _TABLES:
                for key in table.foreign_key_constraints:
                    connection.execute(DropConstraint(key))


def _copy_table(table: Table, source: Connection, target: Database, report: Report) -> None:
    """Copy those rows that the target does not have yet."""
    total = _count(source, table)
    with _transaction(target) as connection:
        copied, last = _count(connection, table), _last_key(connection, table)
    report(table.name, "copied", copied, total)
    for batch in _batches(source, table, last):
        with _transaction(target) as connection:
            try:
                _insert(connection, table, batch)
            except StoreError as error:
                raise type(error)(f"{_where(table, batch)}: {error}") from error
        copied += len(batch)
        report(table.name, "copied", copied, total)


def _insert(connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
    with translated():
        if _is_server(connection):
            copy_rows(connection, table, rows)
        else:
            columns = ", ".join(column.name for column in table.columns)
            marks = ", ".join("?" * len(table.columns))
            connection.exec_driver_sql(f"INSERT INTO {table.name} ({columns}) VALUES ({marks})", list(rows))


def _complete(source: Connection, target: Database, report: Report) -> dict[str, Sum]:
    """Compare the tables, then let bots use the target. Returns what each table holds."""
    with _transaction(target) as connection:
        sums = {}
        for table in _TABLES:
            original, copied = _sums(table, source, connection, report)
            if original != copied:
                raise DatabaseRefused(
                    f"the table {table.name} differs after the copy ({original.rows} and {copied.rows} "
                    "rows): somebody has changed it meanwhile; begin anew with an empty database"
                )
            sums[table.name] = original
        for table in NUMBERED:
            raise_last_number(connection, last_number(source, table), table)
        _check_references(connection)
        connection.execute(text(f"DROP TABLE {COPY_TABLE}"))
    return sums


def _check_references(connection: Connection) -> None:
    """Raise `StoreError` if a row refers to one that is missing."""
    if not _is_server(connection):
        if wrong := connection.exec_driver_sql("PRAGMA foreign_key_check").first():
            raise DatabaseRefused(f"the table {wrong[0]} refers to rows of {wrong[2]} that are missing")
        return
    for table in _TABLES:
        for key in table.foreign_key_constraints:
            connection.execute(AddConstraint(key, isolate_from_table=False))
        connection.execute(text(f"ANALYZE {table.name}"))


def _batches(
    connection: Connection, table: Table, last: tuple[Any, ...] | None = None
) -> Iterator[list[tuple[Any, ...]]]:
    """The rows of a table after those up to the key ``last``, in the order of the primary key."""
    key = _key(connection, table)
    places = [list(table.columns).index(column) for column in table.primary_key.columns]
    every = select(table).order_by(*key).limit(_BATCH)
    while True:
        wanted = every
        if last is not None:
            values = [literal(value, column.type) for value, column in zip(last, key, strict=True)]
            wanted = every.where(tuple_(*key) > tuple_(*values))
        rows = [tuple(row) for row in connection.execute(wanted)]
        if rows:
            yield rows
        if len(rows) < _BATCH:
            return
        last = tuple(rows[-1][place] for place in places)


def _sums(table: Table, source: Connection, target: Connection, report: Report) -> tuple[Sum, Sum]:
    """What a table holds in both databases."""
    total, sums = _count(source, table), []
    for place, connection in enumerate((source, target)):
        count, checksum = 0, hashlib.blake2b(digest_size=8)
        for batch in _batches(connection, table):
            count += len(batch)
            checksum.update(repr(batch)[1:-1].encode("utf-8", "surrogatepass"))
            report(table.name, "compared", (place * total + count) // 2, total)
        sums.append(Sum(count, checksum.hexdigest()))
    return sums[0], sums[1]


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def _last_key(connection: Connection, table: Table) -> tuple[Any, ...] | None:
    key = _key(connection, table)
    row = connection.execute(select(*key).order_by(*(column.desc() for column in key)).limit(1)).first()
    return tuple(row) if row else None


def _key(connection: Connection, table: Table) -> list[ColumnElement[Any]]:
    """The columns of the primary key, with texts in SQLite's order."""
    return [
        collate(column, "C") if _is_server(connection) and isinstance(column.type, Text) else column
        for column in table.primary_key.columns
    ]


def _where(table: Table, rows: Iterable[tuple[Any, ...]]) -> str:
    """The first of the rows that has a value which its column cannot hold, or the table."""
    names = [listed.name for listed in table.columns]
    keys = [part.name for part in table.primary_key.columns]
    for row in rows:
        for column, value in zip(table.columns, row, strict=True):
            kind = column.type.python_type
            fits = isinstance(value, kind) or (kind is float and isinstance(value, int))
            if value is not None and (not fits or (isinstance(value, str) and "\0" in value)):
                key = ", ".join(f"{name} {row[names.index(name)]}" for name in keys)
                return f"the row of {table.name} with {key} has {value!r} as {column.name}"
    return f"the table {table.name} cannot be copied"


def _is_server(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"
