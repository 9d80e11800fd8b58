"""Tells the store what boards show and where they are, so that nobody has to wait for it.

Start reading at `Notes.posted`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import structlog

from bot.tasks import Tasks, persistently
from data.errors import StoreError
from data.matches import Match, MatchStore

log = structlog.get_logger(__name__)

_GATHER_SECONDS = 0.5
_MOST_REMEMBERED = 10_000  # matches; of one that is forgotten the store is asked


class Notes:
    """What is to be noted of boards; ``show`` is told of a match that went on while it was posted."""

    def __init__(self, store: MatchStore, show: Callable[[Match], None]) -> None:
        self._store = store
        self._show = show
        self._tasks = Tasks()
        self._shown: dict[int, int] = {}
        self._gathering: asyncio.Task[None] | None = None
        self._latest: dict[int, tuple[int, int | None]] = {}

    async def posted(
        self, match: Match, channel_id: int, message_id: int, thread_id: int | None = None
    ) -> Match:
        """The match has a (new) message, which shows it as ``match`` is.

        A store that is busy just now is told later: the board stands there and can be played on.
        """
        here = replace(
            match, channel_id=channel_id, message_id=message_id, thread_id=thread_id or match.thread_id
        )
        self._remember(here)
        try:
            return await self._tell(here)
        except StoreError:
            self._tasks.run(self._tell_later(here))
            return here

    async def _tell(self, here: Match) -> Match:
        assert here.message_id is not None
        posted = await self._store.posted(
            here.id, here.version, here.channel_id, here.message_id, here.thread_id
        )
        if posted.version > here.version:
            self._show(posted)
        return posted

    async def _tell_later(self, here: Match) -> None:
        async def attempt() -> None:
            elsewhere = self._latest.get(here.id, (0, None))[1] not in (None, here.message_id)
            if not elsewhere:  # it has not been posted again since
                await self._tell(here)

        await persistently(attempt, "place of a board not stored yet", match=here.id)

    def shown(self, match: Match) -> None:
        """The match's message shows this version of it: noted soon, many at once, for the next start only."""
        self._remember(match)
        self._shown[match.id] = match.version
        if self._gathering is None or self._gathering.done():
            self._gathering = self._tasks.run(self._gather())

    def is_latest(self, match: Match) -> bool:
        """Whether no later version was shown, nor elsewhere, as far as is known here."""
        version, message_id = self._latest.get(match.id, (match.version + 1, None))
        return match.version >= version and match.message_id == message_id

    def _remember(self, match: Match) -> None:
        self._latest.pop(match.id, None)  # so that the newest stands last
        self._latest[match.id] = match.version, match.message_id
        if len(self._latest) > _MOST_REMEMBERED:
            del self._latest[next(iter(self._latest))]

    async def _gather(self) -> None:
        await asyncio.sleep(_GATHER_SECONDS)
        await self._flush()

    async def _flush(self) -> None:
        shown, self._shown = self._shown, {}
        try:
            if shown:
                await self._store.shown(shown)
        except StoreError as fault:
            log.warning(
                "shown versions not stored; boards will be drawn again at the next start", fault=str(fault)
            )

    async def close(self) -> None:
        """Note what is left to note."""
        await self._tasks.close()
        await self._flush()
