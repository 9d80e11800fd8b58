"""How many are before a match's computer in the pool's queue: told where it takes long, and rarely.

Start reading at `Waiting.answer`. Every telling is an edit of a message, of which Discord allows few.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator
from typing import Any, Protocol

from ai.base import Choice
from bot.tasks import Tasks
from data.matches import Match

LONG_SECONDS = 2.0
LOOK_SECONDS = 5.0


class Thought(Protocol):
    """A question that was put to the worker pool."""

    def __await__(self) -> Generator[Any, None, Choice]:
        """The answer."""

    @property
    def ahead(self) -> int:
        """How many are answered before it."""


class Waiting:
    """What is told of places in the queue; ``on_change`` shows a match anew."""

    def __init__(self, on_change: Callable[[Match], Awaitable[None]], tasks: Tasks) -> None:
        self._on_change = on_change
        self._tasks = tasks
        self._told: dict[int, int] = {}

    def ahead(self, match_id: int) -> int:
        """How many are before a match, as its board is to tell; 0 for nothing to tell."""
        return self._told.get(match_id, 0)

    async def answer(self, match: Match, thought: Thought) -> Choice:
        """Wait for the answer to a thought about a match; meanwhile its place is told if that takes long."""
        watching = self._tasks.run(self._watch(match, thought))
        try:
            return await thought
        finally:
            watching.cancel()
            self._told.pop(match.id, None)

    async def _watch(self, match: Match, thought: Thought) -> None:
        await asyncio.sleep(LONG_SECONDS)
        while ahead := thought.ahead:
            if has_moved_far(self.ahead(match.id), ahead):
                self._told[match.id] = ahead
                await self._on_change(match)
            await asyncio.sleep(LOOK_SECONDS)
        self._told.pop(match.id, None)  # whatever is drawn from now on says that it thinks


def has_moved_far(told: int, ahead: int) -> bool:
    """Whether a place is worth telling after another was told (0: none): it halved, or doubled."""
    return ahead * 2 <= told or ahead >= told * 2
