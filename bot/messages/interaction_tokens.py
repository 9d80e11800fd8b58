"""The tokens of the last interactions: each person's in a match, and that on each board.

The one sends the person a private note later: only the token of an interaction sends an ephemeral message,
and a person who only replies to the board has none. The other edits the board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

import discord
from discord.ui import LayoutView

from bot.lru import LRU
from bot.texts import Texts, texts

TOKEN_SECONDS = 14 * 60.0
"""How long the token of an interaction is used: it lives 15 minutes."""
_MAX_TOKENS = 2_000
"""Tokens that are kept; the longest unused is dropped."""


@dataclass(frozen=True, slots=True)
class PersonToken:
    """The token of an interaction of a person, and their language."""

    person_id: int
    webhook: discord.Webhook
    reader: Texts
    kept_at: float

    @property
    def seconds_left(self) -> float:
        """How long the token can still be used; not positive once it is spent."""
        return TOKEN_SECONDS - (monotonic() - self.kept_at)


class PersonTokens:
    """Keeps the newest token of each person in each match."""

    def __init__(self) -> None:
        self._kept: LRU[tuple[int, int], PersonToken] = LRU(_MAX_TOKENS)  # by match and person

    def keep(self, interaction: discord.Interaction, match_id: int) -> None:
        """Keep the token of an interaction about a match."""
        person_id, reader = interaction.user.id, texts(interaction.locale.value)
        token = PersonToken(person_id, interaction.followup, reader, monotonic())
        self._kept[match_id, person_id] = token

    def forget(self, person_id: int) -> None:
        """Drop the tokens of a person."""
        for key in list(self._kept):
            if key[1] == person_id:
                del self._kept[key]

    def of(self, match_id: int, person_id: int) -> PersonToken | None:
        """The token of a person's last interaction about a match; None if there is none that can be used."""
        token = self._kept.get((match_id, person_id))
        return token if token is not None and token.seconds_left > 0 else None


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
