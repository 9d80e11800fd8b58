"""Where a press comes from, and what handles it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import discord

from bot.services import Interaction
from bot.ui.custom_ids import Press, Verb
from data.model.match import PositionId

Handler = Callable[[Interaction, Press], Awaitable[None]]
"""Answers a press. Raises `Refusal`, `Outdated` and what the store, the rules and Discord raise."""
Handlers = Mapping[Verb, Handler]

_MOVING = (Verb.MOVE, Verb.SELECT)
_ON_NOTES = (
    Verb.MOVE,
    Verb.SELECT,
    Verb.CONFIRM_RESIGN,
    Verb.CONFIRM_ABORT,
    Verb.CONFIRM_LEAVE_TEAM,
    Verb.KEEP_PLAYING,
    Verb.RETRY,
)
"""What the buttons of a private note do."""


def is_tap_for_move(interaction: Interaction, press: Press) -> bool:
    """Whether a button was tapped that makes a move, or a part of one; a submitted form is no tap."""
    return interaction.type is discord.InteractionType.component and press.verb in _MOVING


def is_on_note(interaction: Interaction, press: Press) -> bool:
    """Whether the button of a private note was pressed."""
    message = interaction.message
    return message is not None and message.flags.ephemeral and press.verb in _ON_NOTES


def seen(interaction: Interaction, press: Press) -> tuple[int, PositionId, int]:
    """The match, the position that the person saw, and the person."""
    return press.match_id, press.position_id, interaction.user.id
