"""Insertions that say what happens to a row that is there already, which SQLAlchemy has for each dialect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def insert_or_ignore(connection: Connection, table: Table, row: Mapping[str, Any]) -> None:
    """Insert a row, unless one with its key is there."""
    connection.execute(_insert(connection, table).values(row).on_conflict_do_nothing())


def insert_or_update(
    connection: Connection, table: Table, row: Mapping[str, Any], changes: Mapping[str, Any]
) -> None:
    """Insert a row, or set ``changes`` in the one with its primary key."""
    key = [column.name for column in table.primary_key]
    query = _insert(connection, table).values(row)
    connection.execute(query.on_conflict_do_update(index_elements=key, set_=changes))


def _insert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)
