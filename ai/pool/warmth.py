"""Which engine is compiled where: no kernel is compiled twice, and none holds the pool up for ever.

The first worker to warm a game up compiles its kernels, which takes long on a machine's first start; every
other one waits for that, serving or warming up something else meanwhile, and then loads them from numba's
cache on disk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class WarmUp:
    """Progress of the warm-up: a worker made a game ready (or failed to), the ``done``-th of ``total``."""

    slug: str
    worker: int
    done: int
    total: int
    seconds: float
    error: str | None = None


OnProgress = Callable[[WarmUp], None]


class Warmth:
    """What the pool knows of its games' kernels."""

    def __init__(self, slugs: Sequence[str]) -> None:
        self.slugs = tuple(slugs)
        self.given_up: set[str] = set()
        self._compiled: set[str] = set()
        self._compiling: set[str] = set()
        self._failed: Counter[str] = Counter()

    def cold(self, warm: Collection[str]) -> list[str]:
        """What a worker with these games warm has left to do."""
        return [slug for slug in self.slugs if slug not in warm and slug not in self.given_up]

    def next(self, warm: Collection[str], wanted: Collection[str]) -> str | None:
        """What it should do now: a game that somebody waits for first; None if others compile the rest."""
        able = [slug for slug in self.cold(warm) if slug not in self._compiling]
        return min(able, key=lambda slug: slug not in wanted, default=None)

    def begin(self, slug: str) -> None:
        """A worker begins with a game; alone, if it is not in the cache yet."""
        if slug not in self._compiled:
            self._compiling.add(slug)

    def end(self, slug: str, *, good: bool) -> None:
        """It is done, or failed; after `ATTEMPTS` failures in a row the game is served as it is."""
        self._compiling.discard(slug)
        if good:
            self._compiled.add(slug)
            self._failed[slug] = 0
            return
        self._failed[slug] += 1
        if self._failed[slug] >= ATTEMPTS:
            self.given_up.add(slug)

    def served(self, slug: str, warm: Collection[str]) -> bool:
        """Whether a worker with these games warm answers for a game."""
        return slug in warm or slug in self.given_up or slug not in self.slugs

    def settled(self, slug: str) -> bool:
        """Whether the first, long warm-up of a game is over."""
        return slug in self._compiled or slug in self.given_up or slug not in self.slugs
