"""Runs the handler of a press's verb, and answers every error with a sentence.

Start reading at `Buttons.handle`.
"""

from __future__ import annotations

from collections.abc import Sequence

from discord.ui import Item

from bot.exceptions import Outdated, Refusal
from bot.interactions.bring_match import recover
from bot.interactions.buttons.challenges import ChallengeButtons
from bot.interactions.buttons.hints import HintButton
from bot.interactions.buttons.leaving import LeavingButtons
from bot.interactions.buttons.moves import MoveButtons
from bot.interactions.buttons.offers import OfferButtons
from bot.interactions.buttons.presses import (
    Handlers,
    PressAnswers,
    SpectatorButtons,
    is_on_note,
    is_tap_for_move,
)
from bot.interactions.buttons.rematches import RematchButton
from bot.interactions.buttons.teams import TeamButtons
from bot.interactions.error_replies import explain
from bot.match.suspension import is_suspended
from bot.messages.press_guard import OFFERING
from bot.services import Interaction, Services
from bot.texts import texts
from bot.ui import AnyView
from bot.ui.custom_ids import Press
from data.errors import StoreError, UnavailableMatch


class Buttons:
    """Handles every press on a match's components.

    ``of_features`` are the handlers that features add, ``for_spectators`` what they offer to a person who
    presses a button of a match of others.
    """

    def __init__(
        self, services: Services, of_features: Handlers, for_spectators: Sequence[SpectatorButtons]
    ) -> None:
        matches, boards, notes = services.matches, services.boards.answers, services.private_notes
        self._for_spectators = for_spectators
        self._matches = matches
        self._boards = boards
        self._is_soon = services.boards.guard.is_accidental
        self._notes = notes
        self._parts = services.open_parts
        self._tokens = services.person_tokens
        self._answers = answers = PressAnswers(boards, notes)
        self.handlers: Handlers = {
            **MoveButtons(matches, boards, services.open_parts, answers, for_spectators).handlers,
            **HintButton(matches, boards).handlers,
            **OfferButtons(matches, answers).handlers,
            **LeavingButtons(matches, answers).handlers,
            **ChallengeButtons(matches.challenges, answers).handlers,
            **TeamButtons(matches, answers).handlers,
            **RematchButton(matches, boards, notes).handlers,
            **of_features,
        }

    async def handle(self, interaction: Interaction, press: Press) -> None:
        """Do what ``press`` means, or answer why not; raises nothing."""
        if self._is_accidental(interaction, press):
            refusal = await self._refusal_of_accident(interaction, press)
            offered = await self._offered(interaction, press, refusal)
            await explain(interaction, refusal, press.match_id, buttons=offered)
            return
        self._tokens.keep(interaction, press.match_id)
        in_place = False
        try:
            in_place = await is_on_note(interaction, press)
            if in_place:
                self._notes.take(interaction.user.id, press.match_id)
            await self._run(interaction, press)
        except Outdated as outdated:
            if not await self._parts.skip(interaction, press.match_id):
                await self._show_current(interaction, press, outdated)
        except Exception as error:
            if in_place:  # the answer takes the place of an open part
                await self._parts.leave(interaction, press.match_id)
            offered = await self._offered(interaction, press, error)
            await explain(interaction, error, press.match_id, in_place=in_place, buttons=offered)

    async def _offered(self, interaction: Interaction, press: Press, error: Exception) -> list[Item[AnyView]]:
        """What a person can do who has pressed a button of a match in which they do not play."""
        if not isinstance(error, Refusal) or error.key != "match.not-seated":
            return []
        try:
            match = await self._matches.get(press.match_id)
        except (StoreError, UnavailableMatch):  # the refusal is answered without them
            return []
        reader = texts(interaction.locale.value)
        return [item for of in self._for_spectators for item in of(match, interaction.user.id, reader)]

    def _is_accidental(self, interaction: Interaction, press: Press) -> bool:
        """Whether a tap cannot be meant, since the board's buttons have only just appeared."""
        message = interaction.message
        if message is None or not (is_tap_for_move(interaction, press) or press.verb in OFFERING):
            return False
        return self._is_soon(press, message.id)

    async def _refusal_of_accident(self, interaction: Interaction, press: Press) -> Refusal:
        """Why an accidental tap does nothing; to a person who does not play, pressing again is no help."""
        try:
            match = await self._matches.get(press.match_id)
        except (StoreError, UnavailableMatch):
            return Refusal("match.pressed-too-soon")
        can_move = match.is_voted or match.side_of(interaction.user.id) is not None
        return Refusal("match.pressed-too-soon" if can_move else "match.not-seated")

    async def _run(self, interaction: Interaction, press: Press) -> None:
        """Run the verb's handler; a press on the board of a suspended match recovers the match first."""
        handler = self.handlers.get(press.verb)
        if handler is None:
            raise Refusal("error.unknown-button")
        try:
            await handler(interaction, press)
        except Refusal as refusal:
            recovered = await recover(interaction, press.match_id) if is_suspended(refusal) else None
            if recovered is None:
                raise
            if recovered.is_active:
                await handler(interaction, press)
            else:
                await self._boards.acknowledge(interaction, recovered)

    async def _show_current(self, interaction: Interaction, press: Press, outdated: Outdated) -> None:
        try:
            await self._answers.show_current(interaction, press, outdated)
        except Exception as error:  # the board cannot be drawn, stored or sent
            await explain(interaction, error, press.match_id)
