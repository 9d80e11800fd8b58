"""Prometheus metrics of the store."""

from __future__ import annotations

from prometheus_client import Counter, Histogram

from data.errors import DatabaseRefused, StoreBusy, StoreFailed, StoreFull, StoreReadOnly

_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0)

SECONDS = Histogram(
    "daeguk_store_seconds", "Seconds of a transaction once its turn has come", ("kind",), buckets=_BUCKETS
)
WAITED = Histogram(
    "daeguk_store_wait_seconds", "Seconds that a transaction waits for its turn", ("kind",), buckets=_BUCKETS
)
TOGETHER = Histogram(
    "daeguk_store_changes_per_commit",
    "Changes that SQLite commits together",
    buckets=(1, 2, 3, 5, 8, 13, 21, 34, 55),
)
ERRORS = Counter("daeguk_store_errors", "Transactions that failed, by error", ("error",))

FAILURES = (StoreBusy, StoreFull, StoreReadOnly, StoreFailed, DatabaseRefused)
"""What the database is to blame for; `Stale`, say, is an answer."""
for _failure in FAILURES:  # Prometheus does not see a counter rise that begins with 1
    ERRORS.labels(_failure.__name__)
