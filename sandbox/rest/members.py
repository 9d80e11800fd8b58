"""A guild's members. Start at ROUTES."""

from __future__ import annotations

from sandbox.errors import Form
from sandbox.gateway_ready import names
from sandbox.payload import Json
from sandbox.rest.call import Call, Handler, Result


async def get(call: Call) -> Result:
    """Read a member."""
    return call.state.member(call.guild(), call.part("user"))


async def every(call: Call) -> Result:
    """List members by id."""
    guild = call.guild()
    limit, after = call.number("limit", 1, 1, 1000), call.number("after", 0, 0, 2**63)
    ids = sorted((one for one in guild["_members"] if int(one) > after), key=int)
    return [call.state.member(guild, one) for one in ids[:limit]]


async def search(call: Call) -> Result:
    """List members whose name begins with `query`."""
    guild, query = call.guild(), call.request.query.get("query", "").lower()
    form = Form()
    form.text(("query",), query, 1, 100)
    form.check()
    members = [call.state.member(guild, one) for one in guild["_members"]]
    found = [one for one in members if any(name.lower().startswith(query) for name in names(one))]
    return found[: call.number("limit", 1, 1, 1000)]


async def edit_me(call: Call) -> Result:
    """Change the bot's nickname."""
    guild = call.guild()
    form = Form()
    form.text(("nick",), call.body.get("nick"), 0, 32)
    form.check()
    member: Json = guild["_members"][call.bot_id]
    member["nick"] = call.body.get("nick") or None
    call.state.put_guild(guild)
    call.sandbox.delivery.member_changed("UPDATE", guild, call.bot_id)
    return call.state.member(guild, call.bot_id)


ROUTES: list[tuple[str, str, Handler]] = [
    ("GET", "/guilds/{guild}/members/search", search),
    ("PATCH", "/guilds/{guild}/members/@me", edit_me),
    ("GET", "/guilds/{guild}/members/{user}", get),
    ("GET", "/guilds/{guild}/members", every),
]
