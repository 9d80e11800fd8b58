"""The last interaction on each board: its token edits the board. Start reading at `Handles.of`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord

from data.matches import Match

_SECONDS = 14 * 60.0  # an interaction's token lives 15 minutes


class Handles:
    """Interactions by the number of the match whose board was their answer."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._kept: dict[int, discord.Interaction[Any]] = {}

    def of(self, match: Match) -> discord.Interaction[Any] | None:
        """The last interaction on this match's message, while its token lives.

        Edits by it have a rate limit of their own, so that matches in one channel need not wait for
        each other.
        """
        self._forget_old()
        handle = self._kept.get(match.id)
        if handle is not None and handle.message is not None and handle.message.id != match.message_id:
            return None
        return handle

    def keep(self, match_id: int, interaction: discord.Interaction[Any]) -> None:
        """The match's board is the answer to this interaction."""
        self._kept.pop(match_id, None)  # so that the newest stands last
        self._kept[match_id] = interaction
        self._forget_old()

    def drop(self, match_id: int) -> None:
        """The match's board is another message now, or the token is spent."""
        self._kept.pop(match_id, None)

    def _forget_old(self) -> None:
        oldest = self._now() - _SECONDS
        while self._kept:
            match_id, handle = next(iter(self._kept.items()))
            if handle.created_at.timestamp() > oldest:
                break
            del self._kept[match_id]
