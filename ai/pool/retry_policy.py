"""What a request asks for after a failed attempt, and by when. See `Request.attempt`.

Once a request is served, its answer arrives within its limit + `PROMISE_SECONDS`, whatever happens to the
workers. For a request limited to L seconds:

    0             the level, L seconds; killed at L + 1
    ≤ L + 1       the level again, with a quarter of L or what the time left allows; killed in time for a
    then          third attempt: the first of the sources' players, or the weakest level if a source's player
                  was asked. It comes second if time is left for one more attempt only, as after two hung
                  workers.
    ≤ L + 2.5     the fallback (`ai.pool.fallback`), which needs no worker and takes half a second
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ai.base import CLAIM_SECONDS, Limit, limit_of, stored_level
from ai.level import Level
from ai.pool.slot import QueueKey
from ai.strengths import nearest_level
from ai.worker import Analyse, Choose
from games.base import Move, Record

PROMISE_SECONDS = 3.0
FALLBACK_SECONDS = 0.5
GRACE_SECONDS = 1.0  # over a limit, because engines check the clock only now and then
ATTEMPTS = 3
LONG_SECONDS = 1.0
_TWO_TRIES_SECONDS = 1.2  # a try, a replacement worker (0.7 s as measured) and another try


@dataclass(frozen=True)
class Request:
    """A request to the pool.

    ``plain`` is the level of its last attempt, ``kernel_set`` what its worker needs. In the ``background`` it
    is served when no other request waits.
    """

    record: Record
    level: Level
    limit: Limit
    queue_key: QueueKey
    plain: Level
    plain_limit: Limit
    kernel_set: str
    background: bool = False
    yields = False

    @property
    def long(self) -> bool:
        """Whether the request may keep a worker busy for long."""
        return self.limit.seconds > LONG_SECONDS

    @property
    def level_label(self) -> str:
        """The level under which metrics count the request: a strength counts as the nearest level."""
        return nearest_level(self.record.game, self.level)

    @property
    def worker_seconds(self) -> float:
        """The seconds that workers have for all attempts together."""
        return self.limit.seconds + PROMISE_SECONDS - FALLBACK_SECONDS

    def attempt(self, number: int, left: float) -> tuple[Choose, float]:
        """Return the task of an attempt (from 0) with ``left`` seconds to go, and its deadline in seconds."""
        own = self.limit.seconds
        if number == 0:
            return Choose(self.record, self.level, self.limit), min(own + GRACE_SECONDS, left)
        # Whatever hung or died may do so again, so a third of what is left stays for the last attempt.
        if number == 1 and left >= _TWO_TRIES_SECONDS:
            seconds = min(own / 4, left / 3)
            task = Choose(self.record, self.level, _within(self.limit, seconds))
            return task, min(seconds + GRACE_SECONDS, left * 2 / 3)
        plain = _within(self.plain_limit, min(self.plain_limit.seconds, left / 2))
        return Choose(self.record, self.plain, plain), left


@dataclass(frozen=True)
class AnalysisRequest:
    """A request for a verdict on the move ``played`` after a record.

    In the ``background`` it is served when no other request waits, and yields its worker to any that comes.
    """

    record: Record
    played: Move | None
    limit: Limit
    queue_key: QueueKey
    kernel_set: str
    background: bool = True

    @property
    def yields(self) -> bool:
        """Whether the request is interrupted as soon as another request needs its worker."""
        return self.background

    @property
    def long(self) -> bool:
        """Whether the request may keep a worker busy for long."""
        return not self.background and self.limit.seconds > LONG_SECONDS

    @property
    def worker_seconds(self) -> float:
        """The seconds that a worker has for an attempt."""
        return self.limit.seconds + CLAIM_SECONDS + GRACE_SECONDS

    @property
    def task(self) -> Analyse:
        """The task for the worker."""
        return Analyse(self.record, self.played, self.limit)


def make_request(
    record: Record,
    level: str,
    limit: Limit | None,
    queue_key: QueueKey,
    limits: Mapping[Level, Limit],
    kernel_set: str = "",
    *,
    background: bool = False,
) -> Request:
    """Complete a request from the limits of the game's levels. Raises `UnknownLevel`."""
    requested = stored_level(record.game, level, limits)
    weakest = next(iter(limits))
    source = next((known for known in limits if known.number is None), weakest)
    plain = source if requested.is_on_scale else weakest
    own = limit or limit_of(record.game, requested, limits)
    return Request(record, requested, own, queue_key, plain, limits[plain], kernel_set, background)


def _within(limit: Limit, seconds: float) -> Limit:
    nodes = limit.nodes and max(1, int(limit.nodes * seconds / limit.seconds))
    return replace(limit, seconds=seconds, nodes=nodes)
