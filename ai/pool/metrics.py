"""Prometheus metrics of the pool."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

from games import GAMES

_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 15.0)

SECONDS = Histogram(
    "daeguk_ai_choose_seconds",
    "Seconds from the moment a worker takes a request to its answer, including retries",
    ("game", "level"),
    buckets=_BUCKETS,
)
WAITED = Histogram("daeguk_ai_wait_seconds", "Seconds a request waits in the queue", buckets=_BUCKETS)
FAILURES = Counter("daeguk_ai_failures", "Failed attempts: deadline, died, or an exception", ("kind",))
FALLBACKS = Counter("daeguk_ai_last_resorts", "Moves chosen without an engine", ("game",))
for _slug in GAMES:  # Prometheus does not see a counter rise that begins with 1
    FALLBACKS.labels(_slug)
QUEUED = Gauge("daeguk_ai_queued", "Requests waiting for a worker")
WORKERS = Gauge("daeguk_ai_workers_ready", "Workers that are up and have loaded the kernels of some game")
RESTARTS = Counter("daeguk_ai_worker_restarts", "Workers that were lost and replaced")
COMPILED = Histogram(
    "daeguk_ai_compile_seconds",
    "Seconds to compile a kernel set",
    buckets=(1.0, 2.0, 5.0, 10.0, 20.0, 40.0, 90.0, 180.0),
)
LOADED = Histogram("daeguk_ai_load_seconds", "Seconds for a worker to load a kernel set", buckets=_BUCKETS)
ABANDONED = Gauge("daeguk_ai_abandoned_kernels", "Kernel sets that could not be compiled or loaded")
MISSING = Gauge("daeguk_ai_missing_kernels", "Kernel sets that workers have yet to load, over all workers")
