"""The buttons that resign or abort a match, after a question."""

from __future__ import annotations

import asyncio

import structlog

from ai.base import AiError
from bot.interactions.buttons.presses import Handlers, PressAnswers
from bot.interactions.leave_match import ask_leaving
from bot.match.computer import queue_key
from bot.match.endings import is_called_off
from bot.match.service import MatchService
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_responses import NOBODY
from bot.services import Interaction
from bot.texts import texts
from bot.ui.custom_ids import Press, Verb
from bot.ui.notices import text_view
from bot.ui.resigned_ahead import resigned_ahead
from data.model.match import Match
from games.base import RuleError

log = structlog.get_logger(__name__)

_JUDGED_SECONDS = 5.0
"""How long an engine is waited for: the answer vanishes soon after that."""


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
        if not is_called_off(match):
            await _say_if_ahead(interaction, match)

    async def _stay(self, interaction: Interaction, press: Press) -> None:
        await self._answers.say(interaction, press, texts(interaction.locale.value)("resign.kept"))


async def _say_if_ahead(interaction: Interaction, match: Match) -> None:
    """Add to the answer that the person resigned while ahead, if an engine sees that before it vanishes."""
    last, reader = match.ply - 1, texts(interaction.locale.value)
    try:
        async with asyncio.timeout(_JUDGED_SECONDS):
            verdict = await interaction.client.services.player.analyse(
                match.record.before(last), match.moves[last], queue_key=queue_key(match), background=False
            )
    except (AiError, RuleError, TimeoutError) as error:
        log.debug("a resignation is not judged", match=match.id, reason=str(error))
        return
    if line := resigned_ahead(match, verdict, reader):
        try:
            view = text_view(f"{reader('resign.done')}\n-# {line}")
            await interaction.edit_original_response(view=view, attachments=[], allowed_mentions=NOBODY)
        except DISCORD_FAULTS as fault:
            log.info("answer not edited", match=match.id, fault=str(fault))
