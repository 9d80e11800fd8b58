"""Watches the running clocks: ends a match whose flag has fallen, and announces when a reminder is due.

Each shard that this process owns has a schedule of what is due (`bot.match.due`), and one task looks after
all of them. A schedule only says when to check: the store decides whether a flag has fallen, in the
transaction that ends the match. Nothing is due before the next sign of life from Discord: the connection may
be dead without anybody knowing, and then nobody could move.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable

import structlog

from bot.log_context import about
from bot.match.due import Due, DueAction, Schedule
from bot.match.events import HeartbeatNeeded, MatchEvents, ReminderDue, ShardsGained, ShardsLost
from bot.match.shard_tasks import Gain, ShardTasks
from bot.match.vacations import FlagFalls
from bot.tasks import Tasks, retry_store
from data.errors import OtherOwner, StoreError, UnavailableMatch
from data.matches.queries import RunningClock
from data.model.match import Match
from data.model.match_change import MatchChange
from data.model.shards import Shards
from data.model.teams import is_awaited
from data.store import Store

log = structlog.get_logger(__name__)

SAVE_SECONDS = 10.0
"""How often the uptime is saved. A kill loses at most as much of it, which nobody is charged for."""

HEARTBEAT_SECONDS = 1.0
"""The least time between requests for a heartbeat, and how long before saving the uptime one is made."""

_LONGEST_SLEEP = 3600.0  # seconds, also when nothing is planned


class Clocks:
    """The schedules of the shards that this process owns, and the task that does what is due."""

    def __init__(
        self,
        store: Store,
        events: MatchEvents,
        tasks: Tasks,
        shard_tasks: ShardTasks,
        flag_falls: FlagFalls,
    ) -> None:
        self._flag_falls = flag_falls
        self._store = store
        self._uptime = store.uptime
        self._events = events
        self._tasks = tasks
        self._schedules: dict[int, Schedule] = {}  # by shard
        self._readings: list[set[int]] = []  # the matches that change while running clocks are read
        self._wakeup = asyncio.Event()
        self._requested_at = -math.inf
        self._needs_heartbeat = False
        events.follow("left_server", self._forget)  # before `_changed` watches it in its new shard
        events.subscribe(MatchChange, self._changed)
        events.subscribe(ShardsGained, lambda event: self._gain(event.shards))
        events.subscribe(ShardsLost, lambda event: self._lose(event.shards))
        shard_tasks.on_gain(self._read, "clocks not read yet")

    def start(self) -> None:
        """Do what is due, and save the uptime regularly, until the tasks are closed."""
        self._tasks.run(self._run())
        self._tasks.run(self._save_uptime())

    def wake(self) -> None:
        """Check now: the uptime runs again, or something earlier is due next."""
        self._wakeup.set()

    def heartbeat(self) -> None:
        """Discord has given a sign of life: what waited for one is due."""
        if self._needs_heartbeat:
            self.wake()

    # --- What is watched -----------------------------------------------------------------------------

    def _gain(self, shards: Shards) -> None:
        self._schedules |= {shard: Schedule() for shard in shards.numbers}

    def _lose(self, shards: Shards) -> None:
        for shard in shards.numbers:
            self._schedules.pop(shard, None)

    async def _read(self, gain: Gain) -> None:
        """Watch the clocks that run in the store. Changes meanwhile are newer than what is read."""
        changed = set[int]()
        self._readings.append(changed)
        try:
            running_clocks = await self._store.queries.running(gain.shards)
        finally:
            # By identity, since two readings can have equal sets; `list.remove` compares them.
            self._readings = [reading for reading in self._readings if reading is not changed]
        for running in running_clocks:
            if gain.holds(running.guild_id) and running.match_id not in changed:
                self._schedules[self._uptime.shard_of(running.guild_id)].plan(running)
        self.wake()

    def plan_again(self, moved: Iterable[RunningClock]) -> None:
        """Schedule what is due on clocks that have stood still."""
        for running in moved:
            if (schedule := self._schedules.get(self._uptime.shard_of(running.guild_id))) is not None:
                schedule.plan(running)
        self.wake()

    def _changed(self, change: MatchChange) -> None:
        for changed in self._readings:
            changed.add(change.after.id)
        self._watch(change.after)

    def _watch(self, match: Match) -> None:
        """Schedule what is due on a match's clock as it is now, if this process owns the match's shard."""
        schedule = self._schedules.get(self._uptime.shard_of(match.guild_id))
        if schedule is None:
            return
        if match.is_active and match.clock is not None and match.clock.falls_at is not None:
            side = match.clock.side
            between_people = side is not None and is_awaited(match.level, match.teams, side)
            before = schedule.first_at
            notified = match.notified
            schedule.plan(RunningClock(match.id, match.clock, between_people, notified, match.guild_id))
            first_at = schedule.first_at
            # The task sleeps until what was first: nothing but something earlier has to wake it.
            if first_at is not None and (before is None or first_at < before):
                self.wake()
        else:
            schedule.forget(match.id)

    def _forget(self, change: MatchChange) -> None:
        """Forget what is due in a match on the shard of the server that it has left."""
        left = change.before
        if left and (schedule := self._schedules.get(self._uptime.shard_of(left.guild_id))) is not None:
            schedule.forget(left.id)

    # --- What is due ---------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            # Before looking: whatever wakes the task while it looks leads to another look.
            self._wakeup.clear()
            for shard in list(self._schedules):
                await self._do_what_is_due(shard)
            try:
                async with asyncio.timeout(self._wait_seconds()):
                    await self._wakeup.wait()
            except TimeoutError:
                pass

    async def _do_what_is_due(self, shard: int) -> None:
        """Do what was due at the last sign of life from the shard."""
        while (schedule := self._schedules.get(shard)) is not None and self._uptime.is_running(shard):
            due = schedule.pop(self._uptime.confirmed(shard))
            if due is None:
                return
            if due.guild_id not in self._uptime.unavailable:  # its clocks are planned anew when it is back
                await self._do_alone(due, shard)

    def _wait_seconds(self) -> float:
        """How long to wait; what would be due waits for a heartbeat, which this requests."""
        left = min(map(self._seconds_left, self._schedules), default=_LONGEST_SLEEP)
        self._needs_heartbeat = left <= 0
        if not self._needs_heartbeat:
            return left
        now = asyncio.get_running_loop().time()
        if now >= self._requested_at + HEARTBEAT_SECONDS:
            self._requested_at = now
            self._events.publish(HeartbeatNeeded())
        return self._requested_at + HEARTBEAT_SECONDS - now

    def _seconds_left(self, shard: int) -> float:
        """Seconds until something is due in a shard, if its count goes on."""
        first_at = self._schedules[shard].first_at
        if first_at is None or not self._uptime.is_running(shard):
            return _LONGEST_SLEEP
        return min(_LONGEST_SLEEP, first_at - self._uptime.count(shard))

    async def _do_alone(self, due: Due, shard: int) -> None:
        """Do what is due in one match; whatever is wrong with it, the others go on."""
        try:
            await self._do(due, shard)
        except UnavailableMatch:  # it was deleted, cannot be read, or another process works on it
            pass
        except Exception:
            log.exception("clock not watched anymore", match=due.match_id)

    async def _do(self, due: Due, shard: int) -> None:
        """Remind a player, or let a flag fall; a store that fails is asked until it answers."""
        if due.action is DueAction.REMIND:
            self._events.publish(ReminderDue(due.match_id))
            return
        schedule, background = self._schedules.get(shard), self._store.background

        async def attempt() -> Match | None:
            if self._schedules.get(shard) is not schedule:
                raise OtherOwner(due.match_id)  # the shard was lost since
            return await self._flag_falls(background, due.match_id)

        ended = await retry_store(attempt, "flag not fallen yet", match=due.match_id)
        if ended is None:  # another process has moved or paused it: schedule what is due now
            get = background.get
            self._watch(await retry_store(lambda: get(due.match_id), "clock not read yet"))
        else:
            log.info("the flag fell", reason=ended.reason, paused=ended.paused, **about(ended))

    async def _save_uptime(self) -> None:
        while True:
            await asyncio.sleep(SAVE_SECONDS - HEARTBEAT_SECONDS)
            self._events.publish(HeartbeatNeeded())
            await asyncio.sleep(HEARTBEAT_SECONDS)
            try:
                await self._uptime.save()
            except StoreError as fault:
                log.warning("uptime not saved", fault=str(fault))
