"""Which version of a match its message shows, and which message that is."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import NamedTuple

from bot.log_context import about
from bot.lru import LRU
from bot.match.events import BoardOutdated, MatchEvents
from bot.messages.board_source import Messages
from bot.messages.write_behind import WriteBehind
from bot.tasks import Tasks, retry_store
from data.errors import StoreError, UnavailableMatch
from data.model import Match

_MOST_REMEMBERED = 10_000  # matches; the store knows the others


class MessageState(NamedTuple):
    """A match's message and the version of the match that it shows."""

    version: int
    message_id: int | None


class ShownVersions:
    """Remembers what messages show, and stores it so that nobody has to wait. Publishes `BoardOutdated`."""

    def __init__(self, messages: Messages, events: MatchEvents) -> None:
        self._messages = messages
        self._events = events
        self._tasks = Tasks()
        self._latest: LRU[int, MessageState] = LRU(_MOST_REMEMBERED)
        self._versions: WriteBehind[int, int] = WriteBehind(
            messages.shown, "shown versions not stored; boards are drawn again at the next start"
        )

    async def posted(
        self, match: Match, channel_id: int, message_id: int, thread_id: int | None = None
    ) -> Match:
        """Store that the match has a (new) message, which shows it as ``match`` is; returns it so.

        If the store is busy it is done later: the board is posted and can be played on.
        """
        here = replace(
            match, channel_id=channel_id, message_id=message_id, thread_id=thread_id or match.thread_id
        )
        self._remember(here)
        try:
            return await self._store_message(here, message_id)
        except StoreError:
            self._tasks.run(self._store_message_later(here, message_id), **about(here))
            return here

    async def _store_message(self, here: Match, message_id: int) -> Match:
        posted = await self._messages.posted(
            here.id, here.version, here.channel_id, message_id, here.thread_id
        )
        if posted.version > here.version:
            self._events.publish(BoardOutdated(posted.id))
        return posted

    async def _store_message_later(self, here: Match, message_id: int) -> None:
        async def attempt() -> None:
            latest = self._latest.get(here.id)
            if latest is None or latest.message_id in (None, message_id):  # it was not posted again since
                await self._store_message(here, message_id)

        with contextlib.suppress(UnavailableMatch):  # it was deleted
            await retry_store(attempt, "message of a match not stored yet")

    def shown(self, match: Match) -> None:
        """Remember that the match's message shows this version; it is stored soon, for the next start."""
        self._remember(match)
        self._versions.put(match.id, match.version)

    def is_shown(self, match: Match) -> bool:
        """Whether the match's message is known to show this version, or a later one."""
        latest = self._latest.get(match.id)
        if latest is None:
            return match.shown_version >= match.version
        return latest.version >= match.version and latest.message_id == match.message_id

    def is_latest(self, match: Match) -> bool:
        """Whether no later version was shown, in this message or another, as far as is known here."""
        latest = self._latest.get(match.id)
        if latest is None:
            return False
        return match.version >= latest.version and match.message_id == latest.message_id

    def _remember(self, match: Match) -> None:
        self._latest[match.id] = MessageState(match.version, match.message_id)

    async def close(self) -> None:
        """Store what is left."""
        await self._tasks.close()
        await self._versions.close()
