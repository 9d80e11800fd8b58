"""Gives and takes the roles of servers that map ratings to roles, where this process owns the shard.

Each pass compares what people are to have with what they were given: so changes of ratings and of settings,
a kill, and an owner that takes over, all come to the same. What is about to be given is stored before Discord
is asked, and both requests can be repeated. Before each, the database says whether the shard is still owned.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
import structlog

from bot.lru import LRU
from bot.match.due_loops import ShardLoop
from bot.match.events import MatchEvents
from bot.messages.faults import DISCORD_FAULTS
from bot.tasks import Tasks
from data.errors import StoreError
from data.servers.rank_roles import OtherProcess, RankMember
from data.store import Store

log = structlog.get_logger(__name__)

PASS_SECONDS = 20.0
"""How often ratings and roles are compared."""
_ABSENT_SECONDS = 3_600.0
"""How long somebody who has left a server is not asked about."""
_MAX_ABSENT = 10_000  # people who are remembered as absent
_UNKNOWN_MEMBER, _UNKNOWN_ROLE = 10007, 10011  # Discord's errors
_REASON = "Rating"


class _Refused(Exception):
    """Discord refuses for now: the rest of the server waits for the next pass."""


class RankRoles:
    """The roles in the servers of this process; ``now`` returns unix seconds."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        events: MatchEvents,
        now: Callable[[], float],
    ) -> None:
        self._client = client
        self._store = store.rank_roles
        self._now = now
        self._tasks = Tasks()
        self.loop = ShardLoop(
            self._compare, PASS_SECONDS, "roles not compared yet", self._tasks, events, store.ownership
        )
        self._busy: set[int] = set()  # servers
        self._absent: LRU[tuple[int, int, int | None], float] = LRU(_MAX_ABSENT)  # by server, person and role

    def start(self) -> None:
        """Compare from now on."""
        self.loop.start()

    async def close(self) -> None:
        """Stop; the next start goes on."""
        await self._tasks.close()

    async def _compare(self) -> None:
        """Begin a pass in each server; one that takes longer than the time of a pass holds up no other."""
        for guild_id in await self._store.guilds():
            if guild_id not in self._busy and self.loop.holds(guild_id):
                self._tasks.run(self._in_guild(guild_id), guild=guild_id)

    async def _in_guild(self, guild_id: int) -> None:
        """One pass through a server."""
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return
        self._busy.add(guild_id)
        try:
            wanted = await self._store.wanted(guild_id, self._now())
            given = await self._store.members(guild_id)
            for user_id in sorted({*wanted, *given}):
                if not self.loop.holds(guild_id):
                    return
                await self._settle(guild, user_id, wanted.get(user_id), given.get(user_id))
        except OtherProcess:
            log.debug("roles are given by another process")
        except _Refused as refused:
            log.info("roles not given", reason=str(refused))
        except (StoreError, *DISCORD_FAULTS) as fault:
            log.warning("roles not given yet", error=str(fault))
        finally:
            self._busy.discard(guild_id)

    async def _settle(
        self, guild: discord.Guild, user_id: int, wanted: int | None, given: RankMember | None
    ) -> None:
        """Take the role that a person has by an earlier rating, and give them the one that is wanted."""
        if given is not None and given.role_id != wanted:
            await self._take(guild, given)
            given = None
        absent = self._absent.get((guild.id, user_id, wanted))
        is_absent = absent is not None and self._now() - absent < _ABSENT_SECONDS
        if wanted is None or is_absent or (given is not None and given.is_given):
            return
        if not can_give(guild, wanted):
            return
        await self._store.put(RankMember(guild.id, user_id, wanted, is_given=False))
        if await self._change_role(self._client.http.add_role, guild.id, user_id, wanted):
            await self._store.put(RankMember(guild.id, user_id, wanted, is_given=True))
        else:
            self._absent[guild.id, user_id, wanted] = self._now()
            await self._store.forget(guild.id, user_id)

    async def _take(self, guild: discord.Guild, given: RankMember) -> None:
        await self._store.confirm_owner(guild.id)
        if guild.get_role(given.role_id) is not None:
            await self._change_role(self._client.http.remove_role, guild.id, given.user_id, given.role_id)
        await self._store.forget(guild.id, given.user_id)

    async def _change_role(self, request: Callable[..., Awaitable[object]], *ids: int) -> bool:
        """Give or take a role; False if the person, or the role, is gone. Raises `_Refused`."""
        try:
            await request(*ids, reason=_REASON)
        except discord.NotFound as fault:
            if fault.code in (_UNKNOWN_MEMBER, _UNKNOWN_ROLE):
                return False
            raise
        except discord.Forbidden as fault:
            raise _Refused(str(fault)) from fault
        return True


def can_give(guild: discord.Guild, role_id: int) -> bool:
    """Whether the bot can give a role of a server, as far as it knows."""
    return why_not(guild, role_id) is None


def why_not(guild: discord.Guild, role_id: int) -> str | None:
    """The text key of why the bot cannot give a role; None if it can."""
    role = guild.get_role(role_id)
    if role is None:
        return "ranks.role-gone"
    if not guild.me.guild_permissions.manage_roles:
        return "ranks.no-permission"
    return None if role < guild.me.top_role else "ranks.role-above"
