"""Which worker warms up which game, so that no kernel is compiled twice.

The first worker to warm up a game compiles its kernels, which takes long on a machine's first start. Other
workers serve requests or warm up other games meanwhile, and then load the kernels from the cache on disk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class WarmUp:
    """Progress: a worker warmed up a game, or failed to; ``done`` of ``total`` warm-ups are over."""

    slug: str
    worker: int
    done: int
    total: int
    seconds: float
    error: str | None = None


OnProgress = Callable[[WarmUp], None]


class WarmUpState:
    """The warm-up state of the pool's games."""

    def __init__(self, slugs: Sequence[str]) -> None:
        self.slugs = tuple(slugs)
        self.abandoned: set[str] = set()
        self._compiled: set[str] = set()
        self._compiling: set[str] = set()
        self._failed: Counter[str] = Counter()

    def missing(self, warm: Collection[str]) -> list[str]:
        """List the games that a worker with these games warm has yet to warm up."""
        return [slug for slug in self.slugs if slug not in warm and slug not in self.abandoned]

    def next(self, warm: Collection[str], requested: Collection[str]) -> str | None:
        """Pick the worker's next game, a requested one first; None while others compile the rest."""
        able = [slug for slug in self.missing(warm) if slug not in self._compiling]
        return min(able, key=lambda slug: slug not in requested, default=None)

    def begin(self, slug: str) -> None:
        """Note that a worker starts a game; no other starts it until the game is compiled."""
        if slug not in self._compiled:
            self._compiling.add(slug)

    def end(self, slug: str, *, succeeded: bool) -> None:
        """Note a warm-up's result. After `ATTEMPTS` failures in a row the game is served as it is."""
        self._compiling.discard(slug)
        if succeeded:
            self._compiled.add(slug)
            self._failed[slug] = 0
            return
        self._failed[slug] += 1
        if self._failed[slug] >= ATTEMPTS:
            self.abandoned.add(slug)

    def serves(self, slug: str, warm: Collection[str]) -> bool:
        """Whether a worker with these games warm takes requests for a game."""
        return slug in warm or slug in self.abandoned or slug not in self.slugs

    def settled(self, slug: str) -> bool:
        """Whether a game is compiled, abandoned, or never warmed up."""
        return slug in self._compiled or slug in self.abandoned or slug not in self.slugs
