"""A guild's members."""

from __future__ import annotations

from sandbox.core import events
from sandbox.core.events import MemberChange
from sandbox.rest.call import Call, Result, Route
from sandbox.world.api_errors import Form
from sandbox.world.payload import Json


async def get(call: Call) -> Result:
    """Read a member."""
    return call.state.member(call.guild(), call.part("user"))


async def every(call: Call) -> Result:
    """List members in the order of their ids."""
    guild = call.guild()
    limit, after = call.number("limit", 1, 1, 1000), call.number("after", 0, 0, 2**63)
    ids = sorted((one for one in guild["_members"] if int(one) > after), key=int)
    return [call.state.member(guild, one) for one in ids[:limit]]


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


ROUTES: list[Route] = [
    ("GET", "/guilds/{guild}/members/search", search),
    ("PATCH", "/guilds/{guild}/members/@me", edit_me),
    ("GET", "/guilds/{guild}/members/{user}", get),
    ("GET", "/guilds/{guild}/members", every),
]
