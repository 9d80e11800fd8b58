"""Loops that do again and again what has become due: old data to delete, seeks that expire, puzzles to post.

Whoever needs one describes it by a function that reads what is due and does it. `DueLoop` is for work that
any process may do; `ShardLoop` for work in the servers of the shards that this process owns. `DuePart` is a
part of the bot that does nothing else.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol, TypeVar

import structlog

from bot.match.events import MatchEvents, ShardsGained, ShardsLost
from bot.tasks import Tasks, store_delays
from data.errors import StoreError
from data.leases.ownership import Ownership
from data.model.shards import Shards

log = structlog.get_logger(__name__)


class OfServer(Protocol):
    """Something that belongs to a server."""

    @property
    def guild_id(self) -> int:
        """The server's id."""


Item = TypeVar("Item", bound=OfServer)


class DueLoop:
    """Awaits ``look`` from `start` on, again ``seconds`` after each look, and at once when it is woken.

    ``look`` reads what is due and does it, and can set ``seconds``. If the store fails, the next look comes
    sooner (`bot.tasks.store_delays`); any other error is logged. ``failure`` is the log line of both. The
    loop runs among ``tasks``, which are closed elsewhere.
    """

    def __init__(
        self, look: Callable[[], Awaitable[None]], seconds: float, failure: str, tasks: Tasks
    ) -> None:
        self.seconds = seconds
        self._look = look
        self._failure = failure
        self._tasks = tasks
        self._wakeup = asyncio.Event()

    def start(self) -> None:
        """Look now, and again and again from now on."""
        self._tasks.run(self._run())

    def wake(self) -> None:
        """Look at once, or once more after the present look."""
        self._wakeup.set()

    async def _run(self) -> None:
        delays = store_delays()
        while True:
            # Before the look: what wakes the loop during it leads to another one.
            self._wakeup.clear()
            delay: float | None = None
            try:
                await self._look()
                delays = store_delays()
            except StoreError as fault:
                delay = min(self.seconds, next(delays))
                log.warning(self._failure, error=str(fault), retry=delay)
            except Exception:
                log.exception(self._failure)
            await self._wait(self.seconds if delay is None else delay)

    async def _wait(self, seconds: float) -> None:
        """Return after so many seconds, or when the loop is woken, also before this was called."""
        timer = asyncio.get_running_loop().call_later(seconds, self.wake)
        try:
            await self._wakeup.wait()
        finally:
            timer.cancel()


class ShardLoop(DueLoop):
    """A loop in the shards that this process has gained and not lost since; each gain wakes it.

    A shard is gained once this process owns it and is connected to it (`bot.match.events.ShardsGained`).
    ``ownership`` says whether it still owns the shard of a server.
    """

    def __init__(
        self,
        look: Callable[[], Awaitable[None]],
        seconds: float,
        failure: str,
        tasks: Tasks,
        events: MatchEvents,
        ownership: Ownership,
    ) -> None:
        super().__init__(look, seconds, failure, tasks)
        self.shards = Shards.of((), 1)
        """The shards in which to look for what is due."""
        self._owns = ownership.owns
        events.subscribe(ShardsGained, lambda event: self._gain(event.shards))
        events.subscribe(ShardsLost, lambda event: self._lose(event.shards))

    def holds(self, guild_id: int | None) -> bool:
        """Whether the work in a server is this process's now; None is direct messages."""
        return guild_id in self.shards and self._owns(guild_id)

    async def each(self, items: Iterable[Item], work: Callable[[Item], Awaitable[None]]) -> None:
        """Await ``work`` with each item of this process's shards, one after the other.

        What fails with one item does not stop the others. Raises the first `StoreError` in the end, so that
        the look is repeated soon.
        """
        fault: StoreError | None = None
        for item in items:
            if not self.holds(item.guild_id):  # also if the shard was lost during the last item
                continue
            try:
                await work(item)
            except StoreError as error:
                fault = fault or error
            except Exception:
                log.exception(self._failure, guild=item.guild_id)
        if fault is not None:
            raise fault

    def _gain(self, shards: Shards) -> None:
        self.shards = Shards.of(self.shards.numbers | shards.numbers, shards.total)
        self.wake()

    def _lose(self, shards: Shards) -> None:
        self.shards = Shards.of(self.shards.numbers - shards.numbers, shards.total)


class DuePart(ABC):
    """A part of the bot that does in the shards of this process what has become due.

    The parameters are those of `ShardLoop`. What follows from a look runs among `_tasks`, too.
    """

    def __init__(self, seconds: float, failure: str, events: MatchEvents, ownership: Ownership) -> None:
        self._tasks = Tasks()
        self._loop = ShardLoop(self.look, seconds, failure, self._tasks, events, ownership)

    @abstractmethod
    async def look(self) -> None:
        """Do everything that is due. Raises `data.errors.StoreError`."""

    def start(self) -> None:
        """Look for what is due from now on."""
        self._loop.start()

    def wake(self) -> None:
        """Look at once: something has changed."""
        self._loop.wake()

    async def close(self) -> None:
        """Stop; what is left is done after the next start."""
        await self._tasks.close()
