"""What this process knows about its shards, and what follows from that now."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import NamedTuple


class _Span(NamedTuple):
    """A span of time, in unix seconds of Discord."""

    since: float
    until: float


class LocalView:
    """The shards of this process as of its last renewal, which is valid for a while.

    ``ticks`` returns seconds from any origin, but has to be monotonic.
    """

    def __init__(self, ticks: Callable[[], float]) -> None:
        self._ticks = ticks
        self.valid_until = float("-inf")
        """The ticks at which everything here lapses unless it is renewed."""
        self.epochs: dict[int, int] = {}
        """The shards that it owns, with the epochs of their leases."""
        self._handled: dict[int, tuple[_Span, ...]] = {}
        """By shard, when the interactions are made that it handles; two spans if it gets a shard back."""

    @property
    def is_valid(self) -> bool:
        """Whether the last renewal is recent enough."""
        return self._ticks() < self.valid_until

    @property
    def handed_over(self) -> dict[int, float]:
        """Shards that it has given up, with the first moment whose interactions the successor handles."""
        return {shard: spans[-1].until for shard, spans in self._handled.items() if spans[-1].until < inf}

    def owns(self, shard: int) -> bool:
        """Whether this process works on a shard."""
        return shard in self.epochs and self.is_valid

    def handles(self, shard: int, moment: float) -> bool:
        """Whether this process handles what is made in a shard at a moment, as of its last renewal."""
        return any(since <= moment < until for since, until in self._handled.get(shard, ()))

    def gain(self, shard: int, epoch: int, since: float | None) -> None:
        """Own a shard, and handle its interactions from ``since`` on; None: as before."""
        self.epochs[shard] = epoch
        if since is None:
            spans = self._handled.get(shard)
            since = spans[-1].since if spans else -inf
        self.expect(shard, since)

    def expect(self, shard: int, since: float) -> None:
        """Handle the interactions of a shard from a moment on, as its owner or as its successor.

        Those from before an earlier successor begins are handled nevertheless.
        """
        given_up = [span for span in self._handled.get(shard, ()) if span.until < inf]
        self._handled[shard] = (*given_up[-1:], _Span(since, inf))

    def give_up(self, shard: int, switch_at: float) -> None:
        """Own a shard no longer, but handle the interactions before ``switch_at``."""
        self.epochs.pop(shard, None)
        *earlier, last = self._handled.get(shard, (_Span(inf, inf),))
        self._handled[shard] = (*earlier, last._replace(until=switch_at))

    def forget(self, shard: int) -> None:
        """Have nothing to do with a shard."""
        self.epochs.pop(shard, None)
        self._handled.pop(shard, None)
