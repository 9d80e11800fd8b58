"""Discord's rate limits. The per-channel buckets are off unless a test enables them."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from sandbox.world.api_errors import ApiError, error
from sandbox.world.timers import Clock

OLD = 3600.0  # seconds after which edits of a message are limited
OLD_EDITS, OLD_WINDOW = 3, 30.0  # Discord does not document these numbers


@dataclass(frozen=True)
class Bucket:
    """A limit of `limit` requests in `seconds`, counted per channel."""

    name: str
    limit: int
    seconds: float


SEND = Bucket("send", 5, 5.0)
EDIT = Bucket("edit", 5, 5.0)
DELETE = Bucket("delete", 5, 1.0)


class RateLimits:
    """Counts requests. `enabled` turns the buckets on; edits of old messages are always limited."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.enabled = False
        self._requests: dict[tuple[str, str], deque[float]] = {}

    def take(self, bucket: Bucket, channel_id: str) -> dict[str, str]:
        """Count a request and return its X-RateLimit headers.

        Raises ApiError (429) when the bucket is full.
        """
        now = self._clock.now()
        if not self.enabled:  # headers of a bucket that never fills, so that the client does not hold back
            return _headers(bucket, 1000, 999, now, 1.0)
        requests = self._window((bucket.name, channel_id), bucket.seconds, now)
        if len(requests) >= bucket.limit:
            raise _too_many(bucket.seconds - (now - requests[0]))
        requests.append(now)
        reset_after = bucket.seconds - (now - requests[0])
        return _headers(bucket, bucket.limit, bucket.limit - len(requests), now, reset_after)

    def take_old_edit(self, channel_id: str, age: float) -> None:
        """Count the edit of a message that is `age` seconds old.

        Raises ApiError 30046 for too many edits of messages older than an hour.
        """
        if age < OLD:
            return
        now = self._clock.now()
        edits = self._window(("old", channel_id), OLD_WINDOW, now)
        if len(edits) >= OLD_EDITS:
            raise error(30046, retry_after=round(OLD_WINDOW - (now - edits[0]), 3))
        edits.append(now)

    def _window(self, key: tuple[str, str], seconds: float, now: float) -> deque[float]:
        requests = self._requests.setdefault(key, deque())
        while requests and requests[0] <= now - seconds:
            requests.popleft()
        return requests


def _too_many(retry_after: float) -> ApiError:
    text = "You are being rate limited."
    return ApiError(429, 0, text, retry_after=max(0.001, round(retry_after, 3)))


def _headers(bucket: Bucket, limit: int, remaining: int, now: float, reset_after: float) -> dict[str, str]:
    return {
        "X-RateLimit-Bucket": bucket.name,
        "X-RateLimit-Limit": str(limit),
        "X-RateLimit-Remaining": str(remaining),
        "X-RateLimit-Reset": f"{now + reset_after:.3f}",
        "X-RateLimit-Reset-After": f"{reset_after:.3f}",
    }
