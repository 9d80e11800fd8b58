"""When people were last active and what they set: what notifications and pictures depend on."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, Unpack

from bot.lru import LRU
from bot.messages.write_behind import WriteBehind
from data.people.store import PeopleStore, Person, PersonChanges

CACHE_SECONDS = 60.0
"""How long a person is cached: another process on the same database may change them."""
_MAX_REMEMBERED = 10_000  # people; the store knows the others


class LastSeen(NamedTuple):
    """When a person was last active, by the clock of `Activity`, and their locale if it was seen."""

    moment: float
    locale: str | None


class Activity:
    """When people last did something, their locale and their settings. ``now`` returns seconds."""

    def __init__(self, store: PeopleStore, now: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._now = now
        self._started_at = now()
        self._people: LRU[int, tuple[float, Person]] = LRU(_MAX_REMEMBERED)
        self._changes = 0
        self._seen: LRU[int, LastSeen] = LRU(_MAX_REMEMBERED)
        self._locales: WriteBehind[int, str] = WriteBehind(store.seen, "locales not stored")

    def acted(self, user_id: int, locale: str | None = None) -> None:
        """Remember that a person pressed, typed or chose something; a new locale is stored soon."""
        before = self._seen.get(user_id)
        known = before.locale if before is not None else None
        self._seen[user_id] = LastSeen(self._now(), locale or known)
        if locale is not None and locale != known:
            self._locales.put(user_id, locale)

    def idle_seconds(self, user_id: int) -> float:
        """The seconds since a person was last active, or since the start if they were not."""
        seen = self._seen.get(user_id)
        return self._now() - (self._started_at if seen is None else seen.moment)

    def is_there(self, user_id: int, seconds: float) -> bool:
        """Whether a person was seen to be active in the last so many seconds."""
        seen = self._seen.get(user_id)
        return seen is not None and self._now() - seen.moment < seconds

    async def person(self, user_id: int) -> Person:
        """What is stored about a person. Raises `data.errors.StoreError`."""
        since, person = self._people.get(user_id, (0.0, None))
        if person is None or self._now() - since >= CACHE_SECONDS:
            changes = self._changes
            person = await self._store.get(user_id)
            if changes == self._changes:  # otherwise a change may have been committed after the read
                self._people[user_id] = self._now(), person
        seen = self._seen.get(user_id)
        if seen is None or seen.locale in (None, person.locale):
            return person
        return replace(person, locale=seen.locale)

    async def change(self, user_id: int, **changes: Unpack[PersonChanges]) -> Person:
        """Store what a person has set for themselves. Raises `data.errors.StoreError`."""
        try:
            await self._store.update(user_id, **changes)
        finally:  # after some errors the change may have been committed
            self._people.pop(user_id, None)
            self._changes += 1
        return await self.person(user_id)

    async def forget(self, user_id: int) -> None:
        """Drop what is cached of a person and what waits to be stored; the locale stays known in memory."""
        await self._locales.drop(user_id)
        self._people.pop(user_id, None)
        self._changes += 1

    async def close(self) -> None:
        """Store what is left."""
        await self._locales.close()
