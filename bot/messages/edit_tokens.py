"""The last interaction on each board, whose token edits the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import discord
from discord.ui import LayoutView

from bot.messages.person_tokens import TOKEN_SECONDS


@dataclass(frozen=True, slots=True)
class EditToken:
    """The token of an interaction, without the message and components that came with it."""

    webhook: discord.Webhook
    message_id: int
    created_at: float

    async def edit(self, view: LayoutView, files: list[discord.File]) -> None:
        """Edit the board. Raises `discord.HTTPException`, also when the token is spent."""
        nobody = discord.AllowedMentions.none()
        await self.webhook.edit_message(
            self.message_id, view=view, attachments=files, allowed_mentions=nobody
        )


class EditTokens:
    """Edit tokens by message. ``now`` returns the unix time."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._kept: dict[int, EditToken] = {}

    def of(self, message_id: int) -> EditToken | None:
        """The token of the last interaction on a board, while it lives.

        Edits with it have a rate limit of their own, so matches in one channel do not wait for each other.
        """
        self._forget_old()
        return self._kept.get(message_id)

    def keep(self, interaction: discord.Interaction, message_id: int) -> None:
        """Keep the token of an interaction whose answer or message is a board."""
        self._kept.pop(message_id, None)  # so that the newest is last
        created_at = interaction.created_at.timestamp()
        self._kept[message_id] = EditToken(interaction.followup, message_id, created_at)
        self._forget_old()

    def drop(self, message_id: int) -> None:
        """Forget the token: it is spent."""
        self._kept.pop(message_id, None)

    def _forget_old(self) -> None:
        oldest = self._now() - TOKEN_SECONDS
        while self._kept:
            message_id, token = next(iter(self._kept.items()))
            if token.created_at > oldest:
                break
            del self._kept[message_id]
