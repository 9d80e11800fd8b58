"""What a fresh session is told first, and member lists on request. Start at greet()."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandbox.payload import Json, dumps
from sandbox.shapes import guild_payload

if TYPE_CHECKING:
    from sandbox.app import Sandbox
    from sandbox.gateway import Session

CHUNK = 1000
APPLICATION_FLAGS = 1 << 15 | 1 << 19 | 1 << 23  # members, message content (limited), commands


def greet(sandbox: Sandbox, session: Session) -> None:
    """Send READY and every guild of the session's shard."""
    state = sandbox.state
    guilds = [
        one for one in state.guilds.values() if state.bot_id in one["_members"] and session.covers(one["id"])
    ]
    ready: Json = {
        "v": 10,
        "user": {**state.user(state.bot_id), "verified": True, "mfa_enabled": False, "email": None},
        "guilds": [{"id": one["id"], "unavailable": True} for one in guilds],
        "private_channels": [],
        "session_id": session.id,
        "resume_gateway_url": gateway_url(sandbox),
        "shard": list(session.shard),
        "application": {"id": state.bot_id, "flags": APPLICATION_FLAGS},
    }
    session.send("READY", dumps(ready))
    for guild in guilds:
        session.send("GUILD_CREATE", dumps(guild_payload(state, guild, members=True)))


def gateway_url(sandbox: Sandbox) -> str:
    """Where the bot is to open its websocket."""
    return f"ws://127.0.0.1:{sandbox.port}/gateway"


def send_members(sandbox: Sandbox, session: Session, wanted: Any) -> None:
    """Answer opcode 8 with GUILD_MEMBERS_CHUNK events."""
    guild = sandbox.state.guild(str(wanted.get("guild_id")))
    found, not_found = _search(sandbox, guild, wanted)
    chunks = [found[start : start + CHUNK] for start in range(0, len(found), CHUNK)] or [[]]
    for index, chunk in enumerate(chunks):
        body: Json = {
            "guild_id": guild["id"],
            "members": chunk,
            "chunk_index": index,
            "chunk_count": len(chunks),
            "not_found": not_found,
            "nonce": wanted.get("nonce"),
        }
        session.send("GUILD_MEMBERS_CHUNK", dumps(body))


def _search(sandbox: Sandbox, guild: Json, wanted: Any) -> tuple[list[Json], list[str]]:
    ids = wanted.get("user_ids")
    if ids is not None:
        ids = [str(one) for one in (ids if isinstance(ids, list) else [ids])]
        here = [one for one in ids if one in guild["_members"]]
        return [sandbox.state.member(guild, one) for one in here], [one for one in ids if one not in here]
    start = str(wanted.get("query") or "").lower()
    members = [sandbox.state.member(guild, one) for one in guild["_members"]]
    found = [one for one in members if any(name.lower().startswith(start) for name in names(one))]
    limit = int(wanted.get("limit") or 0)
    return (found[:limit] if limit else found), []


def names(member: Json) -> list[str]:
    """The names a member can be found by."""
    user = member["user"]
    return [one for one in (user["username"], user["global_name"], member["nick"]) if one]
