"""The migrations from an empty database to `data.schema`, applied at start in one transaction.

To add one, change `data.schema`, copy the newest file of ``versions/`` under the next number, name its
predecessor in ``down_revision``, write `upgrade`, and set `data.schema.REVISION`. Released migrations never
change. There are no downgrades: restore a backup instead.
"""

from __future__ import annotations

import logging
from pathlib import Path

from sqlalchemy import Connection

log = logging.getLogger(__name__)
# Before the import, during which Alembic logs each of its plugins.
logging.getLogger("alembic").setLevel(logging.WARNING)

from alembic import command  # noqa: E402
from alembic.config import Config  # noqa: E402
from alembic.script import ScriptDirectory  # noqa: E402


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
    command.upgrade(config, "head")
    log.info("the database is migrated to revision %s", newest_revision())


def _config() -> Config:
    config = Config()
    # Alembic reads the path through configparser, where % begins an interpolation.
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
