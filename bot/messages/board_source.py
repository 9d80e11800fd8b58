"""Which of the boards of matches the parts that show them work on: the first ones, or the other ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from data.model import Match
from data.ownership import Shards
from data.store import Store


class Messages(Protocol):
    """Stores which message shows a match, and which version of it."""

    async def posted(
        self, match_id: int, version: int, channel_id: int, message_id: int, thread_id: int | None = None
    ) -> Match:
        """See `data.matches.messages.MatchMessages.posted`."""

    async def shown(self, versions: Mapping[int, int]) -> None:
        """See `data.matches.messages.MatchMessages.shown`."""


class BoardSource(Protocol):
    """Matches as they are at one of their boards, and the message there."""

    messages: Messages

    async def get(self, match_id: int) -> Match:
        """A match. Raises `UnavailableMatch`, also for one without such a board."""

    async def behind(self, shards: Shards) -> list[int]:
        """The matches of shards whose message shows an older version."""

    def at_board(self, match: Match) -> Match | None:
        """A match that was read, as it is at this board; None if it has none."""


class FirstBoards:
    """The board that every match has."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.messages: Messages = store.messages

    async def get(self, match_id: int) -> Match:
        """See `BoardSource.get`."""
        return await self._store.matches.get(match_id)

    async def behind(self, shards: Shards) -> list[int]:
        """See `BoardSource.behind`."""
        return await self._store.queries.behind(shards)

    def at_board(self, match: Match) -> Match:
        """See `BoardSource.at_board`."""
        return match


class SecondBoards:
    """The other board of matches that are shown in two places."""

    def __init__(self, store: Store) -> None:
        self._boards = store.other_boards
        self.messages: Messages = store.other_boards

    async def get(self, match_id: int) -> Match:
        """See `BoardSource.get`."""
        return await self._boards.get(match_id)

    async def behind(self, shards: Shards) -> list[int]:
        """See `BoardSource.behind`."""
        return await self._boards.behind(shards)

    def at_board(self, match: Match) -> Match | None:
        """See `BoardSource.at_board`."""
        return match.at_other_board
