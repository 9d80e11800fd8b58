"""Another database, to which the first one is copied."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgresql

every_pair = pytest.mark.parametrize("empty_kind", ["file", "server"])
"""Of kinds of databases. Tests without it copy a file to a server, and a server to a file."""


@pytest.fixture
def empty_kind(database_kind: str) -> str:
    """The kind of the other database."""
    return "server" if database_kind == "file" else "file"


@pytest.fixture
def empty(tmp_path: Path, empty_kind: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of another database."""
    if empty_kind == "file":
        yield f"sqlite:///{tmp_path / 'other' / 'daeguk.db'}"
        return
    with postgresql.database(request.getfixturevalue("server")) as address:
        yield address
