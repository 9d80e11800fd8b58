"""What happens to commands, presses and forms while the bot is being stopped.

Those that have arrived are answered first. Those that arrive later are answered, too, for as long as the
gateway is connected: that nothing was done, and that the person can try again in some seconds.
"""

from __future__ import annotations

import asyncio

import discord
import structlog

from bot.interactions.arrivals import apply_own_language
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_responses import answer_privately
from bot.services import Interaction
from bot.texts import texts
from bot.ui.notices import text_view

log = structlog.get_logger(__name__)

ANSWERING = frozenset({"CommandTree-invoker", "discord.py: on_interaction"})
"""What discord.py calls the tasks that answer commands, and those that answer presses and forms."""
ANSWER_SECONDS = 3.0
"""How long it is waited for answers: Discord takes no first answer after that."""


class Closing:
    """Turns interactions away from the moment at which the bot is being stopped."""

    def __init__(self) -> None:
        self._has_begun = False

    async def begin(self) -> None:
        """Turn away what arrives from now on; returns once what has arrived before is answered."""
        self._has_begun = True
        await answers_are_sent()

    async def turns_away(self, interaction: Interaction) -> bool:
        """Whether an interaction comes too late; the person is told so."""
        if not self._has_begun:
            return False
        try:
            if interaction.type is discord.InteractionType.autocomplete:
                await interaction.response.autocomplete([])
            else:
                await apply_own_language(interaction)
                text = texts(interaction.locale.value)("error.restarting")
                await answer_privately(interaction, text_view(text), [])
        except DISCORD_FAULTS as fault:
            log.info("not said that the bot is being restarted", fault=str(fault))
        return True


async def answers_are_sent() -> None:
    """Return once everything that has arrived is answered, or too late."""
    answering = [task for task in asyncio.all_tasks() if task.get_name() in ANSWERING]
    if answering:
        await asyncio.wait(answering, timeout=ANSWER_SECONDS)
