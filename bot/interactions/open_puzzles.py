"""Which puzzle each person has open in a channel, so that a move typed there is tried in it.

A puzzle is a message that only its person sees: the token of the interaction that showed it edits it, deletes
it, and shows it again at the end of the channel.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace

import discord

from bot.lru import LRU
from bot.match.limits import TYPED
from bot.match.rate_limits import RateLimit
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_responses import NOBODY, Composed
from bot.services import Interaction
from bot.times import RunningTime
from games.base import Move, Record

_MAX_OPEN = 2_000
"""Puzzles that are remembered; the longest unused is forgotten."""

Attempt = Callable[[Move], Awaitable[Composed]]
"""Tries a move in a puzzle; returns what its message shows then."""


@dataclass(frozen=True, slots=True)
class OpenPuzzle:
    """A position in which a move is asked for, what tries one, and the interaction that showed it."""

    record: Record
    attempt: Attempt
    interaction: Interaction
    message: discord.WebhookMessage | None = None
    """Where it is shown; None where the interaction was answered with it."""

    async def edit(self, composed: Composed) -> None:
        """Show something else where it is."""
        view, files = composed
        if self.message is not None:
            await self.message.edit(view=view, attachments=files, allowed_mentions=NOBODY)
        else:
            await self.interaction.edit_original_response(
                view=view, attachments=files, allowed_mentions=NOBODY
            )

    async def show_at_end(self, composed: Composed) -> discord.WebhookMessage:
        """Show something else in a new message at the end of the channel, in place of the old one."""
        view, files = composed
        message = await self.interaction.followup.send(
            view=view, files=files, ephemeral=True, allowed_mentions=NOBODY, wait=True
        )
        with suppress(*DISCORD_FAULTS):
            if self.message is not None:
                await self.message.delete()
            else:
                await self.interaction.delete_original_response()
        return message


class OpenPuzzles:
    """The last puzzle of each person in each channel, while its message can be edited."""

    def __init__(self, running: RunningTime) -> None:
        self._open: LRU[tuple[int, int], OpenPuzzle] = LRU(_MAX_OPEN)  # by person and channel
        self.limit = RateLimit[int](running, TYPED)

    def keep(self, interaction: Interaction, record: Record, attempt: Attempt) -> None:
        """Remember a puzzle that an interaction is answered with."""
        key = interaction.user.id, interaction.channel_id or 0
        self._open[key] = OpenPuzzle(record, attempt, interaction)

    def moved(self, person_id: int, channel_id: int, message: discord.WebhookMessage | None) -> None:
        """Remember in which message the puzzle is that a person has open in a channel, if it still asks."""
        key = person_id, channel_id
        if key in self._open:
            self._open[key] = replace(self._open[key], message=message)

    def forget(self, interaction: Interaction) -> None:
        """Forget the puzzle that a person has open in the channel of an interaction: nothing is asked."""
        self._open.pop((interaction.user.id, interaction.channel_id or 0), None)

    def of(self, person_id: int, channel_id: int) -> OpenPuzzle | None:
        """The puzzle that a person has open in a channel; None if there is none that can be edited."""
        shown = self._open.get((person_id, channel_id))
        return None if shown is None or shown.interaction.is_expired() else shown
