"""Which version of a match each of its boards shows, and in which message."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import NamedTuple

from bot.log_context import about
from bot.lru import LRU
from bot.match.events import BoardOutdated, MatchEvents
from bot.messages.write_behind import WriteBehind
from bot.tasks import Tasks, retry_store
from data.errors import StoreError, UnavailableMatch
from data.matches.boards import BoardKey, BoardStore
from data.model.board import Board
from data.model.match import Match

_MAX_REMEMBERED = 10_000  # boards; the store knows the others


class MessageState(NamedTuple):
    """A board's message and the version of the match that it shows."""

    version: int
    message_id: int | None


class ShownVersions:
    """Remembers what boards show, and stores it so that nobody has to wait. Publishes `BoardOutdated`."""

    def __init__(self, store: BoardStore, events: MatchEvents) -> None:
        self._store = store
        self._events = events
        self._tasks = Tasks()
        self._latest: LRU[int, MessageState] = LRU(_MAX_REMEMBERED)  # by board
        self._versions: WriteBehind[BoardKey, int] = WriteBehind(
            store.shown, "shown versions not stored; boards are drawn again at the next start"
        )

    async def posted(
        self, match: Match, board: Board, channel_id: int, message_id: int, thread_id: int | None = None
    ) -> Match:
        """Store that a board has a (new) message, which shows ``match`` as it is; returns the match so.

        If the store is busy it is done later: the board is posted and can be played on.
        """
        posted = replace(
            board, channel_id=channel_id, message_id=message_id, thread_id=thread_id or board.thread_id
        )
        self._remember(match, posted)
        try:
            return await self._store_message(match, posted)
        except StoreError:
            self._tasks.run(self._store_message_later(match, posted), **about(match))
            return match.with_board(posted)

    async def _store_message(self, match: Match, posted: Board) -> Match:
        stored = await self._store.posted(match.id, posted, match.version)
        if stored.version > match.version:
            self._events.publish(BoardOutdated(match.id, posted.id))
        return stored

    async def _store_message_later(self, match: Match, posted: Board) -> None:
        async def attempt() -> None:
            latest = self._latest.get(posted.id)
            # Unless it was posted again since.
            if latest is None or latest.message_id in (None, posted.message_id):
                await self._store_message(match, posted)

        with contextlib.suppress(UnavailableMatch):  # it was deleted
            await retry_store(attempt, "message of a match not stored yet")

    def shown(self, match: Match, board: Board) -> None:
        """Remember that a board shows this version of its match; it is stored soon, for the next start."""
        self._remember(match, board)
        self._versions.put(BoardKey(match.id, board.id), match.version)

    def is_shown(self, match: Match, board: Board) -> bool:
        """Whether a board is known to show this version of its match, or a later one."""
        latest = self._latest.get(board.id)
        if latest is None:
            return board.shown_version >= match.version
        return latest.version >= match.version and latest.message_id == board.message_id

    def is_latest(self, match: Match, board: Board) -> bool:
        """Whether no later version was shown, in this message or another, as far as is known here."""
        latest = self._latest.get(board.id)
        if latest is None:
            return False
        return match.version >= latest.version and board.message_id == latest.message_id

    def _remember(self, match: Match, board: Board) -> None:
        self._latest[board.id] = MessageState(match.version, board.message_id)

    async def close(self) -> None:
        """Store what is left."""
        await self._tasks.close()
        await self._versions.close()
