"""Discord's rate limits, off unless a test switches them on. Start at Limits.take()."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from sandbox.clock import Clock
from sandbox.errors import ApiError, error

OLD = 3600.0  # seconds after which edits of a message are limited
OLD_EDITS, OLD_WINDOW = 3, 30.0  # Discord does not document these


@dataclass(frozen=True)
class Bucket:
    """So many requests in so many seconds, per channel."""

    name: str
    limit: int
    seconds: float


SEND = Bucket("send", 5, 5.0)
EDIT = Bucket("edit", 5, 5.0)
DELETE = Bucket("delete", 5, 1.0)


class Limits:
    """Counts requests. `enabled` switches the per-channel buckets on; old edits are always limited."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.enabled = False
        self._taken: dict[tuple[str, str], deque[float]] = {}

    def take(self, bucket: Bucket, channel_id: str) -> dict[str, str]:
        """Count a request; return the X-RateLimit headers, or raise 429."""
        if not self.enabled:
            return _headers(bucket, 1000, 999, self._clock.now(), 1.0)
        now = self._clock.now()
        taken = self._window((bucket.name, channel_id), bucket.seconds, now)
        if len(taken) >= bucket.limit:
            raise too_many(bucket.seconds - (now - taken[0]))
        taken.append(now)
        left = bucket.seconds - (now - taken[0])
        return _headers(bucket, bucket.limit, bucket.limit - len(taken), now, left)

    def take_old_edit(self, channel_id: str, age: float) -> None:
        """Count the edit of a message `age` seconds old; 30046 if it is one too many."""
        if age < OLD:
            return
        now = self._clock.now()
        taken = self._window(("old", channel_id), OLD_WINDOW, now)
        if len(taken) >= OLD_EDITS:
            raise error(30046, retry_after=round(OLD_WINDOW - (now - taken[0]), 3))
        taken.append(now)

    def _window(self, key: tuple[str, str], seconds: float, now: float) -> deque[float]:
        taken = self._taken.setdefault(key, deque())
        while taken and taken[0] <= now - seconds:
            taken.popleft()
        return taken


def too_many(retry_after: float) -> ApiError:
    """Discord's answer to a request over a limit."""
    return ApiError(429, 0, "You are being rate limited.", retry_after=max(0.001, round(retry_after, 3)))


def _headers(bucket: Bucket, limit: int, remaining: int, now: float, reset: float) -> dict[str, str]:
    return {
        "X-RateLimit-Bucket": bucket.name,
        "X-RateLimit-Limit": str(limit),
        "X-RateLimit-Remaining": str(remaining),
        "X-RateLimit-Reset": f"{now + reset:.3f}",
        "X-RateLimit-Reset-After": f"{reset:.3f}",
    }
