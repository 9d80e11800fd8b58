"""Which commands a person may use where. Start at usable_commands() and may_use()."""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.payload import Json, public
from sandbox.state import State

GUILD_CONTEXT, BOT_DM_CONTEXT = 0, 1


def may_use(state: State, command: Json, guild_id: str | None, user_id: str) -> bool:
    """Whether a person may use a command in a guild (None: in the bot's DM)."""
    context = BOT_DM_CONTEXT if guild_id is None else GUILD_CONTEXT
    if command["contexts"] is not None and context not in command["contexts"]:
        return False
    if guild_id is None:
        return bool(command["_scope"] == "global" and command.get("dm_permission", True))
    if command["_scope"] not in ("global", guild_id):
        return False
    needed = command["default_member_permissions"]
    has = state.guild_permissions(guild_id, user_id)
    if needed is None:
        return True
    return has & int(needed) == int(needed) if int(needed) else bool(has & 8)


def usable_commands(state: State, user_id: str) -> dict[str, list[Json]]:
    """A person's commands: each guild's own, and under "global" those usable in at least one place."""
    guilds = [one for one in state.guilds if in_common(state, one, user_id)]
    usable = {"global": _of(state, "global", [None, *guilds], user_id)}
    return usable | {one: _of(state, one, [one], user_id) for one in guilds}


def in_common(state: State, guild_id: str, user_id: str) -> bool:
    """Whether both the person and the bot are in a guild."""
    members = state.guilds[guild_id]["_members"]
    return user_id in members and state.bot_id in members


def _of(state: State, scope: str, places: Sequence[str | None], user_id: str) -> list[Json]:
    every = state.commands.get(scope, {}).values()
    return [public(one) for one in every if any(may_use(state, one, place, user_id) for place in places)]
