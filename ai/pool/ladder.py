"""What a request asks for when its first attempt fails, and when: start reading at `Request.attempt`.

The promise: once a request is served, its answer is there within its limit + `PROMISE_SECONDS`, whatever
happens to the workers. So, by the clock of a request limited to L seconds:

    0             the level, L seconds; killed at L + 1
    ≤ L + 1       the level again with a quarter of L or what the time left allows; killed in time for a
    then          third: the first of the sources' own players, or the weakest level if that was asked;
                  it is asked at once if time is left for one more attempt only, as after two hung workers
    ≤ L + 2.5     the last resort (`ai.pool.last_resort`), which needs no worker and takes half a second
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ai.base import Limit, UnknownLevel
from ai.pool.queue import Tenant
from ai.worker import Choose
from games.base import Record

PROMISE_SECONDS = 3.0
LAST_RESORT_SECONDS = 0.5
GRACE_SECONDS = 1.0  # over a limit: an engine looks at the clock now and then, and a busy machine is slow
RUNGS = 3
LONG_SECONDS = 1.0
_TWO_TRIES_SECONDS = 1.2  # a try, a worker replaced meanwhile (0.7 s where it was measured), and another try


@dataclass(frozen=True)
class Request:
    """What was asked of the pool."""

    record: Record
    level: str
    limit: Limit
    tenant: Tenant
    plain: str
    plain_limit: Limit

    @property
    def long(self) -> bool:
        """Whether it may hold a worker for long."""
        return self.limit.seconds > LONG_SECONDS

    @property
    def worker_seconds(self) -> float:
        """How long the workers have, all attempts together."""
        return self.limit.seconds + PROMISE_SECONDS - LAST_RESORT_SECONDS

    def attempt(self, rung: int, left: float) -> tuple[Choose, float]:
        """What to ask of a worker with ``left`` seconds to go, and when to kill it."""
        own = self.limit.seconds
        if rung == 0:
            return Choose(self.record, self.level, self.limit), min(own + GRACE_SECONDS, left)
        if rung == 1 and left >= _TWO_TRIES_SECONDS:
            seconds = min(own / 4, left / 3)
            task = Choose(self.record, self.level, _within(self.limit, seconds))
            return task, min(seconds + GRACE_SECONDS, left * 2 / 3)
        plain = _within(self.plain_limit, min(self.plain_limit.seconds, left / 2))
        return Choose(self.record, self.plain, plain), left


def request(
    record: Record, level: str, limit: Limit | None, tenant: Tenant, levels: Mapping[str, Limit]
) -> Request:
    """Complete what was asked from the game's levels. Raises `UnknownLevel`."""
    if level not in levels:
        raise UnknownLevel(f"{record.game} has no level {level!r}, only {', '.join(levels)}")
    weakest = next(iter(levels))
    plain = weakest if not level.isdigit() else next((name for name in levels if not name.isdigit()), weakest)
    return Request(record, level, limit or levels[level], tenant, plain, levels[plain])


def _within(limit: Limit, seconds: float) -> Limit:
    nodes = limit.nodes and max(1, int(limit.nodes * seconds / limit.seconds))
    return replace(limit, seconds=seconds, nodes=nodes)
