"""What people are called in a server, for pictures and names of threads, where a mention names nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

import discord

from bot.lru import LRU
from bot.messages.faults import DISCORD_FAULTS
from bot.texts import without_direction_marks

MAX_REQUESTS = 20
"""How many people Discord is asked about at once."""
SECONDS = 5.0
"""How long Discord is waited for."""
KEPT_SECONDS = 3600.0
"""How long a name is shown that may have changed."""
_CAPACITY = 5000


class MemberNames:
    """Names of members, kept in memory for an hour; ``now`` returns the unix time."""

    def __init__(self, client: discord.Client, now: Callable[[], float]) -> None:
        self._client = client
        self._now = now
        self._kept: LRU[tuple[int, int], tuple[str, float]] = LRU(_CAPACITY)

    async def of(self, guild_id: int, user_ids: Collection[int], seconds: float = SECONDS) -> dict[int, str]:
        """The names of people as their server has them, or outside of servers (0).

        Those whom Discord does not name in so many ``seconds`` are left out.
        """
        names = {user_id: name for user_id in user_ids if (name := self._known(guild_id, user_id))}
        guild = self._client.get_guild(guild_id)
        unknown = [user_id for user_id in user_ids if user_id not in names]
        fetched = await fetched_names(self._client, guild, unknown, seconds)
        for fetched_id, name in fetched.items():
            self._kept[guild_id, fetched_id] = name, self._now()
        return names | fetched

    def keep(self, guild_id: int, user_id: int, name: str) -> None:
        """Keep the name of a person who has just done something, so that Discord is not asked for it."""
        self._kept[guild_id, user_id] = without_direction_marks(name), self._now()

    def _known(self, guild_id: int, user_id: int) -> str | None:
        name, since = self._kept.get((guild_id, user_id), ("", 0.0))
        return name if name and self._now() - since < KEPT_SECONDS else None


async def fetched_names(
    client: discord.Client,
    guild: discord.Guild | None,
    user_ids: Collection[int],
    seconds: float = SECONDS,
) -> dict[int, str]:
    """The names of people in a server, or outside of servers; those whom Discord does not name are left out.

    It is asked about `MAX_REQUESTS` of those whose names there are not cached. The others have the names
    that they have everywhere, if those are cached.
    """
    cached = guild.get_member if guild is not None else client.get_user
    names = {user_id: known.display_name for user_id in user_ids if (known := cached(user_id)) is not None}
    unknown = [user_id for user_id in user_ids if user_id not in names][:MAX_REQUESTS]
    requests = {user_id: asyncio.create_task(_fetched(client, guild, user_id)) for user_id in unknown}
    if requests:
        _, late = await asyncio.wait(requests.values(), timeout=seconds)
        for task in late:
            task.cancel()
    for person_id in user_ids:
        request = requests.get(person_id)
        # A request that was canceled just now is not done yet.
        is_answered = request is not None and request.done() and not request.cancelled()
        name = request.result() if request is not None and is_answered else None
        if name is not None:
            names[person_id] = name
        elif person_id not in names and (known := client.get_user(person_id)) is not None:
            names[person_id] = known.display_name
    return {user_id: without_direction_marks(shown_name) for user_id, shown_name in names.items()}


async def _fetched(client: discord.Client, guild: discord.Guild | None, user_id: int) -> str | None:
    if guild is not None:
        try:
            return (await guild.fetch_member(user_id)).display_name
        except DISCORD_FAULTS:
            pass  # no member anymore, or never one
    try:
        return (await client.fetch_user(user_id)).display_name
    except DISCORD_FAULTS:
        return None
