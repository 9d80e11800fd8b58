"""Relays: the button that joins a side while the match goes on, and leaves it."""

from __future__ import annotations

from bot.exceptions import Outdated, Refusal
from bot.interactions.buttons.presses import PressAnswers
from bot.interactions.channel_checks import check_can_post, limits_to_join
from bot.interactions.feature import Feature
from bot.interactions.leave_match import ask_leaving
from bot.interactions.public_posts import public_post
from bot.interactions.start_match import settle
from bot.match.limits import BOARDS
from bot.match.relays import Relays
from bot.messages.interaction_responses import in_time
from bot.services import Interaction
from bot.texts import Raw, texts
from bot.ui.custom_ids import Press, Verb
from bot.ui.links import link
from bot.ui.relay import joined_text, offered_buttons, sides_view
from data.model.match import Match, MatchState
from data.model.relay import joined_before, side_of_people
from games.base import Side

_SIDES = {str(int(side)): side for side in Side}


async def press_relay(interaction: Interaction, press: Press) -> None:
    """Join a side, ask which, or ask a member whether to leave. Raises `Refusal` and `Outdated`.

    Who has left a side joins it again without the question: nobody plays for both.
    """
    match, me = await interaction.client.services.matches.get(press.match_id), interaction.user.id
    side = _SIDES.get(press.argument)
    if match.teams is None or not match.is_relay:
        raise Refusal("error.unknown-button")
    if match.state == MatchState.OVER:
        raise Outdated(match, "match.over")
    _check_here(interaction, match)
    if match.state == MatchState.CHALLENGE:
        await _join_lobby(interaction, press, match, side)
    elif side is None and match.side_of(me) is not None:
        await ask_leaving(interaction, match)
    elif side is None and (before := joined_before(match.teams, me)) is not None:
        await _join(interaction, press, match, before)
    elif side is None and side_of_people(match) is None:
        await check_can_post(interaction)
        view = sides_view(match, texts(interaction.locale.value))
        await interaction.client.services.private_notes.show(interaction, match.id, view)
    else:
        await _join(interaction, press, match, side)


def _check_here(interaction: Interaction, match: Match) -> None:
    """Raise `Refusal` away from the board, where others see who joins and the channel's permissions hold."""
    if interaction.channel_id != match.home.channel_id:
        raise Refusal("relay.join-there", link=Raw(link(match.home)))


async def _join_lobby(interaction: Interaction, press: Press, match: Match, side: Side | None) -> None:
    """Join a side of a relay that has not begun, which can begin by that."""
    services, me = interaction.client.services, interaction.user.id
    answers = PressAnswers(services.boards.answers, services.private_notes)
    limits = await limits_to_join(interaction, match)
    async with public_post(interaction, BOARDS) as post:
        change = services.part(Relays).join(match.id, me, side, limits)
        after = await answers.change(interaction, press, change)
        if after.begun:
            await settle(interaction, after, post)


async def _join(interaction: Interaction, press: Press, match: Match, side: Side | None) -> None:
    """Join a side of a match in play; the answer says who moves before the person."""
    services, me = interaction.client.services, interaction.user.id
    await check_can_post(interaction)  # the board names whoever joins
    limits = await limits_to_join(interaction, match)
    joined = await in_time(interaction, services.part(Relays).join(match.id, me, side, limits))
    text = joined_text(joined, me, texts(interaction.locale.value))
    answers = PressAnswers(services.boards.answers, services.private_notes)
    await answers.say(interaction, press, text)


RELAYS = Feature(
    buttons={Verb.RELAY: press_relay},
    for_spectators=[offered_buttons],
    build=lambda core: [Relays(core.store.matches, core.store.blocks, core.now)],
)
