"""Which kernels are compiled, which are next, and which worker loads which.

A worker loads only kernels that are compiled, which takes half a second a game. What the cache on disk lacks
is compiled by a `Compiler` in a process of its own, so a worker is never kept from the games that are ready.
Kernels that a request waits for come first, in both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

import structlog

ATTEMPTS = 3

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class WarmUp:
    """Progress: a worker warmed up a kernel set, or failed to; ``done`` of ``total`` warm-ups are over.

    ``worker`` is 0 if the set could not be compiled. ``failed`` are the games without an engine by now.
    """

    kernel_set: str
    worker: int
    done: int
    total: int
    seconds: float
    error: str | None = None
    failed: frozenset[str] = frozenset()


OnProgress = Callable[[WarmUp], None]


def in_turns(games: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Order the kernel sets of some games: the first of each game, then the second of each."""
    turns = chain.from_iterable(zip_longest(*games))
    return tuple(kernel_set for kernel_set in turns if kernel_set is not None)


class WarmUpState:
    """The state of the pool's kernel sets, the most wanted first."""

    def __init__(self, kernel_sets: Sequence[str]) -> None:
        self.kernel_sets = tuple(kernel_sets)
        self.abandoned: set[str] = set()
        self._compiled: set[str] = set()
        self._loaded: set[str] = set()
        self._cold: set[str] = set()
        self._failed: Counter[str] = Counter()

    @property
    def failed_games(self) -> frozenset[str]:
        """The games of the sets that could be neither compiled nor loaded: no engine answers for them."""
        return frozenset(map(_game, self.abandoned))

    def missing(self, warm: Collection[str]) -> list[str]:
        """List the sets that a worker with these sets warm has yet to load."""
        return [
            kernel_set
            for kernel_set in self.kernel_sets
            if kernel_set not in warm and kernel_set not in self.abandoned
        ]

    def next(self, warm: Collection[str], requested: Collection[str]) -> str | None:
        """Pick the set that a worker loads next, a requested one first; None while the rest is compiled."""
        able = [kernel_set for kernel_set in self.missing(warm) if kernel_set not in self._cold]
        return min(able, key=lambda kernel_set: kernel_set not in requested, default=None)

    def next_to_compile(self, requested: Collection[str]) -> str | None:
        """Pick the set that is compiled next; None if none is missing.

        A requested one comes first, one that failed after the others.
        """
        able = [kernel_set for kernel_set in self.kernel_sets if kernel_set in self._cold]
        return min(
            able, key=lambda kernel_set: (kernel_set not in requested, self._failed[kernel_set]), default=None
        )

    def gives_way(self, compiling: str, requested: Collection[str]) -> bool:
        """Whether the compilation of a set that nobody waits for makes room for one that is waited for.

        Little is lost: every kernel is stored as soon as it is compiled.
        """
        return compiling not in requested and any(kernel_set in requested for kernel_set in self._cold)

    def is_compiled(self, kernel_set: str) -> bool:
        """Whether a set was compiled or loaded by any process of the pool."""
        return kernel_set in self._compiled

    def found_cold(self, kernel_set: str) -> None:
        """Note that the cache lacks a set."""
        if kernel_set not in self._compiled and kernel_set not in self.abandoned:
            self._cold.add(kernel_set)

    def end(self, kernel_set: str, error: str | None) -> None:
        """Note a result, by its error. After `ATTEMPTS` failures in a row the set is served as it is."""
        if error is None:
            self._compiled.add(kernel_set)
            self._cold.discard(kernel_set)
            self.abandoned.discard(kernel_set)
            self._failed[kernel_set] = 0
            return
        self._failed[kernel_set] += 1
        if self._failed[kernel_set] >= ATTEMPTS and kernel_set not in self.abandoned:
            self._cold.discard(kernel_set)
            self.abandoned.add(kernel_set)
            _log.error(
                "engine cannot be compiled or loaded", game=_game(kernel_set), kernels=kernel_set, error=error
            )

    def loaded(self, kernel_set: str) -> None:
        """Note that a worker has loaded a set."""
        self._loaded.add(kernel_set)

    def serves(self, kernel_set: str, warm: Collection[str]) -> bool:
        """Whether a worker with these sets warm takes requests that need a set."""
        return kernel_set in warm or kernel_set in self.abandoned or kernel_set not in self.kernel_sets

    def settled(self, kernel_set: str) -> bool:
        """Whether some worker has loaded a set, or it is abandoned or never warmed up."""
        return (
            kernel_set in self._loaded or kernel_set in self.abandoned or kernel_set not in self.kernel_sets
        )


def progress(state: WarmUpState, workers: Iterable[Collection[str]]) -> tuple[int, int]:
    """How many warm-ups are over, and of how many, for workers with these sets warm."""
    missing = [len(state.missing(warm)) for warm in workers]
    total = len(missing) * len(state.kernel_sets)
    return total - sum(missing), total


def _game(kernel_set: str) -> str:
    return kernel_set.partition("/")[0]
