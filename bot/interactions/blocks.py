"""Blocking people who challenge one: offered when a challenge is declined, and a menu of ``/me``."""

from __future__ import annotations

from bot.exceptions import Refusal
from bot.match.limits import BLOCKS
from bot.services import Interaction
from bot.texts import texts
from bot.ui.notices import declined_view
from bot.ui.panel import Panel
from data.model.match import Match

OFFER_SECONDS = 30.0
"""How long the offer to block a challenger stays."""


async def offer_block(interaction: Interaction, declined: Match) -> None:
    """Offer the person who has declined a challenge, privately, to block the challenger."""
    view = declined_view(declined, texts(interaction.locale.value))
    notes = interaction.client.services.private_notes
    await notes.show(interaction, declined.id, view, seconds=OFFER_SECONDS)


async def press_block(interaction: Interaction, panel: Panel) -> None:
    """Block the challenger of the match that a press names. Raises `Refusal`."""
    services, me = interaction.client.services, interaction.user.id
    match = await services.matches.get(panel.number)
    if match.challenged_id != me:
        raise Refusal("challenge.not-yours")
    if not await services.store.blocks.add(me, match.challenger_id, BLOCKS):
        raise Refusal("block.too-many", most=BLOCKS)
    reader = texts(interaction.locale.value)
    services.private_notes.take(me, match.id)
    text = services.commands.linked(reader("block.done"), reader)
    await services.private_notes.say(interaction, match.id, text, in_place=True)


async def choose_blocked(interaction: Interaction, panel: Panel) -> list[int]:
    """Block the people chosen in the menu of ``/me``, and nobody else; returns them."""
    me = interaction.user.id
    chosen = {int(value) for value in panel.values if value.isascii() and value.isdecimal()}
    if len(chosen) > BLOCKS:
        raise Refusal("block.too-many", most=BLOCKS)
    return await interaction.client.services.store.blocks.replace(me, chosen - {me})
