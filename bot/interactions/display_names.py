"""What people are called, for files that leave Discord, where a mention names nobody."""

from __future__ import annotations

from collections.abc import Collection

import discord

from bot.messages.member_names import fetched_names
from bot.texts import without_direction_marks


async def display_names(
    interaction: discord.Interaction, user_ids: Collection[int], *, everywhere: bool = False
) -> dict[int, str]:
    """The names of people as the person sees them; those whom Discord does not name are left out.

    ``everywhere``: the names that people have outside of servers.
    """
    guild, me = None if everywhere else interaction.guild, interaction.user
    names: dict[int, str] = {}
    if guild is not None and me.id in user_ids:
        names[me.id] = without_direction_marks(me.display_name)
    others = [user_id for user_id in user_ids if user_id not in names]
    return names | await fetched_names(interaction.client, guild, others)
