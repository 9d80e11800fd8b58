"""The buttons that resign or abort a match, after a question."""

from __future__ import annotations

from bot.interactions.buttons.presses import Handlers, PressAnswers
from bot.interactions.leave_match import ask_leaving
from bot.match.endings import is_called_off
from bot.match.service import MatchService
from bot.services import Interaction
from bot.texts import texts
from bot.ui.custom_ids import Press, Verb


class LeavingButtons:
    """Asks whether a person wants to leave a match, and ends it."""

    def __init__(self, matches: MatchService, answers: PressAnswers) -> None:
        self._matches = matches
        self._answers = answers
        self.handlers: Handlers = {
            Verb.RESIGN: self._ask,
            Verb.CONFIRM_RESIGN: self._leave,
            Verb.ABORT: self._ask,
            Verb.CONFIRM_ABORT: self._leave,
            Verb.KEEP_PLAYING: self._stay,
        }

    async def _ask(self, interaction: Interaction, press: Press) -> None:
        person, position_id = interaction.user.id, press.position_id
        match, _ = await self._matches.lookup.unfinished(press.match_id, person, position_id)
        await ask_leaving(interaction, match)

    async def _leave(self, interaction: Interaction, press: Press) -> None:
        leave = self._matches.abort if press.verb is Verb.CONFIRM_ABORT else self._matches.resign
        match = await leave(press.match_id, None, interaction.user.id)
        done = "abort.done" if is_called_off(match) else "resign.done"
        await self._answers.say(interaction, press, texts(interaction.locale.value)(done))

    async def _stay(self, interaction: Interaction, press: Press) -> None:
        await self._answers.say(interaction, press, texts(interaction.locale.value)("resign.kept"))
