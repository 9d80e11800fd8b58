"""Watches the running clocks: ends a match whose flag has fallen, and announces when a reminder is due.

One task watches a heap of what is due next, so ten thousand clocks cost no more than their entries in it. The
heap only says when to check: the store decides whether a flag has fallen, in the transaction that ends the
match. Nothing is due before the next sign of life from Discord: the connection may be dead without anybody
knowing, and then nobody could move.
"""

from __future__ import annotations

import asyncio
import heapq
import math
from enum import StrEnum
from typing import NamedTuple

import structlog

from bot.log_context import about
from bot.match.endings import time_forfeit
from bot.match.events import HeartbeatNeeded, MatchEvents, ReminderDue
from bot.tasks import Tasks, retry_store
from data.errors import StoreError, UnavailableMatch
from data.matches.queries import RunningClock
from data.model import Match, MatchChange
from data.store import Store
from games.clock import GRACE_SECONDS

log = structlog.get_logger(__name__)

SAVE_SECONDS = 10.0
"""How often the uptime is saved. A kill loses at most as much of it, which nobody is charged for."""

REMINDED_AT = 0.25
"""The part of the time for a correspondence move that is left when its player is reminded."""

HEARTBEAT_SECONDS = 1.0
"""The least time between requests for a heartbeat, and how long before saving the uptime one is made."""

_LONGEST_SLEEP = 3600.0
_AFTER_THE_FALL = 0.01  # the store's comparison is strict


class DueAction(StrEnum):
    """What to do when an entry of the heap is due."""

    FLAG = "flag"
    REMIND = "remind"


class _Due(NamedTuple):
    """When something is due, and the server of its match."""

    at: float
    guild_id: int | None


