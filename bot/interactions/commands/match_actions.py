"""The actions of ``/board``: draw, adjourn, resume, conditional moves, resign."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.exceptions import Refusal
from bot.interactions.commands.find_match import find_match, report_unreadable
from bot.interactions.commands.resign import resign
from bot.interactions.conditional_moves import show_conditional
from bot.services import Interaction
from bot.texts import Raw, texts
from bot.ui.links import link_for
from bot.ui.panel import Panel
from data.model.match import Match, MatchState, PauseReason


async def _draw(interaction: Interaction, number: int | None) -> None:
    """Offer a draw, or accept the opponent's."""
    match = await find_match(interaction, number, of_two=True, active=True)
    draws = interaction.client.services.matches.draws
    offered = await draws.offer(match.id, None, interaction.user.id)
    await _confirm(
        interaction, offered, "draw.agreed" if offered.state == MatchState.OVER else "draw.offered"
    )


async def _adjourn(interaction: Interaction, number: int | None, *, in_place: bool = False) -> None:
    """Adjourn a match: at once against the computer, else by an offer to the opponent."""
    match = await find_match(interaction, number, active=True)
    adjournments = interaction.client.services.matches.adjournments
    changed = await adjournments.adjourn(match.id, None, interaction.user.id)
    key = "adjourn.done" if changed.paused else "adjourn.asked"
    await _confirm(interaction, changed, key, in_place=in_place)


async def press_adjourn(interaction: Interaction, panel: Panel) -> None:
    """Adjourn a match instead of resigning it; the answer takes the place of the question."""
    await _adjourn(interaction, panel.number, in_place=True)


async def _resume(interaction: Interaction, number: int | None) -> None:
    """Resume an adjourned match, or offer that to the opponent if it has a live clock."""
    match_id = number if number is not None else await _adjourned(interaction)
    adjournments = interaction.client.services.matches.adjournments
    changed = await adjournments.resume(match_id, None, interaction.user.id)
    await _confirm(interaction, changed, "resume.asked" if changed.paused else "resume.done")


async def _adjourned(interaction: Interaction) -> int:
    """The id of the person's adjourned match: the latest in this channel, else anywhere."""
    own_matches = await interaction.client.services.store.queries.of_user(interaction.user.id)
    adjourned = [match for match in own_matches if match.paused == PauseReason.ADJOURNED]
    if not adjourned:
        await report_unreadable(interaction)
        raise Refusal("match.none-adjourned")
    return max(adjourned, key=lambda match: match.home.channel_id == interaction.channel_id).id


async def _conditional(interaction: Interaction, number: int | None) -> None:
    """Show the conditional moves, or the form that sets them."""
    await show_conditional(interaction, await find_match(interaction, number, of_two=True, active=True))


async def _confirm(interaction: Interaction, match: Match, key: str, *, in_place: bool = False) -> None:
    reader = texts(interaction.locale.value)
    text = reader(key, id=match.id, link=Raw(link_for(match, interaction.user.id)))
    await interaction.client.services.private_notes.say(interaction, match.id, text, in_place=in_place)


MATCH_ACTIONS: Mapping[str, Callable[[Interaction, int | None], Awaitable[None]]] = {
    "draw": _draw,
    "adjourn": _adjourn,
    "resume": _resume,
    "conditional": _conditional,
    "resign": resign,
}
"""By the value of the option, in the order of its choices: what is done in the match with a number.

None stands for the latest match in which that is possible. Each answers the command, or raises `Refusal`.
"""
