"""Repeats the edit of a board until it succeeds and nothing has changed since."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass, field

import structlog

from bot.log_context import background_context

log = structlog.get_logger(__name__)

RETRY_SECONDS = (1.0, 2.0, 5.0, 15.0, 30.0)
HOLD_SECONDS = 5.0
"""The longest time that `Refresher.hold` delays an edit."""


@dataclass(slots=True)
class _Hold:
    count: int = 0
    released: asyncio.Event = field(default_factory=asyncio.Event)


class Refresher:
    """At most one edit at a time per match; a request during an edit leads to another one.

    ``edit`` is called with the match's id and returns False if it is worth another try.
    """

    def __init__(self, edit: Callable[[int], Awaitable[bool]]) -> None:
        self._edit = edit
        self._running: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._holds: dict[int, _Hold] = {}

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being edited."""
        return not self._running

    def request(self, match_id: int) -> None:
        """Have the match's board edited soon."""
        if match_id in self._running:
            self._again.add(match_id)
            return
        self._running[match_id] = asyncio.create_task(
            self._run(match_id), context=background_context(match=match_id)
        )

    async def settle(self, match_ids: Collection[int], seconds: float) -> None:
        """Wait, at most so long, for the edits of these matches' boards that were requested."""
        running = [task for match_id, task in self._running.items() if match_id in match_ids]
        if running:
            await asyncio.wait(running, timeout=seconds)

    @contextlib.contextmanager
    def hold(self, match_id: int) -> Iterator[None]:
        """Delay the edits of a board in this block, which answers an interaction with the same board."""
        held = self._holds.setdefault(match_id, _Hold())
        held.count += 1
        try:
            yield
        finally:
            held.count -= 1
            if held.count == 0:
                del self._holds[match_id]
                held.released.set()

    async def _run(self, match_id: int) -> None:
        delays = iter(RETRY_SECONDS)
        try:
            while True:
                await self._wait_for_holds(match_id)
                self._again.discard(match_id)
                if await self._edit(match_id):
                    delays = iter(RETRY_SECONDS)
                    if match_id not in self._again:
                        return
                elif (seconds := next(delays, None)) is not None:
                    await asyncio.sleep(seconds)
                else:
                    log.warning("board not shown yet")
                    return
        except Exception:
            log.exception("board not edited", match=match_id)
        finally:
            # In one step with the last check of `_again`: a later request starts another task.
            del self._running[match_id]

    async def _wait_for_holds(self, match_id: int) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HOLD_SECONDS):
                while (held := self._holds.get(match_id)) is not None:
                    await held.released.wait()

    async def close(self, seconds: float) -> None:
        """Wait at most this long for the edits under way."""
        if self._running:
            await asyncio.wait(self._running.values(), timeout=seconds)
