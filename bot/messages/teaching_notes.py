"""Private notes about costly moves in teaching games, for people whose last interaction can send one."""

from __future__ import annotations

import structlog

from bot.log_context import about
from bot.match.events import CostlyMove, MatchEvents
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_tokens import PersonTokens
from bot.messages.private_notes import PrivateNotes, with_position
from bot.tasks import Tasks
from bot.ui.teaching_note import costly_move_view

log = structlog.get_logger(__name__)


class TeachingNotes:
    """Sends a note about each costly move; its button takes the move back."""

    def __init__(self, tokens: PersonTokens, notes: PrivateNotes, events: MatchEvents) -> None:
        self._tokens = tokens
        self._notes = notes
        self._tasks = Tasks()
        events.subscribe(CostlyMove, self._follow)

    def _follow(self, costly: CostlyMove) -> None:
        self._tasks.run(self._send(costly), **about(costly.match))

    async def _send(self, costly: CostlyMove) -> None:
        match = costly.match
        person_id = match.first_id if match.first_id is not None else match.second_id
        token = self._tokens.of(match.id, person_id) if person_id is not None else None
        if token is None:
            return
        view = costly_move_view(costly, token.reader)
        try:
            await self._notes.push(token, match.id, view, with_position(match))
        except DISCORD_FAULTS as fault:
            log.info("teaching note not sent", fault=str(fault))

    async def close(self) -> None:
        """Stop sending."""
        await self._tasks.close()
