"""Presses that look back at a match that is over: start reading at `Reviewing.show`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ai.base import Choice
from bot.exceptions import Refusal
from bot.interaction import Interaction
from bot.interactions.place import check_sight
from bot.match.computer import Player
from bot.match.review import Reviews, Truths
from bot.messages.board_messages import edited
from bot.texts import texts
from bot.ui.custom_ids import Press
from bot.ui.review import START, review_view
from data.matches import Match
from games import replay

if TYPE_CHECKING:
    from bot.client import Daeguk


class Reviewing:
    """Answers who reviews a match with whispers, which no one else sees; nothing of the match changes."""

    def __init__(self, client: Daeguk, player: Player) -> None:
        self._client = client
        self._reviews = Reviews(player)

    async def show(self, interaction: Interaction, press: Press) -> None:
        """The match as it was at a ply."""
        match, ply = await self._asked(interaction, press)
        await self._promise(interaction, quick=self._reviews.knows(match))
        await self._answer(interaction, match, ply, await self._reviews.truths(match))

    async def advise(self, interaction: Interaction, press: Press) -> None:
        """The same, and what a good player would do there."""
        match, ply = await self._asked(interaction, press)
        if replay(match.record.before(ply)).outcome() is not None:
            raise Refusal("match.over")
        await self._promise(interaction, quick=False)
        truths = await self._reviews.truths(match)
        advice = truths[ply]
        if advice is None:
            with self._client.matches.hints.asked(interaction.user.id):
                advice = await self._reviews.opinion(match, ply)
        await self._answer(interaction, match, ply, truths, advice)

    async def _asked(self, interaction: Interaction, press: Press) -> tuple[Match, int]:
        """The match and the ply of a press. Refuses who may not see the match, and one that goes on."""
        match = await self._client.matches.get(press.match_id)
        if match.side_of(interaction.user.id) is None:
            check_sight(interaction, match)
        if match.state != "over" or not match.begun:
            raise Refusal("review.goes-on")
        return match, _ply(match, press.argument)

    async def _promise(self, interaction: Interaction, *, quick: bool) -> None:
        """Answer in time: a whisper is edited, at once if that is ``quick``; anything else stays as it is."""
        if not _is_whisper(interaction):
            await interaction.response.defer(ephemeral=True, thinking=True)
        elif not quick:
            await interaction.response.defer()

    async def _answer(
        self, interaction: Interaction, match: Match, ply: int, truths: Truths, advice: Choice | None = None
    ) -> None:
        view = review_view(match, ply, truths, texts(interaction.locale.value), advice)
        then = replace(match, moves=match.moves[:ply])
        picture = await self._client.composer.draw(then, suggestion=advice.move if advice else None)
        await edited(interaction, view, [picture])


def _is_whisper(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


def _ply(match: Match, argument: str) -> int:
    """The ply that a press names; without a word, the last."""
    if argument.isdecimal():
        return min(int(argument), match.ply)
    return 0 if argument == START else match.ply
