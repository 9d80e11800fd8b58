"""The last interaction on each board: its token edits the board. Start reading at `Handles.of`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import discord
from discord.ui import LayoutView

from data.matches import Match

_SECONDS = 14 * 60.0  # an interaction's token lives 15 minutes


@dataclass(frozen=True, slots=True)
class Handle:
    """What an interaction leaves behind: its token, without the message and the keys that it came with."""

    webhook: discord.Webhook
    message_id: int
    born: float

    async def edit(self, view: LayoutView, files: list[discord.File]) -> None:
        """Edit the board. Raises `discord.HTTPException`, too when the token is spent."""
        nobody = discord.AllowedMentions.none()
        await self.webhook.edit_message(
            self.message_id, view=view, attachments=files, allowed_mentions=nobody
        )


class Handles:
    """Handles by the number of the match whose board can be edited by them."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._kept: dict[int, Handle] = {}

    def of(self, match: Match) -> Handle | None:
        """The last interaction on this match's message, while its token lives.

        Edits by it have a rate limit of their own, so that matches in one channel need not wait for
        each other.
        """
        self._forget_old()
        handle = self._kept.get(match.id)
        return handle if handle is not None and handle.message_id == match.message_id else None

    def keep(self, match_id: int, interaction: discord.Interaction[Any], message_id: int) -> None:
        """The match's board is the answer to this interaction, or the message it came from."""
        self._kept.pop(match_id, None)  # so that the newest stands last
        born = interaction.created_at.timestamp()
        self._kept[match_id] = Handle(interaction.followup, message_id, born)
        self._forget_old()

    def drop(self, match_id: int) -> None:
        """The match's board is another message now, or the token is spent."""
        self._kept.pop(match_id, None)

    def _forget_old(self) -> None:
        oldest = self._now() - _SECONDS
        while self._kept:
            match_id, handle = next(iter(self._kept.items()))
            if handle.born > oldest:
                break
            del self._kept[match_id]
