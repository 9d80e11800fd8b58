"""The migrations from an empty database to `data.tables`, applied at start in one transaction.

Each release has one, which leads from the release before to its tables; a released one never changes. There
are no downgrades: restore a backup instead.

While a version is not released, its one migration changes. Change `data.tables`, the newest file of
``versions/`` or the tables beside it, and give the next number to that file, its ``revision`` and
`data.tables.metadata.REVISION`. The number matters: a database of the day before is then refused by a
sentence (`data.engine.inspection.needs_migration`), and not read for columns that it lacks. A developer
deletes it, or takes its matches along: ``daeguk export`` by the program of that day, ``daeguk import`` by the
new one.

If databases of the day before must live on, write the change as a file of its own under the next number. Fold
it into the version's file before the release, which takes over the number: databases that have taken the step
are recognized by it.

After a release, begin the file of the next version, with the release's ``revision`` as its ``down_revision``,
and add a database of the release to ``tests/data/databases``.
"""

from __future__ import annotations

import logging
from pathlib import Path

from sqlalchemy import Connection, inspect

log = logging.getLogger(__name__)
# Before the import, during which Alembic logs each of its plugins.
logging.getLogger("alembic").setLevel(logging.WARNING)

from alembic import command  # noqa: E402
from alembic.config import Config  # noqa: E402
from alembic.script import ScriptDirectory  # noqa: E402

from data.tables.metadata import VERSION_TABLE  # noqa: E402


def known_revisions() -> frozenset[str]:
    """The migrations that this program knows."""
    return frozenset(step.revision for step in ScriptDirectory.from_config(_config()).walk_revisions())


def newest_revision() -> str | None:
    """The last migration."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def upgrade(connection: Connection) -> None:
    """Apply the missing migrations in the open transaction of ``connection``."""
    config = _config()
    config.attributes["connection"] = connection
    is_new = not inspect(connection).has_table(VERSION_TABLE)
    command.upgrade(config, "head")
    log.info("the database is %s revision %s", "made, of" if is_new else "migrated to", newest_revision())


def _config() -> Config:
    config = Config()
    # Alembic reads the path through configparser, where % begins an interpolation.
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