class Clocks:
    """What is due on clocks, and the task that does it."""

    def __init__(self, store: Store, events: MatchEvents, tasks: Tasks) -> None:
        self._store = store
        self._events = events
        self._tasks = tasks
        self._heap: list[tuple[float, int, DueAction]] = []
        self._due: dict[tuple[int, DueAction], _Due] = {}
        self._wakeup = asyncio.Event()
        self._started = False
        self._asked_at = -math.inf
        self._needs_heartbeat = False
        events.subscribe(MatchChange, lambda change: self.watch(change.after))

    async def start(self) -> None:
        """Watch the clocks that run in the store, and those of later changes, until the tasks are closed."""
        await self.reload()
        if not self._started:
            self._started = True
            self._tasks.run(self._run())
            self._tasks.run(self._save_uptime())

    async def reload(self) -> None:
        """Watch the clocks that run in the store, which can have been moved. Raises `StoreError`."""
        for running in await self._store.queries.running():
            self._schedule(running)
        self.wake()

    def watch(self, match: Match) -> None:
        """Schedule what is due on a match's clock as it is now."""
        if match.is_active and match.clock is not None and match.clock.falls_at is not None:
            between_people = match.level is None
            self._schedule(
                RunningClock(match.id, match.clock, between_people, match.reminded, match.guild_id)
            )
        elif self._forget(match.id):
            self._compact()

    def wake(self) -> None:
        """Check now: the uptime runs again, or something earlier is due next."""
        self._wakeup.set()

    def heartbeat(self) -> None:
        """Discord has given a sign of life: what waited for one is due."""
        if self._needs_heartbeat:
            self.wake()

    def _schedule(self, running: RunningClock) -> None:
        self._forget(running.match_id)
        falls_at, control = running.falls_at, running.clock.control
        self._plan(running, DueAction.FLAG, falls_at + GRACE_SECONDS + _AFTER_THE_FALL)
        if control.each_turn and running.between_people and not running.reminded:
            self._plan(running, DueAction.REMIND, falls_at - REMINDED_AT * control.main)
        self._compact()

    def _plan(self, running: RunningClock, action: DueAction, at: float) -> None:
        self._due[running.match_id, action] = _Due(at, running.guild_id)
        heapq.heappush(self._heap, (at, running.match_id, action))
        if self._heap[0] == (at, running.match_id, action):
            self.wake()

    def _forget(self, match_id: int) -> bool:
        """Drop what is due in a match; its entries in the heap are skipped later."""
        known = [self._due.pop((match_id, action), None) for action in DueAction]
        return any(due is not None for due in known)

    def _compact(self) -> None:
        """Rebuild the heap when most of its entries are stale: every move leaves one behind."""
        if len(self._heap) > 2 * len(self._due) + 100:
            self._heap = [(due.at, match_id, action) for (match_id, action), due in self._due.items()]
            heapq.heapify(self._heap)

    async def _run(self) -> None:
        while True:
            self._wakeup.clear()
            await self._do_what_is_due()
            try:
                async with asyncio.timeout(self._wait_seconds()):
                    await self._wakeup.wait()
            except TimeoutError:
                pass

    async def _do_what_is_due(self) -> None:
        """Do what is due, but for what has to wait for a sign of life from its server's shard."""
        unconfirmed, uptime = [], self._store.uptime
        while self._heap and uptime.is_running and self._is_first_due():
            at, match_id, action = entry = heapq.heappop(self._heap)
            due = self._due.get((match_id, action))
            if due is None or due.at != at:  # of a turn that is over
                continue
            if at <= uptime.confirmed_of(due.guild_id):
                await self._do_alone(match_id, action)
            elif uptime.is_settled(due.guild_id):
                unconfirmed.append(entry)
            else:  # its clock is stopped; `reload` follows when it counts again
                del self._due[match_id, action]
        for entry in unconfirmed:
            heapq.heappush(self._heap, entry)

    def _is_first_due(self) -> bool:
        """Whether the first entry of the heap is due, or of a turn that is over."""
        at, match_id, action = self._heap[0]
        due = self._due.get((match_id, action))
        return at <= self._store.uptime() or due is None or due.at != at

    def _wait_seconds(self) -> float:
        """How long to wait; what would be due waits for a heartbeat, which this requests."""
        self._needs_heartbeat = False
        uptime, now = self._store.uptime, asyncio.get_running_loop().time()
        if not self._heap or not uptime.is_running:
            return _LONGEST_SLEEP
        if (left := self._heap[0][0] - uptime()) > 0:
            return min(left, _LONGEST_SLEEP)
        self._needs_heartbeat = True
        if now >= self._asked_at + HEARTBEAT_SECONDS:
            self._asked_at = now
            self._events.publish(HeartbeatNeeded())
        return self._asked_at + HEARTBEAT_SECONDS - now

    async def _do_alone(self, match_id: int, action: DueAction) -> None:
        """Do what is due in one match; whatever is wrong with it, the others go on."""
        try:
            await self._do(match_id, action)
        except UnavailableMatch:  # it was deleted, or cannot be read
            pass
        except Exception:
            log.exception("clock not watched anymore", match=match_id)

    async def _do(self, match_id: int, action: DueAction) -> None:
        del self._due[match_id, action]
        if action is DueAction.REMIND:
            self._events.publish(ReminderDue(match_id))
            return
        ended = await retry_store(
            lambda: self._store.matches.time_forfeit(match_id, time_forfeit),
            "flag not fallen yet",
            match=match_id,
        )
        if ended is None:  # another process has moved or paused it: schedule what is due now
            self.watch(await retry_store(lambda: self._store.matches.get(match_id), "clock not read yet"))
        else:
            log.info("ended by the clock", reason=ended.reason, **about(ended))

    async def _save_uptime(self) -> None:
        while True:
            await asyncio.sleep(SAVE_SECONDS - HEARTBEAT_SECONDS)
            self._events.publish(HeartbeatNeeded())
            await asyncio.sleep(HEARTBEAT_SECONDS)
            if self._store.uptime.is_running:
                try:
                    await self._store.uptime.save()
                except StoreError as fault:
                    log.warning("uptime not saved", fault=str(fault))
