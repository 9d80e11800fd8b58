"""The buttons for takebacks, draws, adjournments and vacations."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.interactions.buttons.presses import Handlers, PressAnswers, seen
from bot.match.service import MatchService
from bot.services import Interaction
from bot.texts import texts
from bot.ui.custom_ids import Press, Verb
from data.model.match import Match, PositionId

Change = Callable[[int, PositionId, int], Awaitable[Match]]
"""What a person (the last argument) wants in a match, in the position that they saw."""


class OfferButtons:
    """Makes offers and answers them."""

    def __init__(self, matches: MatchService, answers: PressAnswers) -> None:
        self._takebacks = matches.takebacks
        self._answers = answers
        self._changes: Mapping[Verb, Change] = {
            Verb.UNDO: matches.takebacks.request,
            Verb.ACCEPT_UNDO: matches.takebacks.accept,
            Verb.DECLINE_UNDO: matches.takebacks.decline,
            Verb.DRAW: matches.draws.offer,
            Verb.ACCEPT_DRAW: matches.draws.accept,
            Verb.DECLINE_DRAW: matches.draws.decline,
            Verb.ADJOURN: matches.adjournments.adjourn,
            Verb.ACCEPT_ADJOURN: matches.adjournments.accept,
            Verb.DECLINE_ADJOURN: matches.adjournments.decline,
            Verb.RESUME: matches.adjournments.resume,
            Verb.COME_BACK: matches.vacations.come_back,
            Verb.DECLINE_RESUME: matches.adjournments.decline_resume,
        }
        self.handlers: Handlers = dict.fromkeys(self._changes, self._change) | {Verb.RETRY: self._retry}

    async def _change(self, interaction: Interaction, press: Press) -> None:
        change = self._changes[press.verb](*seen(interaction, press))
        await self._answers.change(interaction, press, change)

    async def _retry(self, interaction: Interaction, press: Press) -> None:
        """Take back a costly move of a teaching game, from the note about it."""
        await self._takebacks.request(*seen(interaction, press))
        await self._answers.say(interaction, press, texts(interaction.locale.value)("teach.taken-back"))
