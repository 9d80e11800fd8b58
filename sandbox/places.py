"""Changes people and places from outside Discord: for tests and benchmarks. Start at Places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox import fresh
from sandbox.payload import Json
from sandbox.permissions import Permission
from sandbox.state import DIRECT_TYPES

if TYPE_CHECKING:
    from sandbox.app import Sandbox


class Place(str):
    """A channel: its id, usable wherever an id is."""

    __slots__ = ()

    @property
    def id(self) -> str:
        """The id as a plain string."""
        return str(self)


class Places:
    """Adds and removes people, guilds, channels and permissions; everybody is told."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    def channel(self, name: str) -> Place:
        """A channel or thread by name or id."""
        channels = self._sandbox.state.channels
        if name in channels:
            return Place(name)
        for one in channels.values():
            if one.get("name") == name:
                return Place(one["id"])
        raise LookupError(f"there is no channel {name!r}")

    def dm(self, person: str, other: str | None = None) -> Place:
        """The DM of a person with somebody (the bot unless told otherwise)."""
        known = set(self._sandbox.state.channels)
        channel = fresh.open_dm(self._sandbox.state, person, other or self._sandbox.state.bot_id)
        if channel["id"] not in known:
            self._sandbox.delivery.channel_changed("CREATE", channel)
        return Place(channel["id"])

    def group(self, name: str, owner: str, *others: str) -> Place:
        """A new group DM of several people; the bot cannot be in one."""
        channel = fresh.make_group(self._sandbox.state, name, owner, *others)
        self._sandbox.delivery.channel_changed("CREATE", channel)
        return Place(channel["id"])

    def install(self, user_id: str, has_app: bool = True) -> None:
        """Let somebody add the bot to their own account, or take it from there."""
        user = self._sandbox.state.users[user_id]
        user["_has_app"] = has_app
        self._sandbox.state.put_user(user)
        self._sandbox.windows.commands_changed()

    def add_person(self, name: str, locale: str = "en-US", everywhere: bool = True) -> str:
        """Add a person and return their id."""
        user = fresh.make_user(self._sandbox.state, name, locale)
        if everywhere:
            for guild_id in self._sandbox.state.guilds:
                self.add_member(guild_id, user["id"])
        return str(user["id"])

    def add_member(self, guild_id: str, user_id: str) -> None:
        """Let somebody join a guild (the bot too)."""
        guild = self._sandbox.state.guilds[guild_id]
        guild["_members"][user_id] = fresh.new_member()
        self._sandbox.state.put_guild(guild)
        if user_id == self._sandbox.state.bot_id:
            self._sandbox.delivery.guild_changed(guild, created=True)
        else:
            self._sandbox.delivery.member_changed("ADD", guild, user_id)

    def remove_member(self, guild_id: str, user_id: str) -> None:
        """Take somebody out of a guild (the bot too)."""
        guild = self._sandbox.state.guilds[guild_id]
        guild["_members"].pop(user_id, None)
        self._sandbox.state.put_guild(guild)
        if user_id == self._sandbox.state.bot_id:
            gone: Json = {"id": guild_id, "unavailable": False}
            self._sandbox.gateway.dispatch("GUILD_DELETE", gone, 1, guild_id)
        else:
            self._sandbox.delivery.member_changed("REMOVE", guild, user_id)

    def add_guild(self, name: str, owner: str, locale: str = "en-US", members: tuple[str, ...] = ()) -> str:
        """Add a guild with the bot, its owner and `members` (ids) and return its id."""
        state = self._sandbox.state
        everyone = list(dict.fromkeys((owner, *members, state.bot_id)))
        guild = fresh.make_guild(state, name, locale, owner, everyone)
        self._sandbox.delivery.guild_changed(guild, created=True)
        return str(guild["id"])

    def add_channel(self, guild_id: str, name: str, kind: int = 0, topic: str | None = None) -> Place:
        """Add a channel to a guild."""
        channel = fresh.make_channel(self._sandbox.state, guild_id, name, kind, topic)
        self._sandbox.delivery.channel_changed("CREATE", channel)
        return Place(channel["id"])

    def delete_channel(self, channel_id: str) -> None:
        """Delete a channel with its threads and messages."""
        state = self._sandbox.state
        for thread in [one for one in state.channels.values() if one.get("parent_id") == channel_id]:
            state.drop_channel(thread["id"])
            self._sandbox.delivery.channel_changed("DELETE", thread)
        channel = state.channels[channel_id]
        state.drop_channel(channel_id)
        self._sandbox.delivery.channel_changed("DELETE", channel)

    def join_thread(self, thread: Json, user_id: str) -> None:
        """Let somebody into a thread."""
        thread["_people"][user_id] = self._sandbox.clock.iso()
        self._sandbox.state.put_channel(thread)
        self._sandbox.delivery.thread_members_changed(thread, [user_id], [])

    def deny(self, channel_id: str, permissions: Permission, who: str | None = None) -> None:
        """Take permissions in a channel from somebody (the bot unless told otherwise)."""
        self._overwrite(channel_id, who, 0, int(permissions))

    def allow(self, channel_id: str, permissions: Permission, who: str | None = None) -> None:
        """Give permissions in a channel, whatever was denied before."""
        self._overwrite(channel_id, who, int(permissions), 0)

    def _overwrite(self, channel_id: str, who: str | None, allow: int, deny: int) -> None:
        state = self._sandbox.state
        channel = state.channel(channel_id)
        assert channel["type"] not in DIRECT_TYPES, "a DM has no permissions"
        target = who or state.bot_id
        others = [one for one in channel["permission_overwrites"] if one["id"] != target]
        kind = 0 if any(one["id"] == target for one in state.guilds[channel["guild_id"]]["roles"]) else 1
        mine: Json = {"id": target, "type": kind, "allow": str(allow), "deny": str(deny)}
        channel["permission_overwrites"] = [*others, mine]
        state.put_channel(channel)
        self._sandbox.delivery.channel_changed("UPDATE", channel)
