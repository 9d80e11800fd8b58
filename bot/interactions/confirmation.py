"""Asking before a tap plays a move, for people who have chosen that."""

from __future__ import annotations

import discord

from bot.messages.private_notes import with_position
from bot.services import Interaction
from bot.texts import texts
from bot.ui.custom_ids import Press
from bot.ui.notices import confirm_move_view
from games import game, replay


async def asks_first(interaction: Interaction, press: Press) -> bool:
    """Whether the answer to a press for a move is a private question, whose button plays the move.

    Typed moves and the buttons of private notes play at once. Raises `bot.exceptions.Refusal`, and
    `games.base.RuleError` for a move that cannot be played.
    """
    message, is_tap = interaction.message, interaction.type is discord.InteractionType.component
    if not is_tap or message is None or message.flags.ephemeral:
        return False
    services = interaction.client.services
    if not (await services.activity.person(interaction.user.id)).confirm:
        return False
    match = await services.matches.lookup.on_turn(
        press.match_id, interaction.user.id, press.position_id, interaction.channel_id
    )
    move = game(match.game).parse(press.argument, replay(match.record))

    view = confirm_move_view(match, move, texts(interaction.locale.value))
    await services.private_notes.show(interaction, match.id, view, ends=with_position(match))
    return True
