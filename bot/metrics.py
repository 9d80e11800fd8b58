"""Prometheus metrics of the bot's process; others are in `data.engine.metrics` and `ai.pool.metrics`.

No label has a value that a person chooses: names are those of commands, verbs and games.
"""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 3.0, 5.0)

INTERACTIONS = Counter(
    "daeguk_interactions",
    "Interactions, by kind (command, autocomplete, press, panel) and by the command's or the verb's name",
    ("kind", "name"),
)
ACKNOWLEDGED = Histogram(
    "daeguk_acknowledge_seconds",
    "Seconds from the arrival of an interaction until Discord has accepted the first answer",
    ("kind",),
    buckets=_BUCKETS,
)
DISCORD_ANSWERS = Counter(
    "daeguk_discord_answers",
    "Answers of Discord, by HTTP status or 'none' for a lost connection",
    ("status",),
)
DISCORD_SECONDS = Histogram(
    "daeguk_discord_seconds", "Seconds that Discord takes to answer a request", buckets=_BUCKETS
)
DRAWN = Histogram(
    "daeguk_draw_seconds",
    "Seconds that a process takes to draw a picture",
    buckets=(0.0025, 0.005, *_BUCKETS),
)
DRAWING_WAITED = Histogram(
    "daeguk_draw_wait_seconds",
    "Seconds that a picture waits for a drawing process and travels to and from it",
    buckets=(0.0025, 0.005, *_BUCKETS),
)
DRAWING_LOST = Counter(
    "daeguk_drawing_processes_lost",
    "Drawing processes that were replaced because they died, or hung and were killed",
    ("reason",),
)
for _reason in ("died", "hung"):  # Prometheus does not see a counter rise that begins with 1
    DRAWING_LOST.labels(_reason)
PROOFS = Counter(
    "daeguk_puzzle_proofs",
    "Puzzles proved again because many people fail them with one move, by result",
    ("result",),
)
for _result in ("proved", "withdrawn", "undecided"):
    PROOFS.labels(_result)
PICTURES = Counter(
    "daeguk_pictures", "Pictures asked for, by source: drawn, or kept from before", ("source",)
)
CONNECTED = Gauge(
    "daeguk_gateway_connected", "Whether a shard is connected to the gateway (1) or not", ("shard",)
)
HEARTBEAT = Gauge(
    "daeguk_gateway_heartbeat_seconds", "Seconds to the answer of a shard's heartbeat", ("shard",)
)
SESSION_STARTS = Gauge(
    "daeguk_session_starts_remaining",
    "Sessions that Discord lets the bot start until the daily reset, as of its last start",
)
EMOJIS = Gauge("daeguk_own_emojis", "The bot's own emojis that Discord has; others are characters")
BUILD = Gauge(
    "daeguk_build_info",
    "What runs, always 1: version, git revision, Python, kind of database",
    ("version", "revision", "python", "database"),
)
GUILDS = Gauge("daeguk_guilds", "Servers that have the bot")
MATCHES = Gauge(
    "daeguk_matches_active", "Matches in play that are not paused, in the whole database", ("game",)
)
MEMORY = Gauge(
    "daeguk_memory_bytes",
    "Memory of the bot's process and of those that it has started; what they share is divided",
    ("process",),
)
DATABASE = Gauge("daeguk_database_bytes", "Size of the database, with its log if it is a file")
ERRORS = Counter(
    "daeguk_errors",
    "Unexpected errors: lines of level ERROR in the log, by the module that wrote them",
    ("logger",),
)
LOOP_LAG = Histogram(
    "daeguk_event_loop_lag_seconds",
    "Seconds by which the event loop is late, measured each second",
    buckets=(0.001, 0.0025, 0.005, *_BUCKETS),
)
