"""What this process knows about its shards, and what follows from that now."""

from __future__ import annotations

from collections.abc import Callable


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
        self.handles_from: dict[int, float] = {}
        """By shard, the first moment whose interactions it handles, in unix seconds of Discord."""
        self.handles_until: dict[int, float] = {}
        """By shard, the first moment whose interactions its successor handles."""

    @property
    def is_valid(self) -> bool:
        """Whether the last renewal is recent enough."""
        return self._ticks() < self.valid_until

    def owns(self, shard: int) -> bool:
        """Whether this process works on a shard."""
        return shard in self.epochs and self.is_valid

    def handles(self, shard: int, moment: float) -> bool:
        """Whether this process handles what is made in a shard at a moment, as of its last renewal."""
        since = self.handles_from.get(shard)
        return since is not None and since <= moment < self.handles_until.get(shard, float("inf"))

    def gain(self, shard: int, epoch: int, since: float | None) -> None:
        """Own a shard, and handle its interactions from ``since`` on; None: as before."""
        self.epochs[shard] = epoch
        self.expect(shard, self.handles_from.get(shard, float("-inf")) if since is None else since)

    def expect(self, shard: int, since: float) -> None:
        """Handle the interactions of a shard from a moment on, as its owner or as its successor."""
        self.handles_from[shard] = since
        self.handles_until.pop(shard, None)

    def give_up(self, shard: int, switch_at: float) -> None:
        """Own a shard no longer, but handle the interactions before ``switch_at``."""
        self.epochs.pop(shard, None)
        self.handles_until[shard] = switch_at

    def forget(self, shard: int) -> None:
        """Have nothing to do with a shard."""
        for known in (self.epochs, self.handles_from, self.handles_until):
            known.pop(shard, None)
