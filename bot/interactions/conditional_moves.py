"""Setting conditional moves, an action of ``/board``: what it, its panel and its form do."""

from __future__ import annotations

from bot.exceptions import Refusal
from bot.interactions.error_replies import sentence
from bot.interactions.feature import Feature
from bot.log_context import bind
from bot.match.conditional_moves import BadLine, ConditionalReplies
from bot.messages.interaction_responses import answer_privately
from bot.services import Interaction
from bot.texts import texts
from bot.ui.conditional_moves import (
    FIELD,
    bad_line_view,
    conditional_modal,
    conditional_view,
    read_argument,
    refused_in,
)
from bot.ui.modals import submitted_fields
from bot.ui.panel import Panel
from data.model.match import Match


async def show_conditional(interaction: Interaction, match: Match) -> None:
    """Answer a command with the conditional moves that are set, or with the form if there are none."""
    conditional, me = interaction.client.services.part(ConditionalReplies), interaction.user.id
    match = await conditional.expecting(match.id, me)
    if await conditional.of(match, me):
        await _show(interaction, match)
    else:
        await interaction.response.send_modal(conditional_modal(match, (), texts(interaction.locale.value)))


async def press_conditional(interaction: Interaction, panel: Panel) -> None:
    """Open the form, with what is set or with what was refused, or delete the conditional moves."""
    action, _, number = panel.argument.partition(".")
    if action not in {"edit", "correct", "delete"} or not number.isdecimal():
        raise Refusal("error.unknown-button")
    bind(match=int(number))
    conditional, me = interaction.client.services.part(ConditionalReplies), interaction.user.id
    match = await conditional.expecting(int(number), me)
    if action == "delete":
        await conditional.clear(match.id, me)
        await _show(interaction, match)
        return
    lines, refused = await conditional.of(match, me), None
    if action == "correct" and interaction.message is not None:
        refused = refused_in(interaction.message)
    modal = conditional_modal(match, lines, texts(interaction.locale.value), refused)
    await interaction.response.send_modal(modal)


async def submit_conditional(interaction: Interaction, panel: Panel) -> None:
    """Set what was typed in the form, and show it; if it cannot be played, say why."""
    position = read_argument(panel.argument)
    if position is None:
        raise Refusal("error.unknown-button")
    match_id, position_id = position
    bind(match=match_id)
    text = str(submitted_fields(interaction).get(FIELD, {}).get("value") or "")
    conditional = interaction.client.services.part(ConditionalReplies)
    try:
        match = await conditional.put(match_id, position_id, interaction.user.id, text)
    except BadLine as bad:
        reader = texts(interaction.locale.value)
        reason = sentence(bad.reason, reader)
        line = reader("conditional.bad-line", line=bad.arguments["line"], reason=reason)
        await answer_privately(interaction, bad_line_view(match_id, line, text, reader), [])
        return
    await _show(interaction, match)


async def _show(interaction: Interaction, match: Match) -> None:
    lines = await interaction.client.services.part(ConditionalReplies).of(match, interaction.user.id)
    view = conditional_view(match, lines, texts(interaction.locale.value))
    await answer_privately(interaction, view, [])


CONDITIONAL_MOVES = Feature(
    panels={"conditional": press_conditional, "conditional-text": submit_conditional},
    build=lambda core: [ConditionalReplies(core.store, core.matches.lookup, core.events)],
)
