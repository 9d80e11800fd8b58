"""Stepping through a match that is over, in ephemeral messages; nothing of the match changes."""

from __future__ import annotations

from dataclasses import replace

from ai.base import Choice
from bot.exceptions import Refusal
from bot.match.review import Evaluations
from bot.messages.access import check_visible
from bot.messages.interaction_responses import edit_message
from bot.services import Interaction
from bot.texts import texts
from bot.ui.custom_ids import Press
from bot.ui.review import NUMBERED, START, review_view
from data.model import Match, MatchState
from games import replay


async def show_review(interaction: Interaction, press: Press) -> None:
    """Show the match after the ply that the press names."""
    reviews = interaction.client.services.reviews
    match, ply = await _requested(interaction, press)
    await _defer(interaction, quick=reviews.is_cached(match))
    numbered = press.argument.endswith(NUMBERED)
    await _answer(interaction, match, ply, await reviews.evaluations(match), numbered=numbered)


async def show_advice(interaction: Interaction, press: Press) -> None:
    """Show the same, and what a good player would do there."""
    services = interaction.client.services
    match, ply = await _requested(interaction, press)
    if replay(match.record.before(ply)).outcome() is not None:
        raise Refusal("match.over")
    await _defer(interaction, quick=False)
    evaluations = await services.reviews.evaluations(match)
    advice = evaluations[ply]
    if advice is None:
        with services.matches.hint_limit.take(interaction.user.id):
            advice = await services.reviews.advice(match, ply)
    await _answer(interaction, match, ply, evaluations, advice)


async def _requested(interaction: Interaction, press: Press) -> tuple[Match, int]:
    """The match and the ply of a press. Raises `Refusal` if it is not over, or the person cannot see it."""
    match = await interaction.client.services.matches.get(press.match_id)
    if match.side_of(interaction.user.id) is None:
        check_visible(interaction, match)
    if match.state != MatchState.OVER or not match.begun:
        raise Refusal("review.not-over")
    return match, _ply(match, press.argument)


async def _defer(interaction: Interaction, *, quick: bool) -> None:
    """Answer in time: an ephemeral message is edited, at once if that is ``quick``; others get a new one."""
    if not _is_ephemeral(interaction):
        await interaction.response.defer(ephemeral=True, thinking=True)
    elif not quick:
        await interaction.response.defer()


async def _answer(
    interaction: Interaction,
    match: Match,
    ply: int,
    evaluations: Evaluations,
    advice: Choice | None = None,
    *,
    numbered: bool = False,
) -> None:
    view = review_view(match, ply, evaluations, texts(interaction.locale.value), advice, numbered=numbered)
    then = replace(match, moves=match.moves[:ply])
    suggestion = advice.move if advice else None
    picture = await interaction.client.services.composer.draw(
        then, suggestion=suggestion, numbers=numbered, reader_id=interaction.user.id
    )
    await edit_message(interaction, view, [picture])


def _is_ephemeral(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


def _ply(match: Match, argument: str) -> int:
    """The ply that a press names; the last one by default."""
    argument = argument.removesuffix(NUMBERED)
    if argument.isdecimal():
        return min(int(argument), match.ply)
    return 0 if argument == START else match.ply
