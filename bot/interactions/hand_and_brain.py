"""The buttons of hand and brain: take a seat, start, name."""

from __future__ import annotations

from collections.abc import Awaitable

from bot.exceptions import Refusal
from bot.interactions.channel_checks import check_can_post, limits_to_join
from bot.interactions.feature import Feature
from bot.interactions.public_posts import public_post
from bot.interactions.start_match import settle
from bot.match.hand_and_brain import HandAndBrain
from bot.match.limits import BOARDS
from bot.messages.interaction_responses import in_time
from bot.services import Interaction
from bot.ui.custom_ids import Press, Verb
from data.model.hand_and_brain import Seat
from data.model.match import Match
from games.base import Side

_SEATS = {f"{int(side)}{seat}": (side, seat) for side in Side for seat in Seat}


async def _take_seat(interaction: Interaction, press: Press) -> None:
    if press.argument not in _SEATS:
        raise Refusal("error.unknown-button")
    side, seat = _SEATS[press.argument]
    await check_can_post(interaction)  # the lobby names whoever takes a seat
    services = interaction.client.services
    limits = await limits_to_join(interaction, await services.matches.get(press.match_id))
    pairs, me = services.part(HandAndBrain), interaction.user.id
    await _change(interaction, press, pairs.take_seat(press.match_id, me, side, seat, limits))


async def _start(interaction: Interaction, press: Press) -> None:
    services = interaction.client.services
    limits = await limits_to_join(interaction, await services.matches.get(press.match_id))
    async with public_post(interaction, BOARDS) as post:
        starting = services.part(HandAndBrain).begin(press.match_id, interaction.user.id, limits)
        await settle(interaction, await _change(interaction, press, starting), post)


async def _name(interaction: Interaction, press: Press) -> None:
    pairs, me = interaction.client.services.part(HandAndBrain), interaction.user.id
    await _change(interaction, press, pairs.name(press.match_id, press.position_id, me, press.argument))


async def _change(interaction: Interaction, press: Press, change: Awaitable[Match]) -> Match:
    """Commit a change of the match and answer with its board."""
    boards = interaction.client.services.boards.answers
    with boards.answering(press.match_id):
        match = await in_time(interaction, change)
        await boards.acknowledge(interaction, match)
    return match


HAND_AND_BRAIN = Feature(
    buttons={Verb.TAKE_SEAT: _take_seat, Verb.START_PAIRS: _start, Verb.NAME: _name},
    build=lambda core: [
        HandAndBrain(
            core.store, core.matches.lookup, core.matches.teams, core.player, core.events, core.times.unix
        )
    ],
)
