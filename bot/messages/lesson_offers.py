"""Offers the lesson of a game to a person who has not won their first match of it: once, and to nobody else.

Whoever has won is offered it after the first match that they do not win. After a resignation nothing
is offered: it can be the choice of somebody who knows the game well. The board of a match that is over has
one row of buttons, so it is on the screen together with the offer.
"""

from __future__ import annotations

import asyncio

import structlog

from bot.log_context import about
from bot.match.endings import RESIGNED, can_abort
from bot.match.events import MatchEvents
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_tokens import PersonTokens
from bot.messages.private_notes import PrivateNotes
from bot.tasks import Tasks
from bot.ui.lesson_message import offer_view
from data.errors import StoreError
from data.model.match import Match
from data.model.match_change import MatchChange
from data.people.lessons import LessonStore

log = structlog.get_logger(__name__)

ANSWER_SECONDS = 1.0
"""How long an offer waits: the press or command that ended the match is answered first, in its own note."""


class LessonOffers:
    """Sends the offers."""

    def __init__(
        self, lessons: LessonStore, tokens: PersonTokens, notes: PrivateNotes, events: MatchEvents
    ) -> None:
        self._lessons = lessons
        self._tokens = tokens
        self._notes = notes
        self._tasks = Tasks()
        events.follow("ended", self._follow)

    @property
    def is_idle(self) -> bool:
        """Whether no offer waits to be sent."""
        return self._tasks.is_idle

    def _follow(self, change: MatchChange) -> None:
        match = change.after
        if not match.begun or can_abort(match):  # then it was not really begun
            return
        if match.tournament_id is not None:  # the next match may follow at once
            return
        if match.reason == RESIGNED:  # the sentence that confirms it names the review
            return
        for person_id in match.people:
            if match.winner is not None and match.side_of(person_id) is match.winner:
                continue
            self._tasks.run(self._offer(match, person_id), **about(match))

    async def _offer(self, match: Match, person_id: int) -> None:
        """Offer the lesson, unless the person cannot get a private note or does something else by then."""
        token = self._tokens.of(match.id, person_id)
        if token is None:
            return
        await asyncio.sleep(ANSWER_SECONDS)
        if self._tokens.of(match.id, person_id) is not token:
            return
        try:
            if await self._lessons.offer(person_id, match.game):
                view = offer_view(match.game, token.reader)
                await self._notes.push(
                    token, match.id, view, lambda change: change.after.rematch_of == match.id
                )
        except (StoreError, *DISCORD_FAULTS) as fault:
            log.info("lesson not offered", fault=str(fault))

    async def close(self) -> None:
        """Stop sending."""
        await self._tasks.close()
