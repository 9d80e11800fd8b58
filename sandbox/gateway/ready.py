"""The first events of a new session, and lists of members on request."""

from __future__ import annotations

from collections.abc import Collection

from sandbox.core.context import Context
from sandbox.gateway.sessions import Session
from sandbox.world.payload import Json, dumps
from sandbox.world.serialize import APPLICATION_FLAGS, guild_payload

CHUNK = 1000


def send_ready(context: Context, session: Session, unavailable: Collection[str]) -> None:
    """Send READY and a GUILD_CREATE for every guild of the session's shard that is not `unavailable`."""
    state = context.state
    guild_ids = [
        guild_id
        for guild_id in state.guilds
        if state.bot_id in state.guilds[guild_id]["_members"] and session.covers(guild_id)
    ]
    ready: Json = {
        "v": 10,
        "user": {**state.user(state.bot_id), "verified": True, "mfa_enabled": False, "email": None},
        "guilds": [{"id": guild_id, "unavailable": True} for guild_id in guild_ids],
        "private_channels": [],
        "session_id": session.id,
        "resume_gateway_url": context.gateway_url,
        "shard": list(session.shard),
        "application": {"id": state.bot_id, "flags": APPLICATION_FLAGS},
    }
    session.send("READY", dumps(ready))
    for guild in [state.guilds[guild_id] for guild_id in guild_ids if guild_id not in unavailable]:
        session.send("GUILD_CREATE", dumps(guild_payload(state, guild, members=True)))


def send_members(context: Context, session: Session, request: Json) -> None:
    """Answer opcode 8 with GUILD_MEMBERS_CHUNK events."""
    guild = context.state.guild(str(request.get("guild_id")))
    members, missing_ids = _search(context, guild, request)
    chunks = [members[start : start + CHUNK] for start in range(0, len(members), CHUNK)] or [[]]
    for index, chunk in enumerate(chunks):
        body: Json = {
            "guild_id": guild["id"],
            "members": chunk,
            "chunk_index": index,
            "chunk_count": len(chunks),
            "not_found": missing_ids,
            "nonce": request.get("nonce"),
        }
        session.send("GUILD_MEMBERS_CHUNK", dumps(body))


def _search(context: Context, guild: Json, request: Json) -> tuple[list[Json], list[str]]:
    """Return the members that a request asks for, and the ids that are not members."""
    ids = request.get("user_ids")
    if ids is not None:
        wanted = [str(user_id) for user_id in (ids if isinstance(ids, list) else [ids])]
        member_ids = [user_id for user_id in wanted if user_id in guild["_members"]]
        missing_ids = [user_id for user_id in wanted if user_id not in guild["_members"]]
        return [context.state.member(guild, user_id) for user_id in member_ids], missing_ids
    members = context.state.search_members(guild, str(request.get("query") or ""))
    limit = int(request.get("limit") or 0)
    return (members[:limit] if limit else members), []
