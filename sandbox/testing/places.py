"""Changes from outside of Discord's API: new people, guilds and channels, permissions, user installs."""

from __future__ import annotations

from sandbox.core import channels, events
from sandbox.core.context import CommandsChanged, Context
from sandbox.core.events import ChannelChange
from sandbox.world import seed
from sandbox.world.payload import Json
from sandbox.world.permissions import Permission
from sandbox.world.state import DIRECT_TYPES


class Place(str):
    """The id of a channel or thread."""

    __slots__ = ()

    @property
    def id(self) -> str:
        """The id as a plain string."""
        return str(self)


class Places:
    """Adds and removes people, guilds, channels and permissions, and publishes the events."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._state = context.state

    def channel(self, name: str) -> Place:
        """Return a channel or thread by name or id. Raises LookupError."""
        if name in self._state.channels:
            return Place(name)
        for channel in self._state.channels.values():
            if channel.get("name") == name:
                return Place(channel["id"])
        raise LookupError(f"there is no channel {name!r}")

    def dm(self, person: str, other: str | None = None) -> Place:
        """Return the DM of a person with another user, by default the bot."""
        return Place(channels.open_dm(self._context, person, other or self._state.bot_id)["id"])

    def group(self, name: str, owner: str, *others: str) -> Place:
        """Add a group DM. A bot cannot be in one."""
        channel = seed.make_group(self._state, name, owner, *others)
        events.channel_changed(self._context, ChannelChange.CREATE, channel)
        return Place(channel["id"])

    def install(self, user_id: str, has_app: bool = True) -> None:
        """Install the bot for a person's own account, or uninstall it."""
        user = self._state.users[user_id]
        user["_has_app"] = has_app
        self._state.put_user(user)
        self._context.events.publish(CommandsChanged())

    def add_person(self, name: str, locale: str = "en-US", everywhere: bool = True) -> str:
        """Add a person, by default to every guild, and return their id."""
        return str(channels.add_person(self._context, name, locale, everywhere)["id"])

    def add_member(self, guild_id: str, user_id: str) -> None:
        """Add a person, or the bot, to a guild."""
        channels.add_member(self._context, guild_id, user_id)

    def remove_member(self, guild_id: str, user_id: str) -> None:
        """Remove a person, or the bot, from a guild."""
        channels.remove_member(self._context, guild_id, user_id)

    def add_guild(self, name: str, owner: str, locale: str = "en-US", members: tuple[str, ...] = ()) -> str:
        """Add a guild with the bot, its owner and `members` (ids) and return its id."""
        everyone = list(dict.fromkeys((owner, *members, self._state.bot_id)))
        guild = seed.make_guild(self._state, name, locale, owner, everyone)
        events.guild_joined(self._context, guild)
        return str(guild["id"])

    def add_role(self, guild_id: str, name: str, position: int = 1, permissions: int = 0) -> str:
        """Add a role and return its id."""
        guild = self._state.guilds[guild_id]
        role = seed.make_role(self._state.ids.next(), name, permissions, position)
        guild["roles"].append(role)
        self._state.put_guild(guild)
        events.role_changed(self._context, guild, role, is_new=True)
        return str(role["id"])

    def change_bot_role(self, guild_id: str, permissions: int, position: int) -> None:
        """Change the permissions and the position of the bot's own role."""
        guild = self._state.guilds[guild_id]
        own_role = next(role for role in guild["roles"] if role["managed"])
        own_role |= {"permissions": str(permissions), "position": position}
        self._state.put_guild(guild)
        events.role_changed(self._context, guild, own_role, is_new=False)

    def roles_of(self, guild_id: str, user_id: str) -> list[str]:
        """Return the ids of a member's roles."""
        return list(self._state.guilds[guild_id]["_members"][user_id]["roles"])

    def add_channel(self, guild_id: str, name: str, kind: int = 0, topic: str | None = None) -> Place:
        """Add a channel to a guild."""
        return Place(channels.add_channel(self._context, guild_id, name, kind, topic)["id"])

    def delete_channel(self, channel_id: str) -> None:
        """Delete a channel with its threads and messages."""
        channels.delete_channel(self._context, channel_id)

    def deny(self, channel_id: str, permissions: Permission, who: str | None = None) -> None:
        """Deny permissions in a channel to a user or role, by default the bot."""
        self._overwrite(channel_id, who, 0, int(permissions))

    def allow(self, channel_id: str, permissions: Permission, who: str | None = None) -> None:
        """Allow permissions in a channel, in place of an earlier overwrite."""
        self._overwrite(channel_id, who, int(permissions), 0)

    def _overwrite(self, channel_id: str, who: str | None, allow: int, deny: int) -> None:
        channel = self._state.channel(channel_id)
        if channel["type"] in DIRECT_TYPES:
            raise ValueError("a DM has no permission overwrites")
        target = who or self._state.bot_id
        others = [overwrite for overwrite in channel["permission_overwrites"] if overwrite["id"] != target]
        roles = self._state.guilds[channel["guild_id"]]["roles"]
        kind = 0 if any(role["id"] == target for role in roles) else 1
        replacement: Json = {"id": target, "type": kind, "allow": str(allow), "deny": str(deny)}
        channel["permission_overwrites"] = [*others, replacement]
        self._state.put_channel(channel)
        events.channel_changed(self._context, ChannelChange.UPDATE, channel)
