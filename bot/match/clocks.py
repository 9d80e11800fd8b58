"""Watches the clocks that run: ends a match whose flag has fallen, and tells when a day is nearly over.

Start reading at `Timekeeper.watch`. One task looks at a heap of what falls due next, so that ten thousand
clocks cost no more than their places in it. What the heap says is only when to look: whether a flag has
fallen the store decides, in the transaction that ends the match. Nothing falls due before Discord was heard
of once more: the connection may be dead without anybody knowing, and then nobody could move.
"""

from __future__ import annotations

import asyncio
import heapq
import math
from collections.abc import Awaitable, Callable
from typing import Literal

import structlog

from bot.match.endings import out_of_time
from bot.tasks import Tasks, persistently
from data.errors import StoreError
from data.finding import Running
from data.match import Match
from data.matches import MatchStore
from games.clock import GRACE_SECONDS

log = structlog.get_logger(__name__)

BEAT_SECONDS = 10.0
"""How often the uptime is saved: what a kill costs the clocks at most, and nobody is charged for it."""

REMINDED_AT = 0.25
"""The part of a day-clock at which whoever is to move is reminded."""

ASK_SECONDS = 1.0
"""How often Discord is asked for a sign of life at most, and how long before the uptime is saved."""

_LONGEST_SLEEP = 3600.0
_AFTER_THE_FALL = 0.01  # the store's comparison is strict

Deed = Literal["flag", "remind"]


class Timekeeper:
    """What falls due on clocks, and the task that does it."""

    def __init__(self, store: MatchStore, ended: Callable[[Match], Awaitable[None]], tasks: Tasks) -> None:
        self._store = store
        self._ended = ended
        self._tasks = tasks
        self._heap: list[tuple[float, int, Deed]] = []
        self._due: dict[tuple[int, Deed], float] = {}
        self._news = asyncio.Event()
        self._started = False
        self.remind: Callable[[int], None] | None = None
        """Told of a match in which somebody's day is nearly over."""
        self.ask: Callable[[], None] | None = None
        """Asks Discord for a sign of life, of which `heard` is told."""
        self._asked_at = -math.inf
        self._waits_for_sign = False
        store.listeners.append(self.watch)

    async def start(self) -> None:
        """Take up the clocks that run, and watch them until the tasks are closed."""
        for running in await self._store.running():
            self._note(running)
        if not self._started:
            self._started = True
            self._tasks.run(self._watch())
            self._tasks.run(self._beat())

    def watch(self, match: Match) -> None:
        """A match has changed: so have, perhaps, the moments at which something falls due."""
        if match.is_on and match.clock is not None and match.clock.falls_at is not None:
            self._note(Running(match.id, match.clock, match.level is None, match.reminded))
        elif self._forget(match.id):
            self._tidy()

    def wake(self) -> None:
        """Look again: the uptime goes on, or another moment is the next."""
        self._news.set()

    def heard(self) -> None:
        """A sign of life from Discord: what has waited for one is due."""
        if self._waits_for_sign:
            self.wake()

    def _note(self, running: Running) -> None:
        self._forget(running.match_id)
        falls_at, control = running.clock.falls_at, running.clock.control
        assert falls_at is not None
        self._plan(falls_at + GRACE_SECONDS + _AFTER_THE_FALL, running.match_id, "flag")
        if control.each_turn and running.of_two and not running.reminded:
            self._plan(falls_at - REMINDED_AT * control.main, running.match_id, "remind")
        self._tidy()

    def _plan(self, due: float, match_id: int, deed: Deed) -> None:
        self._due[match_id, deed] = due
        heapq.heappush(self._heap, (due, match_id, deed))
        if self._heap[0] == (due, match_id, deed):
            self.wake()

    def _forget(self, match_id: int) -> bool:
        """Nothing of this match falls due any more; what the heap has of it is passed over."""
        known = [self._due.pop((match_id, deed), None) for deed in ("flag", "remind")]
        return any(due is not None for due in known)

    def _tidy(self) -> None:
        """A lively match leaves a moment behind with every move: make the heap anew now and then."""
        if len(self._heap) > 2 * len(self._due) + 100:
            self._heap = [(due, match_id, deed) for (match_id, deed), due in self._due.items()]
            heapq.heapify(self._heap)

    async def _watch(self) -> None:
        while True:
            self._news.clear()
            uptime = self._store.uptime
            while self._heap and uptime.runs and (self._heap[0][0] <= uptime.sure or self._is_passed_over()):
                await self._do(*heapq.heappop(self._heap))
            try:
                async with asyncio.timeout(self._wait()):
                    await self._news.wait()
            except TimeoutError:
                pass

    def _is_passed_over(self) -> bool:
        """Whether the first of the heap is of a turn that is over."""
        due, match_id, deed = self._heap[0]
        return self._due.get((match_id, deed)) != due

    def _wait(self) -> float:
        """How long to wait for news; what would be due is not before Discord has given a sign of life."""
        self._waits_for_sign = False
        uptime, now = self._store.uptime, asyncio.get_running_loop().time()
        if not self._heap or not uptime.runs:
            return _LONGEST_SLEEP
        if (left := self._heap[0][0] - uptime()) > 0:
            return min(left, _LONGEST_SLEEP)
        self._waits_for_sign = True
        if now >= self._asked_at + ASK_SECONDS:
            self._asked_at = now
            self._ask()
        return self._asked_at + ASK_SECONDS - now

    def _ask(self) -> None:
        if self.ask is not None:
            self.ask()

    async def _do(self, due: float, match_id: int, deed: Deed) -> None:
        if self._due.get((match_id, deed)) != due:
            return
        del self._due[match_id, deed]
        if deed == "remind":
            if self.remind is not None:
                self.remind(match_id)
            return
        ended = await persistently(
            lambda: self._store.forfeit(match_id, out_of_time), "flag not fallen yet", match=match_id
        )
        if ended is None:  # another process has moved or stopped it: see what is due now
            self.watch(await persistently(lambda: self._store.get(match_id), "clock not read yet"))
            return
        log.info("ended by the clock", match=match_id, reason=ended.reason)
        await self._ended(ended)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS - ASK_SECONDS)
            self._ask()
            await asyncio.sleep(ASK_SECONDS)
            if self._store.uptime.runs:
                try:
                    await self._store.uptime.save()
                except StoreError as fault:
                    log.warning("uptime not saved", fault=str(fault))
