"""Alembic runs this for every upgrade, on the connection that `data.migrations` provides."""

from __future__ import annotations

from alembic import context

from data.tables.metadata import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
)
with context.begin_transaction():
    context.run_migrations()
