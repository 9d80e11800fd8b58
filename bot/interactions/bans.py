"""Who cannot use the bot: checked once for each command, press, form and reply, before anything is done.

People whom the operator has blocked cannot use it anywhere, and people whom a server's moderators have banned
not in that server. ``/privacy`` is open to everybody.
"""

from __future__ import annotations

import contextlib

import discord

from bot.exceptions import Refusal
from bot.interactions.error_replies import explain
from bot.match.server_rules import ban_refusal
from bot.messages.faults import DISCORD_FAULTS
from bot.services import Client, Interaction
from data.errors import StoreError

FREE = ("privacy",)
"""The command, and the verb of its panel, that everybody can use."""


async def check_may_use(client: Client, guild_id: int | None, user_id: int) -> None:
    """Raise `Refusal`, with the reason and until when, if a person cannot use the bot in a server.

    ``guild_id`` is None in direct messages. Raises `StoreError`.
    """
    services = client.services
    if user_id in services.blocked.people:
        raise Refusal("ban.by-operator")
    if guild_id is None:
        return
    if guild_id in services.blocked.servers:
        raise Refusal("ban.server")
    ban = await services.store.bans.find(guild_id, user_id)
    if ban is not None:
        raise ban_refusal(ban)


async def turned_away(interaction: Interaction) -> bool:
    """Answer a person who is banned or blocked with the reason; False for others. Raises nothing."""
    try:
        await check_may_use(interaction.client, interaction.guild_id, interaction.user.id)
    except (Refusal, StoreError) as reason:
        if interaction.type is discord.InteractionType.autocomplete:  # it has no room for a reason
            with contextlib.suppress(*DISCORD_FAULTS):
                await interaction.response.autocomplete([])
        else:
            await explain(interaction, reason)
        return True
    return False


async def is_ignored(client: Client, message: discord.Message) -> bool:
    """Whether a message is not answered because its author cannot use the bot; others need no look."""
    if client.user not in message.mentions:
        return False
    try:
        await check_may_use(client, message.guild.id if message.guild else None, message.author.id)
    except (Refusal, StoreError):
        return True
    return False
