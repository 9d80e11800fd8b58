"""Which commands a person can use in which channel.

An application is installed in a guild, or by a person for their own account. A command names the installs it
is for (`integration_types`) and the channels (`contexts`): guilds, the bot's own DM, DMs of other people.
"""

from __future__ import annotations

from sandbox.world.payload import Json, public
from sandbox.world.permissions import Permission
from sandbox.world.state import State

GUILD_CONTEXT, BOT_DM_CONTEXT, PRIVATE_CONTEXT = 0, 1, 2
GUILD_INSTALL, USER_INSTALL = 0, 1


def bot_is_member(state: State, channel: Json) -> bool:
    """Return whether the bot is a member of a channel's guild or DM."""
    if "guild_id" in channel:
        return state.bot_id in state.guilds[channel["guild_id"]]["_members"]
    return state.bot_id in channel["_people"]


def context_of(state: State, channel: Json) -> int:
    """Return the interaction context of a channel (one of the *_CONTEXT numbers)."""
    if "guild_id" in channel:
        return GUILD_CONTEXT
    return BOT_DM_CONTEXT if bot_is_member(state, channel) else PRIVATE_CONTEXT


def may_use(state: State, command: Json, channel: Json, user_id: str) -> bool:
    """Return whether a person can use a command in a channel."""
    context = context_of(state, channel)
    if command["contexts"] is not None and context not in command["contexts"]:
        return False
    if context == BOT_DM_CONTEXT and not command.get("dm_permission", True):
        return False
    if command["_scope"] not in ("global", channel.get("guild_id")):
        return False
    if not _is_installed(state, command, channel, user_id):
        return False
    return context != GUILD_CONTEXT or _has_permission(state, command, channel["guild_id"], user_id)


def _is_installed(state: State, command: Json, channel: Json, user_id: str) -> bool:
    kinds = command["integration_types"]
    if GUILD_INSTALL in kinds and bot_is_member(state, channel):
        return True
    return USER_INSTALL in kinds and bool(state.users[user_id].get("_has_app"))


def _has_permission(state: State, command: Json, guild_id: str, user_id: str) -> bool:
    if command["default_member_permissions"] is None:
        return True
    # "0" leaves the command to administrators, who have every permission.
    needed = int(command["default_member_permissions"]) or Permission.ADMINISTRATOR
    return state.guild_permissions(guild_id, user_id) & needed == needed


def usable_commands(state: State, user_id: str) -> dict[str, list[Json]]:
    """Return a person's commands by guild id; "global" has those usable in at least one channel."""
    seen = [channel for channel in state.channels.values() if state.permissions(channel, user_id)]
    own_dm: Json = {"_people": [user_id, state.bot_id]}  # usable before it is opened
    usable = {"global": _usable(state, "global", [own_dm, *seen], user_id)}
    for guild_id in state.guilds:
        inside = [channel for channel in seen if channel.get("guild_id") == guild_id]
        usable[guild_id] = _usable(state, guild_id, inside, user_id)
    return usable


def _usable(state: State, scope: str, channels: list[Json], user_id: str) -> list[Json]:
    commands = state.commands.get(scope, {}).values()
    return [
        public(command)
        for command in commands
        if any(may_use(state, command, channel, user_id) for channel in channels)
    ]
