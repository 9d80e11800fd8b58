"""The steps from an empty database to `data.schema`, applied at start inside one transaction.

A new step: change `data.schema`, copy the newest file of ``versions/``, give it the next number, name
the one before it in ``down_revision``, write `upgrade`, and set `data.schema.REVISION`. Steps that are
released are never edited. There is no way down: restore a backup instead.
"""

from __future__ import annotations

import logging
from pathlib import Path

from sqlalchemy import Connection

log = logging.getLogger(__name__)
# Before the import, at which it tells of every plugin of its own.
logging.getLogger("alembic").setLevel(logging.WARNING)

from alembic import command  # noqa: E402
from alembic.config import Config  # noqa: E402
from alembic.script import ScriptDirectory  # noqa: E402


def known_revisions() -> frozenset[str]:
    """The names of every step this program knows."""
    return frozenset(step.revision for step in ScriptDirectory.from_config(_config()).walk_revisions())


def newest_revision() -> str | None:
    """The name of the last step."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def upgrade(connection: Connection) -> None:
    """Apply the steps that are missing, in the transaction that ``connection`` has open."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    log.info("the database was brought up to date: revision %s", newest_revision())


def _config() -> Config:
    config = Config()
    # Alembic reads the path through configparser, where % begins an interpolation.
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
