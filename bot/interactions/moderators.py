"""Who is a moderator, and what every act of one needs: a check, a form, a line in the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord

from bot.exceptions import Refusal
from bot.messages.access import is_member
from bot.messages.moderation_log import Act
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.ui.modals import submitted_fields
from bot.ui.moderation_form import MAX_REASON, REASON, Question, confirm_form

_MAX_DIGITS = 10
"""Of a number that the bot gave; people's ids are longer."""


def check_moderator(interaction: Interaction) -> int:
    """The server in which a person is a moderator. Raises `Refusal` if they are none.

    Whoever can manage the server, or time its members out, is one.
    """
    if interaction.guild_id is None or not is_member(interaction):
        raise Refusal("moderate.only-in-servers")
    if not is_moderator(interaction):
        raise Refusal("moderate.no-permission")
    return interaction.guild_id


def is_moderator(interaction: Interaction) -> bool:
    """Whether a person can manage the server, or time its members out."""
    return can_moderate(interaction.permissions)


def can_moderate(has: discord.Permissions) -> bool:
    """Whether these permissions make a moderator."""
    return has.manage_guild or has.moderate_members


def number_at(parts: Sequence[str], index: int = 0) -> int:
    """The number of a match, a tournament or an entrant in what a menu or a custom_id says; 0 if none."""
    text = parts[index] if index < len(parts) else ""
    return int(text) if text.isdecimal() and len(text) <= _MAX_DIGITS else 0


async def ask(interaction: Interaction, argument: str, title: str, text: str) -> None:
    """Ask for confirmation by a form that carries ``argument``: an action, and to what."""
    reader = texts(interaction.locale.value)
    question = Question(argument, title, text)
    await interaction.response.send_modal(confirm_form(question, reader))


def submitted_reason(interaction: Interaction) -> str:
    """The reason written into the form, in one line; empty if there is none."""
    field = submitted_fields(interaction).get(REASON, {})
    return " ".join(str(field.get("value") or "").split())[:MAX_REASON]


def record(interaction: Interaction, sentence: Callable[[Texts], str], reason: str = "") -> None:
    """Write what a moderator has done into the server's log channel."""
    act = Act(interaction.guild_id or 0, interaction.user.id, sentence, reason)
    interaction.client.services.moderation_log.record(act)
