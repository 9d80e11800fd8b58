"""What the bot requests of Discord, against Discord's rate limits."""

from __future__ import annotations

import re
import time
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from bench import Row
from sandbox import Fault

_ALWAYS = 1 << 60


@dataclass(frozen=True, slots=True)
class Limit:
    """A rate limit: so many requests in so many seconds, for each value of ``key`` in the path."""

    name: str
    method: str
    path: re.Pattern[str]
    requests: int
    seconds: float


LIMITS = (
    Limit("posts in a channel", "POST", re.compile(r"/channels/(?P<key>\d+)/messages"), 5, 5.0),
    Limit("edits in a channel", "PATCH", re.compile(r"/channels/(?P<key>\d+)/messages/\d+"), 5, 5.0),
    Limit("deletions in a channel", "DELETE", re.compile(r"/channels/(?P<key>\d+)/messages/\d+"), 5, 1.0),
    Limit("requests by an interaction's token", ".*", re.compile(r"/webhooks/\d+/(?P<key>[^/]+).*"), 5, 2.0),
)
"""Discord does not document these numbers: they are those of its headers."""
GLOBAL = Limit(
    "requests of the bot, without interactions", ".*", re.compile(r"(?!/(interactions|webhooks)/).*"), 50, 1.0
)
"""Discord exempts what answers interactions."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A request; ``moment`` is in seconds, ``path`` begins after the version."""

    moment: float
    method: str
    path: str


class Traffic(Fault):
    """Notes every request of a sandbox, and delays it as the way to Discord does."""

    def __init__(self, delay: float) -> None:
        super().__init__(times=_ALWAYS, delay=delay)
        self.sent: list[Sent] = []

    def matches(self, method: str, path: str) -> bool:
        """Note the request. The fault applies to all."""
        self.sent.append(Sent(time.monotonic(), method, re.sub(r"^/api/v\d+", "", path)))
        return True


def most_in_window(moments: Iterable[float], seconds: float) -> int:
    """Return how many ascending moments lie within so many seconds at most."""
    window, fullest = deque[float](), 0
    for moment in moments:
        window.append(moment)
        while window[0] <= moment - seconds:
            window.popleft()
        fullest = max(fullest, len(window))
    return fullest


def limit_rows(sent: list[Sent]) -> Iterator[Row]:
    """Compare the fullest window of each limit with it."""
    for limit in (*LIMITS, GLOBAL):
        moments = defaultdict[str, list[float]](list)
        for request in sent:
            fits = re.fullmatch(limit.method, request.method) and limit.path.fullmatch(request.path)
            if fits:
                moments[fits.groupdict().get("key", "")].append(request.moment)
        fullest = max((most_in_window(each, limit.seconds) for each in moments.values()), default=0)
        count = sum(map(len, moments.values()))
        name = f"{limit.name}, most in {limit.seconds:.0f} s"
        yield Row(name, fullest, f"of {count}", f"{limit.requests}")


def closest_edits(sent: list[Sent], message_ids: Iterable[str]) -> float | None:
    """Return the least seconds between two edits of one of these messages; None without two edits."""
    gaps: list[float] = []
    for message_id in message_ids:
        moments = [
            request.moment
            for request in sent
            if request.method == "PATCH" and request.path.endswith(f"/messages/{message_id}")
        ]
        gaps += [later - earlier for earlier, later in pairwise(moments)]
    return min(gaps, default=None)
