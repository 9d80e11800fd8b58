"""When what Discord has refused is tried again.

A refusal is an answer that the same request will get again until somebody changes something in the server:
the channel is gone, the bot may not post there. Discord counts such answers, and bans an address after 10,000
in ten minutes. What fails for a moment is tried again at the usual pace of whoever keeps the message.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

from bot.lru import LRU

K = TypeVar("K", bound=Hashable)

DELAYS = (60.0, 300.0, 1_800.0, 86_400.0)
"""Seconds after the first, second, third and each later refusal."""
_MAX_KEYS = 10_000
"""Keys that are remembered; a forgotten one is tried again at once."""


class Backoff(Generic[K]):
    """How often Discord has refused each key, and when to try again; a restart forgets it.

    ``now`` returns seconds.
    """

    def __init__(self, now: Callable[[], float], delays: Sequence[float] = DELAYS) -> None:
        self._now = now
        self._delays = delays
        self._refused: LRU[K, tuple[int, float]] = LRU(_MAX_KEYS)  # how often, and when it is tried again

    def is_due(self, key: K) -> bool:
        """Whether to try now."""
        refused = self._refused.get(key)
        return refused is None or self._now() >= refused[1]

    def seconds_left(self, key: K) -> float:
        """How long it is until the next try; 0 if that is due."""
        refused = self._refused.get(key)
        return 0.0 if refused is None else max(0.0, refused[1] - self._now())

    def refused(self, key: K) -> None:
        """Count a refusal by Discord. Of several refusals at once, the first counts."""
        if self.is_due(key):
            times, _ = self._refused.get(key, (0, 0.0))
            delay = self._delays[min(times, len(self._delays) - 1)]
            self._refused[key] = times + 1, self._now() + delay

    def accepted(self, key: K) -> None:
        """Forget the refusals: Discord has accepted, or there is a reason to try at once."""
        if self._refused.get(key) is not None:
            del self._refused[key]
