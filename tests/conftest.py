"""A PostgreSQL server for each process of the tests that needs one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import postgresql


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a server."""
    if reason := postgresql.missing():
        pytest.skip(reason)
    with postgresql.server() as address:
        yield address
