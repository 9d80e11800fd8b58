"""The type of every interaction the bot handles: Discord's, with our client in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from bot.client import Daeguk

    Interaction = discord.Interaction[Daeguk]
else:
    Interaction = discord.Interaction
