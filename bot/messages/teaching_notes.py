"""Private notes about costly moves in teaching games.

Only the token of an interaction sends an ephemeral message: that of the press or command that made the move.
A move that was typed as a reply has none, and gets no note.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

import discord
import structlog

from bot.lru import LRU
from bot.match.events import CostlyMove, MatchEvents
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.private_notes import TOKEN_SECONDS, PrivateNotes, with_position
from bot.tasks import Tasks
from bot.texts import Texts, texts
from bot.ui.teaching_note import costly_move_view

log = structlog.get_logger(__name__)

_TOKENS = 1_000


@dataclass(frozen=True, slots=True)
class _Token:
    """The token of a person's last move in a match, and their language."""

    person_id: int
    webhook: discord.Webhook
    reader: Texts
    kept_at: float


class TeachingNotes:
    """Sends a note about each costly move; its key takes the move back."""

    def __init__(self, notes: PrivateNotes, events: MatchEvents) -> None:
        self._notes = notes
        self._tokens: LRU[int, _Token] = LRU(_TOKENS)  # by match
        self._tasks = Tasks()
        events.subscribe(CostlyMove, self._follow)

    def keep_token(self, interaction: discord.Interaction, match_id: int) -> None:
        """Keep the token of an interaction that makes a move."""
        reader = texts(interaction.locale.value)
        self._tokens[match_id] = _Token(interaction.user.id, interaction.followup, reader, monotonic())

    def _follow(self, costly: CostlyMove) -> None:
        self._tasks.run(self._send(costly))

    async def _send(self, costly: CostlyMove) -> None:
        match, token = costly.match, self._tokens.get(costly.match.id)
        if token is None or match.side_of(token.person_id) is None:
            return
        if monotonic() - token.kept_at > TOKEN_SECONDS:
            return

        view = costly_move_view(costly, token.reader)
        try:
            await self._notes.push(token.webhook, token.person_id, match.id, view, with_position(match))
        except DISCORD_FAULTS as fault:
            log.info("teaching note not sent", match=match.id, fault=str(fault))

    async def close(self) -> None:
        """Stop sending."""
        await self._tasks.close()
