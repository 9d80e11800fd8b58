"""Who was seen lately, and in which language of theirs: what pings have to know of people.

Start reading at `People.acted`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

import structlog

from bot.tasks import Tasks
from data.errors import StoreError
from data.people import PeopleStore, Someone

log = structlog.get_logger(__name__)

_GATHER_SECONDS = 0.5
_MOST_REMEMBERED = 10_000  # people; of one that is forgotten the store is asked


class People:
    """When people last did something, and which locale their Discord has."""

    def __init__(self, store: PeopleStore, now: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._now = now
        self._began = now()
        self._tasks = Tasks()
        self._seen: dict[int, tuple[float, str | None]] = {}
        self._news: dict[int, str] = {}
        self._gathering: asyncio.Task[None] | None = None

    def acted(self, user_id: int, locale: str | None = None) -> None:
        """Somebody pressed, typed or chose something; their locale is noted soon if it is news."""
        _, known = self._seen.pop(user_id, (0.0, None))
        self._seen[user_id] = self._now(), locale or known  # so that the latest stands last
        if len(self._seen) > _MOST_REMEMBERED:
            del self._seen[next(iter(self._seen))]
        if locale is not None and locale != known:
            self._news[user_id] = locale
            if self._gathering is None or self._gathering.done():
                self._gathering = self._tasks.run(self._gather())

    def idle(self, user_id: int) -> float:
        """For how many seconds nothing was seen of somebody (who is new may be here since the start)."""
        moment, _ = self._seen.get(user_id, (self._began, None))
        return self._now() - moment

    async def known(self, user_id: int) -> Someone:
        """What is remembered of somebody. Raises `data.errors.StoreError`."""
        someone, (_, locale) = await self._store.get(user_id), self._seen.get(user_id, (0.0, None))
        return replace(someone, locale=locale or someone.locale)

    async def wants_pings(self, user_id: int, wanted: bool) -> bool:
        """Somebody wants to be told of their turns, or not. Raises `data.errors.StoreError`."""
        return (await self._store.set_pings(user_id, wanted)).pings

    async def _gather(self) -> None:
        await asyncio.sleep(_GATHER_SECONDS)
        await self._flush()

    async def _flush(self) -> None:
        news, self._news = self._news, {}
        try:
            if news:
                await self._store.seen(news)
        except StoreError as fault:
            log.warning("locales not noted", fault=str(fault))
            self._news = news | self._news  # with the next one

    async def close(self) -> None:
        """Note what is left to note."""
        await self._tasks.close()
        await self._flush()
