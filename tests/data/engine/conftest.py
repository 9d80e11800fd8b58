"""A database in a file, without a store."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.engine.opening import open_database
from data.engine.sqlite import SqliteDatabase


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[SqliteDatabase]:
    opened = await open_database(f"sqlite:///{tmp_path / 'daeguk.db'}")
    assert isinstance(opened, SqliteDatabase)
    yield opened
    await opened.close()
