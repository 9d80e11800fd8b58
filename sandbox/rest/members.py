"""A guild's members."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.core import events
from sandbox.core.events import MemberChange
from sandbox.rest.call import Call, Result, Route
from sandbox.world.api_errors import Form, error
from sandbox.world.payload import Json
from sandbox.world.permissions import Permission


async def get(call: Call) -> Result:
    """Read a member."""
    return call.state.member(call.guild(), call.part("user"))


async def every(call: Call) -> Result:
    """List members in the order of their ids."""
    guild = call.guild()
    limit, after = call.number("limit", 1, 1, 1000), call.number("after", 0, 0, 2**63)
    ids = sorted((user_id for user_id in guild["_members"] if int(user_id) > after), key=int)
    return [call.state.member(guild, user_id) for user_id in ids[:limit]]


async def search(call: Call) -> Result:
    """List the members with a name that starts with `query`."""
    guild, query = call.guild(), call.request.query.get("query", "")
    form = Form()
    form.text(("query",), query, 1, 100)
    form.check()
    return call.state.search_members(guild, query)[: call.number("limit", 1, 1, 1000)]


async def edit_me(call: Call) -> Result:
    """Change the bot's nickname."""
    guild = call.guild()
    form = Form()
    form.text(("nick",), call.body.get("nick"), 0, 32)
    form.check()
    member: Json = guild["_members"][call.bot_id]
    member["nick"] = call.body.get("nick") or None
    call.state.put_guild(guild)
    events.member_changed(call.context, MemberChange.UPDATE, guild, call.bot_id)
    return call.state.member(guild, call.bot_id)


async def add_role(call: Call) -> Result:
    """Give a member a role."""
    _change_roles(call, lambda held, role_id: [*held, role_id] if role_id not in held else held)
    return None


async def remove_role(call: Call) -> Result:
    """Take a role from a member."""
    _change_roles(call, lambda held, role_id: [held_id for held_id in held if held_id != role_id])
    return None


def _change_roles(call: Call, changed: Callable[[list[str], str], list[str]]) -> None:
    """Replace a member's role ids by `changed(role ids, the path's role id)` and publish that.

    Raises 10007, 10011, and 50013 for a role that the bot cannot give.
    """
    guild, user_id, role_id = call.guild(), call.part("user"), call.part("role")
    call.state.member(guild, user_id)
    roles = {role["id"]: role for role in guild["roles"]}
    if role_id not in roles:
        raise error(10011)
    own = [roles[own_id]["position"] for own_id in guild["_members"][call.bot_id]["roles"]]
    is_below = roles[role_id]["position"] < max(own, default=0) and not roles[role_id]["managed"]
    may = call.state.guild_permissions(guild["id"], call.bot_id) & Permission.MANAGE_ROLES
    if not (may and is_below and role_id != guild["id"]):
        raise error(50013)
    member: Json = guild["_members"][user_id]
    member["roles"] = changed(member["roles"], role_id)
    call.state.put_guild(guild)
    events.member_changed(call.context, MemberChange.UPDATE, guild, user_id)


ROUTES: list[Route] = [
    ("GET", "/guilds/{guild}/members/search", search),
    ("PATCH", "/guilds/{guild}/members/@me", edit_me),
    ("GET", "/guilds/{guild}/members/{user}", get),
    ("GET", "/guilds/{guild}/members", every),
    ("PUT", "/guilds/{guild}/members/{user}/roles/{role}", add_role),
    ("DELETE", "/guilds/{guild}/members/{user}/roles/{role}", remove_role),
]
