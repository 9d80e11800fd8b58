"""Presses on panels, whoever's and wherever."""

from __future__ import annotations

from bot.features import FEATURES
from bot.ui.panel import Panel
from tests.bot.discord_fakes import DM_OFFSET, FakeChannel, FakeInteraction, Request
from tests.bot.harness import Harness
from tests.bot.service import ANA


async def pressed(h: Harness, custom_id: str, *values: str, by: FakeInteraction | None = None) -> Request:
    """The answer to a press on a panel, by Ana if nobody else."""
    interaction = by or h.interaction(ANA, message=h.ephemeral())
    panel = Panel.read({"custom_id": custom_id, "values": values})
    assert panel is not None
    await FEATURES.handle_panel(interaction.typed(), panel)
    assert interaction.response.answered is not None
    return interaction.response.answered


def direct(h: Harness, user: int = ANA) -> FakeInteraction:
    """A press in a person's messages with the bot."""
    channel = FakeChannel(h.discord, DM_OFFSET + user)
    return h.interaction(user, channel=channel, guild_id=None, message=h.ephemeral())
