"""Reactions and pins of a message."""

from __future__ import annotations

from urllib.parse import unquote

from sandbox.core import events, messages
from sandbox.rest.call import Call, Result, Route
from sandbox.world.api_errors import error
from sandbox.world.payload import Json
from sandbox.world.permissions import Permission
from sandbox.world.serialize import message_payload

PINS = 50
PINNED = 6  # the type of the message that says so


async def react(call: Call) -> Result:
    """Add the bot's reaction."""
    message = call.message(call.channel(Permission.ADD_REACTIONS | Permission.READ_MESSAGE_HISTORY))
    name = unquote(call.part("emoji"))
    _change(call, message, name, add=True)
    return None


async def unreact(call: Call) -> Result:
    """Remove the bot's reaction."""
    message = call.message(call.channel())
    _change(call, message, unquote(call.part("emoji")), add=False)
    return None


def _change(call: Call, message: Json, name: str, add: bool) -> None:
    reactions = [
        dict(reaction) for reaction in message.get("reactions", []) if reaction["emoji"]["name"] != name
    ]
    if add:
        counts = {"burst": 0, "normal": 1}
        emoji = {"id": None, "name": name}
        reactions.append(
            {"emoji": emoji, "count": 1, "count_details": counts, "me": True, "burst_colors": []}
        )
    edited = {**message, "reactions": reactions}
    call.state.put_message(edited)
    events.message_updated(call.context, edited)


async def pin(call: Call) -> Result:
    """Pin a message; a message of its own says so."""
    channel = call.channel(Permission.PIN_MESSAGES)
    if len(_pinned(call, channel)) >= PINS:
        raise error(30003)
    message = call.message(channel)
    _set_pinned(call, message, True)
    reference = {
        "message_id": message["id"],
        "channel_id": channel["id"],
        "guild_id": channel.get("guild_id"),
    }
    notice = messages.blank(call.context, channel, call.bot_id)
    messages.publish(call.context, {**notice, "type": PINNED, "message_reference": reference})
    return None


async def unpin(call: Call) -> Result:
    """Unpin a message."""
    _set_pinned(call, call.message(call.channel(Permission.PIN_MESSAGES)), False)
    return None


def _set_pinned(call: Call, message: Json, is_pinned: bool) -> None:
    edited = {**message, "pinned": is_pinned}
    call.state.put_message(edited)
    events.message_updated(call.context, edited)


async def pins(call: Call) -> Result:
    """List a channel's pins."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    items = [
        {"pinned_at": message["timestamp"], "message": message_payload(message)}
        for message in reversed(_pinned(call, channel))
    ]
    return {"items": items, "has_more": False}


def _pinned(call: Call, channel: Json) -> list[Json]:
    """Return a channel's pinned messages, oldest first."""
    return [message for message in call.state.messages[channel["id"]].values() if message["pinned"]]


_PATH = "/channels/{channel}/messages"
ROUTES: list[Route] = [
    ("PUT", _PATH + "/{message:\\d+}/reactions/{emoji}/@me", react),
    ("DELETE", _PATH + "/{message:\\d+}/reactions/{emoji}/@me", unreact),
    ("GET", _PATH + "/pins", pins),
    ("PUT", _PATH + "/pins/{message}", pin),
    ("DELETE", _PATH + "/pins/{message}", unpin),
]
