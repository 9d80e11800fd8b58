"""The buttons of challenges."""

from __future__ import annotations

from bot.interactions.blocks import offer_block
from bot.interactions.buttons.presses import Handlers, PressAnswers
from bot.interactions.channel_checks import check_answers_for_channel, limits_to_join
from bot.interactions.public_posts import public_post
from bot.interactions.start_match import settle
from bot.match.challenges import DECLINED, Challenges
from bot.match.limits import BOARDS
from bot.services import Interaction
from bot.ui.custom_ids import Press, Verb
from data.model.match import Match, MatchState


class ChallengeButtons:
    """Accepts, declines and cancels challenges."""

    def __init__(self, challenges: Challenges, answers: PressAnswers) -> None:
        self._challenges = challenges
        self._answers = answers
        self.handlers: Handlers = {
            Verb.ACCEPT_CHALLENGE: self._accept,
            Verb.DECLINE_CHALLENGE: self._decline,
            Verb.CANCEL_CHALLENGE: self._cancel,
        }

    async def _accept(self, interaction: Interaction, press: Press) -> None:
        challenge = await _checked(interaction, press)
        limits = await limits_to_join(interaction, challenge)
        async with public_post(interaction, BOARDS) as post:
            change = self._challenges.accept(press.match_id, interaction.user.id, limits)
            match = await self._answers.change(interaction, press, change)
            if match.state == MatchState.PLAYING:
                await settle(interaction, match, post)

    async def _decline(self, interaction: Interaction, press: Press) -> None:
        await _checked(interaction, press)
        change = self._challenges.decline(press.match_id, interaction.user.id)
        match = await self._answers.change(interaction, press, change)
        if match.reason == DECLINED and not match.is_voted:
            await offer_block(interaction, match)

    async def _cancel(self, interaction: Interaction, press: Press) -> None:
        change = self._challenges.cancel(press.match_id, interaction.user.id)
        await self._answers.change(interaction, press, change)


async def _checked(interaction: Interaction, press: Press) -> Match:
    """The match, which the person can answer if it challenges a channel. Raises `Refusal`."""
    match = await interaction.client.services.matches.get(press.match_id)
    check_answers_for_channel(interaction, match)
    return match
