"""The last interaction on each board, whose token edits the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import discord
from discord.ui import LayoutView

from bot.messages.person_tokens import TOKEN_SECONDS
from data.model import Match


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
    """Edit tokens by match id. ``now`` returns the unix time."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._kept: dict[int, EditToken] = {}

    def of(self, match: Match) -> EditToken | None:
        """The token of the last interaction on this match's message, while it lives.

        Edits with it have a rate limit of their own, so matches in one channel do not wait for each other.
        """
        self._forget_old()
        token = self._kept.get(match.id)
        return token if token is not None and token.message_id == match.message_id else None

    def keep(self, match_id: int, interaction: discord.Interaction, message_id: int) -> None:
        """Keep the token of an interaction whose answer or message is the match's board."""
        self._kept.pop(match_id, None)  # so that the newest is last
        created_at = interaction.created_at.timestamp()
        self._kept[match_id] = EditToken(interaction.followup, message_id, created_at)
        self._forget_old()

    def drop(self, match_id: int) -> None:
        """Forget the token: it is spent."""
        self._kept.pop(match_id, None)

    def _forget_old(self) -> None:
        oldest = self._now() - TOKEN_SECONDS
        while self._kept:
            match_id, token = next(iter(self._kept.items()))
            if token.created_at > oldest:
                break
            del self._kept[match_id]
