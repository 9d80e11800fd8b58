"""Users, DMs, the application, and the gateway's address."""

from __future__ import annotations

from sandbox.core import channels
from sandbox.rest.call import Call, Result, Route
from sandbox.world.api_errors import error
from sandbox.world.payload import Json
from sandbox.world.serialize import APPLICATION_FLAGS, channel_payload


async def me(call: Call) -> Result:
    """Read the bot's own user."""
    return {**call.state.user(call.bot_id), "verified": True, "mfa_enabled": False, "email": None, "flags": 0}


async def get(call: Call) -> Result:
    """Read a user."""
    return call.state.user(call.part("user"))


async def my_guilds(call: Call) -> Result:
    """List the bot's guilds."""
    return [
        {
            "id": guild["id"],
            "name": guild["name"],
            "icon": None,
            "owner": guild["owner_id"] == call.bot_id,
            "permissions": str(call.state.guild_permissions(guild["id"], call.bot_id)),
            "features": [],
        }
        for guild in call.state.guilds.values()
        if call.bot_id in guild["_members"]
    ]


async def open_dm(call: Call) -> Result:
    """Open a DM with a person."""
    other = str(call.body.get("recipient_id"))
    user = call.state.user(other)
    if user["bot"]:
        raise error(50007)
    channel = channels.open_dm(call.context, call.bot_id, other)
    return channel_payload(call.state, channel, call.bot_id)


async def application(call: Call) -> Result:
    """Read the bot's application."""
    owner = next(user for user in call.state.users.values() if not user["bot"])
    fields: Json = {
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
        "privacy_policy_url": "https://example.com/privacy",
        "terms_of_service_url": "https://example.com/terms",
        "tags": [],
    }
    return fields


async def gateway(call: Call) -> Result:
    """Read the gateway's address."""
    return {"url": call.context.gateway_url}


async def gateway_bot(call: Call) -> Result:
    """Read the gateway's address and the number of shards."""
    sharding = call.context.sharding
    limit = {
        "total": 1000,
        "remaining": 999,
        "reset_after": 86_400_000,
        "max_concurrency": sharding.max_concurrency,
    }
    return {"url": call.context.gateway_url, "shards": sharding.shards, "session_start_limit": limit}


async def empty(call: Call) -> Result:
    """List entitlements or SKUs: the sandbox has none."""
    return []


ROUTES: list[Route] = [
    ("GET", "/users/@me", me),
    ("GET", "/users/@me/guilds", my_guilds),
    ("POST", "/users/@me/channels", open_dm),
    ("GET", "/users/{user:\\d+}", get),
    ("GET", "/applications/@me", application),
    ("GET", "/oauth2/applications/@me", application),
    ("GET", "/applications/{application}/entitlements", empty),
    ("GET", "/applications/{application}/skus", empty),
    ("GET", "/gateway", gateway),
    ("GET", "/gateway/bot", gateway_bot),
]
