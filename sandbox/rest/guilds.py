"""Guilds, their channels and roles."""

from __future__ import annotations

from sandbox.core import channels
from sandbox.rest.call import Call, Result, Route
from sandbox.world.api_errors import Form, error
from sandbox.world.payload import Json, public
from sandbox.world.permissions import Permission
from sandbox.world.serialize import guild_payload
from sandbox.world.state import THREAD_TYPES


async def get(call: Call) -> Result:
    """Read a guild."""
    return guild_payload(call.state, call.guild())


async def list_channels(call: Call) -> Result:
    """List a guild's channels (not its threads)."""
    inside = call.state.in_guild(call.guild()["id"])
    return [public(channel) for channel in inside if channel["type"] not in THREAD_TYPES]


async def create_channel(call: Call) -> Result:
    """Create a channel."""
    guild = call.guild()
    if not call.state.guild_permissions(guild["id"], call.bot_id) & Permission.MANAGE_CHANNELS:
        raise error(50013)
    form = Form()
    form.text(("name",), call.body.get("name"), 1, 100)
    form.check()
    kind = int(call.body.get("type") or 0)
    name, topic = call.body["name"], call.body.get("topic")
    return public(channels.add_channel(call.context, guild["id"], name, kind, topic))


async def roles(call: Call) -> Result:
    """List a guild's roles."""
    listed: list[Json] = call.guild()["roles"]
    return listed


async def role(call: Call) -> Result:
    """Read a role."""
    for guild_role in call.guild()["roles"]:
        if guild_role["id"] == call.part("role"):
            return dict(guild_role)
    raise error(10011)


async def leave(call: Call) -> Result:
    """Leave a guild."""
    channels.remove_member(call.context, call.guild()["id"], call.bot_id)
    return None


ROUTES: list[Route] = [
    ("GET", "/guilds/{guild}", get),
    ("GET", "/guilds/{guild}/channels", list_channels),
    ("POST", "/guilds/{guild}/channels", create_channel),
    ("GET", "/guilds/{guild}/roles", roles),
    ("GET", "/guilds/{guild}/roles/{role}", role),
    ("DELETE", "/users/@me/guilds/{guild}", leave),
]
