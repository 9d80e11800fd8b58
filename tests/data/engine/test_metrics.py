"""Transactions are counted and timed, and failures of the database counted by their error."""

from __future__ import annotations

import asyncio
import contextvars
from pathlib import Path

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import Connection, text

from data.engine.opening import open_database
from data.errors import LimitKind, LimitReached, StoreError, StoreFull

NAME: contextvars.ContextVar[str] = contextvars.ContextVar("name", default="")


def sample(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


async def test_what_a_transaction_takes(tmp_path: Path) -> None:
    names = [
        ("daeguk_store_seconds", {"kind": "read"}),
        ("daeguk_store_wait_seconds", {"kind": "read"}),
        ("daeguk_store_wait_seconds", {"kind": "write"}),
        ("daeguk_store_changes_per_commit", {}),
    ]
    database = await open_database(f"sqlite:///{tmp_path / 'daeguk.db'}")
    before = [sample(f"{name}_count", **labels) for name, labels in names]
    together = sample("daeguk_store_changes_per_commit_sum")
    await database.read(lambda connection: connection.execute(text("SELECT 1")).scalar_one())
    await asyncio.gather(*(database.check() for _ in range(5)))
    await database.close()
    after = [sample(f"{name}_count", **labels) for name, labels in names]
    assert [now - then for now, then in zip(after, before, strict=True)][:3] == [1, 1, 5]
    assert 1 <= after[3] - before[3] <= 2, "those that wait are committed together"
    assert sample("daeguk_store_changes_per_commit_sum") - together == 5


@pytest.mark.parametrize(
    ("error", "counted"), [(StoreFull("no space"), 1), (LimitReached(LimitKind.MATCHES, 25), 0)]
)
@pytest.mark.parametrize("kind", ["read", "write"])
async def test_failures(tmp_path: Path, error: StoreError, counted: int, kind: str) -> None:
    def work(_: Connection) -> None:
        raise error

    database = await open_database(f"sqlite:///{tmp_path / 'daeguk.db'}")
    before = sample("daeguk_store_errors_total", error=type(error).__name__)
    with pytest.raises(type(error)):
        await (database.read(work) if kind == "read" else database.write(work))
    await database.close()
    assert sample("daeguk_store_errors_total", error=type(error).__name__) == before + counted


async def test_what_follows_a_change_runs_in_the_context_of_its_caller(tmp_path: Path) -> None:
    """Changes are committed together by a task that the first of them began."""
    database, seen = await open_database(f"sqlite:///{tmp_path / 'daeguk.db'}"), []

    async def change(name: str) -> None:
        NAME.set(name)
        await database.write(lambda _: name, on_commit=lambda made: seen.append((made, NAME.get())))

    await asyncio.gather(*(change(name) for name in "abc"))
    await database.close()
    assert sorted(seen) == [("a", "a"), ("b", "b"), ("c", "c")]
