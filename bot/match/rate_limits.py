"""Counts what `bot.match.limits` limits per time; in memory, so a restart forgets.

Where several processes share a database, each counts what it handles: a server's acts are handled by one.
"""

from __future__ import annotations

import contextlib
import math
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from typing import Generic, TypeVar

from bot.exceptions import Refusal
from bot.lru import LRU
from bot.match.events import MatchEvents
from bot.match.limits import ANSWERS, BOARDS, MENTIONS, SERVER_MENTIONS, Rate
from data.model.match_change import MatchChange

K = TypeVar("K", bound=Hashable)

_MAX_KEYS = 10_000  # whose times are remembered
_MINUTE = 60.0


class RateLimit(Generic[K]):
    """Counts how often something happens for each key. ``now`` returns seconds from any origin."""

    def __init__(self, now: Callable[[], float], rate: Rate) -> None:
        self._now = now
        self.rate = rate
        self._times: LRU[K, deque[float]] = LRU(_MAX_KEYS)

    def is_reached(self, key: K) -> bool:
        """Whether one more is too many now."""
        return len(self._recent(key)) >= self.rate.allowed

    def check(self, key: K) -> None:
        """Raise `Refusal` if one more is too many now; it says when to try again."""
        times = self._recent(key)
        if len(times) < self.rate.allowed:
            return
        left = times[-self.rate.allowed] + self.rate.seconds - self._now()
        unit = _MINUTE if self.rate.seconds > _MINUTE else 1.0
        raise Refusal(self.rate.refusal, most=self.rate.allowed, n=max(1, math.ceil(left / unit)))

    def count(self, key: K) -> float:
        """Count one more; returns its moment, for `take_back`."""
        times, now = self._recent(key), self._now()
        times.append(now)
        self._times[key] = times
        return now

    def take_back(self, key: K, moment: float) -> None:
        """Stop counting what was counted at a moment."""
        with contextlib.suppress(ValueError):  # it does not count anymore
            self._recent(key).remove(moment)

    def forget(self, key: K) -> None:
        """Count from 0 again."""
        self._times.pop(key, None)

    def _recent(self, key: K) -> deque[float]:
        times, now = self._times.get(key, deque[float]()), self._now()
        while times and times[0] <= now - self.rate.seconds:
            times.popleft()
        return times


class OneAtATime:
    """Keeps a person from doing twice at once what they mean to do once, such as by a double tap."""

    def __init__(self) -> None:
        self._busy: set[int] = set()

    @contextlib.contextmanager
    def take(self, user_id: int) -> Iterator[bool]:
        """A block of which one per person runs at a time; the value is False in every other one."""
        if user_id in self._busy:
            yield False
            return
        self._busy.add(user_id)
        try:
            yield True
        finally:
            self._busy.discard(user_id)


class CostlyLimit:
    """Lets a person have something costly once at a time, and so often; what fails counts too."""

    def __init__(self, now: Callable[[], float], rate: Rate) -> None:
        self._rates = RateLimit[int](now, rate)
        self._running = OneAtATime()

    @contextlib.contextmanager
    def take(self, user_id: int) -> Iterator[None]:
        """Use one of a person's times. Raises `Refusal` while another is in use, or after too many."""
        with self._running.take(user_id) as is_first:
            if not is_first:
                raise Refusal(self._rates.rate.busy)
            self._rates.check(user_id)
            self._rates.count(user_id)
            yield


class PostLimits:
    """Counts what each person posts for everybody to see, and whom they mention by that."""

    def __init__(self, now: Callable[[], float], events: MatchEvents) -> None:
        self._posts = {rate: RateLimit[int](now, rate) for rate in (BOARDS, ANSWERS)}
        self._mentions = RateLimit[int](now, MENTIONS)
        self._in_server = RateLimit[int](now, SERVER_MENTIONS)
        self._unanswered: LRU[tuple[int, int], list[tuple[RateLimit[int], int, float]]] = LRU(_MAX_KEYS)
        events.follow("accepted", self._welcome)

    @contextlib.contextmanager
    def posting(
        self, rate: Rate, user_id: int, guild_id: int | None = None, mentioned: int | None = None
    ) -> Iterator[None]:
        """A block that posts once, and mentions a person by that, if any; if it fails, it does not count.

        Raises `Refusal` after too many posts of that ``rate``, or too many mentions.
        """
        mentions = [(self._mentions, user_id)] if mentioned is not None else []
        if mentions and guild_id is not None:
            mentions.append((self._in_server, guild_id))
        limits = [*mentions, (self._posts[rate], user_id)]
        for limit, key in limits:
            limit.check(key)
        counted = [(passed, passed_key, passed.count(passed_key)) for passed, passed_key in limits]
        try:
            yield
        except BaseException:
            _take_back(counted)
            raise
        if mentioned is not None:
            self._unanswered[user_id, mentioned] = counted[: len(mentions)]

    def _welcome(self, change: MatchChange) -> None:
        """Stop counting the mention of a challenge that is accepted: it was welcome."""
        match = change.after
        _take_back(self._unanswered.pop((match.challenger_id, match.challenged_id or 0), []))


def _take_back(counted: list[tuple[RateLimit[int], int, float]]) -> None:
    for limit, key, moment in counted:
        limit.take_back(key, moment)
