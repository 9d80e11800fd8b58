"""Who is a moderator, and what every act of one needs: a check, a form, a line in the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord

from bot.exceptions import Refusal
from bot.messages.access import is_member
from bot.messages.interaction_responses import answer_privately
from bot.messages.moderation_log import Act
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.ui.modals import submitted_fields
from bot.ui.moderation_form import MAX_REASON, REASON, Question, confirm_form
from bot.ui.moderation_panel import confirm_view
from bot.ui.panel import Panel
from bot.ui.settings_panel import problem_of_log

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


async def ask(interaction: Interaction, argument: str, title: str, text: str, back: Panel) -> None:
    """Ask for confirmation, which carries ``argument``: an action, and to what.

    A form asks for the reason as well; without a log channel nothing would keep it, and a button is enough,
    beside one that leads ``back``.
    """
    reader, question = texts(interaction.locale.value), Question(argument, title, text)
    if await _is_logged(interaction):
        await interaction.response.send_modal(confirm_form(question, reader))
    else:
        await answer_privately(interaction, confirm_view(question, back, reader), [])


async def _is_logged(interaction: Interaction) -> bool:
    """Whether the server has a log channel in which the bot can write."""
    settings = await interaction.client.services.settings.guild(interaction.guild_id or 0)
    guild, reader = interaction.guild, texts(interaction.locale.value)
    return settings.log_channel is not None and (
        guild is None or problem_of_log(settings, guild, reader) is None
    )


def submitted_reason(interaction: Interaction) -> str:
    """The reason written into the form, in one line; empty if there is none."""
    field = submitted_fields(interaction).get(REASON, {})
    return " ".join(str(field.get("value") or "").split())[:MAX_REASON]


def record(interaction: Interaction, sentence: Callable[[Texts], str], reason: str = "") -> None:
    """Write what a moderator has done into the server's log channel."""
    act = Act(interaction.guild_id or 0, interaction.user.id, sentence, reason)
    interaction.client.services.moderation_log.record(act)
