"""What all tables are part of, and which schema they are."""

from __future__ import annotations

from sqlalchemy import MetaData

REVISION = "0096"
"""The newest migration. It is repeated here so that a start on a current database needs no Alembic."""

VERSION_TABLE = "daeguk_version"
"""The name of Alembic's table, which identifies a database of this program."""

COPY_TABLE = "daeguk_copy"
"""A table that is there while a copy to this database is not complete (`data.transfer.copying`)."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)
