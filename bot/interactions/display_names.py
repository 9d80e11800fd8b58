"""What people are called, for files that leave Discord, where a mention names nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import discord

from bot.texts import without_direction_marks

MOST_REQUESTS = 20
"""How many people Discord is asked about for one answer."""
SECONDS = 5.0
"""How long Discord is waited for."""


async def display_names(
    interaction: discord.Interaction, user_ids: Collection[int], *, everywhere: bool = False
) -> dict[int, str]:
    """The names of people as the person sees them; those whom Discord does not name are left out.

    ``everywhere``: the names that people have outside of servers.
    """
    guild = None if everywhere else interaction.guild
    names: dict[int, str] = {}
    for user_id in user_ids:
        if (known := _known(interaction, guild, user_id)) is not None:
            names[user_id] = known.display_name
    unknown = [user_id for user_id in user_ids if user_id not in names][:MOST_REQUESTS]
    requests = {user_id: asyncio.create_task(_ask(interaction.client, guild, user_id)) for user_id in unknown}
    if requests:
        _, late = await asyncio.wait(requests.values(), timeout=SECONDS)
        for task in late:
            task.cancel()
    for user_id, task in requests.items():
        name = task.result() if task.done() and not task.cancelled() else None
        if name is not None:
            names[user_id] = name
    return {user_id: without_direction_marks(name) for user_id, name in names.items()}


def _known(
    interaction: discord.Interaction, guild: discord.Guild | None, user_id: int
) -> discord.User | discord.Member | None:
    if user_id == interaction.user.id and guild is not None:
        return interaction.user
    member = guild.get_member(user_id) if guild is not None else None
    return member or interaction.client.get_user(user_id)


async def _ask(client: discord.Client, guild: discord.Guild | None, user_id: int) -> str | None:
    if guild is not None:
        try:
            return (await guild.fetch_member(user_id)).display_name
        except discord.HTTPException:
            pass  # no member anymore, or never one
    try:
        return (await client.fetch_user(user_id)).display_name
    except discord.HTTPException:
        return None
