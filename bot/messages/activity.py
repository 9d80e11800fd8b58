"""When people were last active, and in which language: what notifications depend on."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from bot.lru import LRU
from bot.messages.write_behind import WriteBehind
from data.people import PeopleStore, Person

_MOST_REMEMBERED = 10_000  # people; the store knows the others


class LastSeen(NamedTuple):
    """When a person was last active, by the clock of `Activity`, and their locale if it was seen."""

    moment: float
    locale: str | None


class Activity:
    """When people last did something, and which locale their Discord has. ``now`` returns seconds."""

    def __init__(self, store: PeopleStore, now: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._now = now
        self._started_at = now()
        self._seen: LRU[int, LastSeen] = LRU(_MOST_REMEMBERED)
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
        person, seen = await self._store.get(user_id), self._seen.get(user_id)
        return replace(person, locale=(seen.locale if seen else None) or person.locale)

    async def set_notifications(self, user_id: int, wanted: bool) -> bool:
        """Store whether a person wants notifications; returns that. Raises `data.errors.StoreError`."""
        return (await self._store.set_notifications(user_id, wanted)).notifications

    async def close(self) -> None:
        """Store what is left."""
        await self._locales.close()
