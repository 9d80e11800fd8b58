"""Background work in the matches of the shards that this process owns.

It begins in all of a shard's matches when the shard is gained (`ShardTasks.on_gain`), and ends when the shard
is lost. A shard can be gained again at once: what it was lost by and what it is gained by never mix.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from weakref import WeakKeyDictionary

import structlog

from bot.log_context import about
from bot.match.events import MatchEvents, ShardsGained, ShardsLost
from bot.tasks import Tasks, retry_store
from data.model.match import Match
from data.model.shards import Shards

log = structlog.get_logger(__name__)

GainWork = Callable[["Gain"], Awaitable[None]]


class Gain:
    """Shards that were gained together, less those that were lost, or gained again, since."""

    def __init__(self, shards: Shards) -> None:
        self.shards = shards

    def holds(self, guild_id: int | None) -> bool:
        """Whether a server is of one of these shards; None is direct messages."""
        return guild_id in self.shards

    def lose(self, shards: Shards) -> bool:
        """Take shards out; returns whether some are left."""
        self.shards = Shards.of(self.shards.numbers - shards.numbers, self.shards.total)
        return bool(self.shards.numbers)


class ShardTasks:
    """The background tasks of one part of the bot, each in a match or in the matches of gained shards.

    They run among ``tasks``, which are closed elsewhere.
    """

    def __init__(self, events: MatchEvents, tasks: Tasks) -> None:
        self._events = events
        self._tasks = tasks
        # The server of each task in a match, as long as `Tasks` keeps the task.
        self._guilds: WeakKeyDictionary[asyncio.Task[None], int | None] = WeakKeyDictionary()
        self._gains: dict[asyncio.Task[None], tuple[Gain, GainWork]] = {}
        events.subscribe(ShardsLost, lambda event: self._lose(event.shards))

    # --- In one match --------------------------------------------------------------------------------

    def run(self, match: Match, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Start a coroutine as a task, which is canceled when the match's shard is lost."""
        task = self._tasks.run(work, **about(match))
        self._guilds[task] = match.guild_id
        return task

    def moved(self, task: asyncio.Task[None], match: Match) -> None:
        """The match of a task is in another server now."""
        if task in self._guilds:
            self._guilds[task] = match.guild_id

    @contextlib.contextmanager
    def kept(self) -> Iterator[None]:
        """A block in which the present task is not canceled, even if its shard is lost."""
        task = asyncio.current_task()
        if task is None or task not in self._guilds:
            yield
            return
        guild_id = self._guilds.pop(task)
        try:
            yield
        finally:
            self._guilds[task] = guild_id

    # --- In the matches of gained shards -------------------------------------------------------------

    def on_gain(self, work: GainWork, failure: str) -> None:
        """Await ``work`` after each gain of shards, until they are lost.

        It is repeated from its beginning while the store fails; ``failure`` is the log line of that.
        """
        self._events.subscribe(ShardsGained, lambda event: self._gain(event.shards, work, failure))

    def continue_matches(
        self,
        find: Callable[[Shards], AsyncIterator[Match]],
        begin: Callable[[Match], None],
        failure: str,
    ) -> None:
        """After each gain of shards, call ``begin`` with the matches that ``find`` returns of them.

        It can be called more than once with a match. Whatever is wrong with one match, the others continue.
        """

        async def work(gain: Gain) -> None:
            async for match in find(gain.shards):
                # What has changed since it was read is followed as a `MatchChange`.
                if gain.holds(match.guild_id) and not self._events.is_old(match):
                    _begin(begin, match)
                await asyncio.sleep(0)  # a shard can have thousands of matches

        self.on_gain(work, failure)

    def _gain(self, shards: Shards, work: GainWork, failure: str) -> None:
        for task, (gain, other) in list(self._gains.items()):
            if other is work and not gain.lose(shards):
                task.cancel()
        gain = Gain(shards)
        task = self._tasks.run(retry_store(lambda: work(gain), failure))
        self._gains[task] = gain, work
        task.add_done_callback(lambda done: self._gains.pop(done, None))

    def _lose(self, shards: Shards) -> None:
        ended = [task for task, guild_id in self._guilds.items() if guild_id in shards]
        ended += [task for task, (gain, _) in self._gains.items() if not gain.lose(shards)]
        for lost in ended:
            lost.cancel()


def _begin(begin: Callable[[Match], None], match: Match) -> None:
    try:
        begin(match)
    except Exception:
        log.exception("match not continued", **about(match))
