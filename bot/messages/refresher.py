"""Repeats the edit of a board until it succeeds and nothing has changed since."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import structlog

from bot.log_context import background_context

log = structlog.get_logger(__name__)

RETRY_SECONDS = (1.0, 2.0, 5.0, 15.0, 30.0)
"""The waits after edits that failed; then it is given up."""
HOLD_SECONDS = 5.0
"""The longest time that `Refresher.hold` delays an edit."""

K = TypeVar("K")


@dataclass(slots=True)
class _Hold:
    count: int = 0
    released: asyncio.Event = field(default_factory=asyncio.Event)


class Refresher(Generic[K]):
    """At most one edit at a time of each key; a request during an edit leads to another one.

    ``edit`` is called with the key and returns False if it is worth another try; ``match_of`` is the match
    that a key is about.
    """

    def __init__(self, edit: Callable[[K], Awaitable[bool]], match_of: Callable[[K], int]) -> None:
        self._edit = edit
        self._match_of = match_of
        self._running: dict[K, asyncio.Task[None]] = {}
        self._again: set[K] = set()
        self._holds: dict[int, _Hold] = {}  # by match

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being edited."""
        return not self._running

    def request(self, key: K) -> None:
        """Have what the key names edited soon."""
        if key in self._running:
            self._again.add(key)
            return
        context = background_context(match=self._match_of(key))
        self._running[key] = asyncio.create_task(self._run(key), context=context)

    async def settle(self, match_ids: Collection[int], seconds: float) -> None:
        """Wait, at most so long, for the edits about these matches that were requested."""
        running = [task for key, task in self._running.items() if self._match_of(key) in match_ids]
        if running:
            await asyncio.wait(running, timeout=seconds)

    @contextlib.contextmanager
    def hold(self, match_id: int) -> Iterator[None]:
        """Delay the edits about a match in this block, which answers an interaction with a board of it."""
        held = self._holds.setdefault(match_id, _Hold())
        held.count += 1
        try:
            yield
        finally:
            held.count -= 1
            if held.count == 0:
                del self._holds[match_id]
                held.released.set()

    async def _run(self, key: K) -> None:
        delays = iter(RETRY_SECONDS)
        try:
            while True:
                await self.released(self._match_of(key))
                # Before the edit reads the match: a request from now on can be about what it does not read.
                self._again.discard(key)
                if await self._edit(key):
                    delays = iter(RETRY_SECONDS)
                    if key not in self._again:
                        return
                elif (seconds := next(delays, None)) is not None:
                    await asyncio.sleep(seconds)
                else:
                    log.warning("board not shown yet")
                    return
        except Exception:
            log.exception("board not edited", match=self._match_of(key))
        finally:
            # In one step with the last check of `_again`: a later request starts another task.
            del self._running[key]

    async def released(self, match_id: int) -> None:
        """Wait until nothing holds the edits about a match, at most for `HOLD_SECONDS`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HOLD_SECONDS):
                # Another press can hold it before this task runs again.
                while (held := self._holds.get(match_id)) is not None:
                    await held.released.wait()

    async def close(self, seconds: float) -> None:
        """Wait at most this long for the edits under way."""
        if self._running:
            await asyncio.wait(self._running.values(), timeout=seconds)
