"""The buttons of matches of teams: join a side, start, leave."""

from __future__ import annotations

from bot.interactions.buttons.presses import Handlers, PressAnswers
from bot.interactions.channel_checks import check_can_post, limits_to_join
from bot.interactions.leave_match import ask_leaving
from bot.interactions.public_posts import public_post
from bot.interactions.start_match import settle
from bot.match.limits import BOARDS
from bot.match.service import MatchService
from bot.services import Interaction
from bot.texts import texts
from bot.ui.custom_ids import Press, Verb
from bot.ui.relay import left_text
from data.model.match import MatchState
from games.base import Side

_SIDES = {str(int(side)): side for side in Side}


class TeamButtons:
    """Handles what people do in a lobby, and members who leave their team."""

    def __init__(self, matches: MatchService, answers: PressAnswers) -> None:
        self._matches = matches
        self._teams = matches.teams
        self._answers = answers
        self.handlers: Handlers = {
            Verb.JOIN_TEAM: self._join,
            Verb.START_TEAMS: self._start,
            Verb.LEAVE_TEAM: self._leave,
            Verb.CONFIRM_LEAVE_TEAM: self._confirm_leaving,
        }

    async def _join(self, interaction: Interaction, press: Press) -> None:
        side = _SIDES.get(press.argument, Side.FIRST)
        await check_can_post(interaction)  # the lobby names whoever joins
        limits = await limits_to_join(interaction, await self._matches.get(press.match_id))
        change = self._teams.join(press.match_id, interaction.user.id, side, limits)
        await self._answers.change(interaction, press, change)

    async def _start(self, interaction: Interaction, press: Press) -> None:
        limits = await limits_to_join(interaction, await self._matches.get(press.match_id))
        async with public_post(interaction, BOARDS) as post:
            change = self._teams.start(press.match_id, interaction.user.id, limits)
            await settle(interaction, await self._answers.change(interaction, press, change), post)

    async def _leave(self, interaction: Interaction, press: Press) -> None:
        """Leave a lobby, or, once the match has begun, ask first."""
        me, match = interaction.user.id, await self._matches.get(press.match_id)
        if match.state != MatchState.CHALLENGE or match.teams is None:
            match, _ = await self._matches.lookup.unfinished(press.match_id, me, None)
            await ask_leaving(interaction, match)
            return
        await self._answers.change(interaction, press, self._teams.leave_lobby(match.id, me))

    async def _confirm_leaving(self, interaction: Interaction, press: Press) -> None:
        await self._matches.lookup.unfinished(press.match_id, interaction.user.id, None)
        match = await self._teams.leave(press.match_id, interaction.user.id)
        text = left_text(match, interaction.user.id, texts(interaction.locale.value))
        await self._answers.say(interaction, press, text)
