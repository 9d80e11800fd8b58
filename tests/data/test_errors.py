"""The error of the tree for each cause."""

from __future__ import annotations

import pytest

from data.errors import StoreFailed, translate


class DriverError(Exception):
    """An error of PostgreSQL's driver."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__("why")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("sqlstate", "name"),
    [
        ("55P03", "StoreBusy"),
        ("53100", "StoreFull"),
        ("25006", "StoreReadOnly"),
        ("23505", "StoreConflict"),
        ("", "StoreFailed"),
        ("XX000", "StoreFailed"),
    ],
)
def test_errors_are_translated_by_their_cause(sqlstate: str, name: str) -> None:
    assert type(translate(DriverError(sqlstate))).__name__ == name


def test_errors_of_the_system_are_failures() -> None:
    assert str(translate(ConnectionResetError())) == "ConnectionResetError"
    assert isinstance(translate(OSError("gone")), StoreFailed)
