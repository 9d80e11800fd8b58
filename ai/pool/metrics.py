"""What an admin can scrape about the computers' thinking."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 15.0)

SECONDS = Histogram(
    "daeguk_ai_choose_seconds",
    "From the moment a worker takes a request to its answer, further attempts included",
    ("game", "level"),
    buckets=_BUCKETS,
)
WAITED = Histogram("daeguk_ai_wait_seconds", "Time a request waits in the queue", buckets=_BUCKETS)
FAILURES = Counter("daeguk_ai_failures", "Attempts that failed: deadline, died, or an exception", ("kind",))
LAST_RESORTS = Counter("daeguk_ai_last_resorts", "Moves chosen without any engine", ("game",))
QUEUED = Gauge("daeguk_ai_queued", "Requests that wait for a worker")
