"""Users, DMs, the application, the way to the gateway. Start at ROUTES."""

from __future__ import annotations

from sandbox import fresh
from sandbox.errors import error
from sandbox.gateway_ready import APPLICATION_FLAGS, gateway_url
from sandbox.payload import Json
from sandbox.rest.call import Call, Handler, Result
from sandbox.shapes import channel_payload


async def me(call: Call) -> Result:
    """The bot's own user."""
    return {**call.state.user(call.bot_id), "verified": True, "mfa_enabled": False, "email": None, "flags": 0}


async def get(call: Call) -> Result:
    """Any user."""
    return call.state.user(call.part("user"))


async def my_guilds(call: Call) -> Result:
    """The guilds the bot is in."""
    return [
        {
            "id": one["id"],
            "name": one["name"],
            "icon": None,
            "owner": one["owner_id"] == call.bot_id,
            "permissions": str(call.state.guild_permissions(one["id"], call.bot_id)),
            "features": [],
        }
        for one in call.state.guilds.values()
        if call.bot_id in one["_members"]
    ]


async def open_dm(call: Call) -> Result:
    """Open a DM with somebody."""
    other = str(call.body.get("recipient_id"))
    user = call.state.user(other)
    if user["bot"]:
        raise error(50007)
    known = set(call.state.channels)
    channel = fresh.open_dm(call.state, call.bot_id, other)
    if channel["id"] not in known:
        call.sandbox.delivery.channel_changed("CREATE", channel)
    return channel_payload(call.state, channel, call.bot_id)


async def application(call: Call) -> Result:
    """The bot's application."""
    owner = next(one for one in call.state.users.values() if not one["bot"])
    told: Json = {
        "id": call.bot_id,
        "name": call.state.bot["username"],
        "icon": None,
        "description": "",
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": APPLICATION_FLAGS,
        "owner": call.state.user(owner["id"]),
        "team": None,
        "bot": call.state.user(call.bot_id),
        "approximate_guild_count": len(call.state.guilds),
        "approximate_user_install_count": 0,
        "integration_types_config": {"0": {}, "1": {}},
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "tags": [],
    }
    return told


async def gateway(call: Call) -> Result:
    """Where the gateway is."""
    return {"url": gateway_url(call.sandbox)}


async def gateway_bot(call: Call) -> Result:
    """Where the gateway is, in how many shards."""
    limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
    return {"url": gateway_url(call.sandbox), "shards": 1, "session_start_limit": limit}


async def nothing(call: Call) -> Result:
    """A list that is empty here: emojis, entitlements, SKUs, stickers."""
    return {"items": []} if call.request.path.endswith("emojis") else []


ROUTES: list[tuple[str, str, Handler]] = [
    ("GET", "/users/@me", me),
    ("GET", "/users/@me/guilds", my_guilds),
    ("POST", "/users/@me/channels", open_dm),
    ("GET", "/users/{user:\\d+}", get),
    ("GET", "/applications/@me", application),
    ("GET", "/oauth2/applications/@me", application),
    ("GET", "/applications/{application}/emojis", nothing),
    ("GET", "/applications/{application}/entitlements", nothing),
    ("GET", "/applications/{application}/skus", nothing),
    ("GET", "/gateway", gateway),
    ("GET", "/gateway/bot", gateway_bot),
]
