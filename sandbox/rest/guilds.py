"""Guilds, their channels and roles. Start at ROUTES."""

from __future__ import annotations

from sandbox.errors import Form, error
from sandbox.payload import public
from sandbox.permissions import Permission
from sandbox.rest.call import Call, Handler, Result
from sandbox.shapes import guild_payload
from sandbox.state import THREAD_TYPES


async def get(call: Call) -> Result:
    """Read a guild."""
    return guild_payload(call.state, call.guild())


async def channels(call: Call) -> Result:
    """List a guild's channels (not its threads)."""
    inside = call.state.in_guild(call.guild()["id"])
    return [public(one) for one in inside if one["type"] not in THREAD_TYPES]


async def create_channel(call: Call) -> Result:
    """Make a channel."""
    guild = call.guild()
    if not call.state.guild_permissions(guild["id"], call.bot_id) & Permission.MANAGE_CHANNELS:
        raise error(50013)
    form = Form()
    form.text(("name",), call.body.get("name"), 1, 100)
    form.check()
    kind = int(call.body.get("type") or 0)
    place = call.sandbox.places.add_channel(guild["id"], call.body["name"], kind, call.body.get("topic"))
    return public(call.state.channel(place.id))


async def roles(call: Call) -> Result:
    """List a guild's roles."""
    listed: list[dict[str, object]] = call.guild()["roles"]
    return listed


async def role(call: Call) -> Result:
    """Read a role."""
    for one in call.guild()["roles"]:
        if one["id"] == call.part("role"):
            return dict(one)
    raise error(10011)


async def leave(call: Call) -> Result:
    """Leave a guild."""
    call.sandbox.places.remove_member(call.guild()["id"], call.bot_id)
    return None


ROUTES: list[tuple[str, str, Handler]] = [
    ("GET", "/guilds/{guild}", get),
    ("GET", "/guilds/{guild}/channels", channels),
    ("POST", "/guilds/{guild}/channels", create_channel),
    ("GET", "/guilds/{guild}/roles", roles),
    ("GET", "/guilds/{guild}/roles/{role}", role),
    ("DELETE", "/users/@me/guilds/{guild}", leave),
]
