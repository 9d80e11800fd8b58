"""Channels and their permission overwrites."""

from __future__ import annotations

from sandbox.core import channels, events
from sandbox.core.events import ChannelChange
from sandbox.rest.call import Call, Result, Route
from sandbox.world.api_errors import Form, error
from sandbox.world.payload import Json
from sandbox.world.permissions import Permission
from sandbox.world.serialize import channel_payload
from sandbox.world.state import DIRECT_TYPES, THREAD_TYPES

_THREAD_KEYS = ("archived", "locked", "invitable", "auto_archive_duration")
_KEYS = ("name", "topic", "nsfw", "position", "rate_limit_per_user", "parent_id", "permission_overwrites")


async def get(call: Call) -> Result:
    """Read a channel."""
    return channel_payload(call.state, call.channel(), call.bot_id)


async def edit(call: Call) -> Result:
    """Edit a channel or thread."""
    channel = call.channel()
    form = Form()
    if "name" in call.body:
        form.text(("name",), call.body["name"], 1, 100)
    form.text(("topic",), call.body.get("topic"), 0, 1024)
    if call.body.get("auto_archive_duration") is not None:
        form.choice(("auto_archive_duration",), call.body["auto_archive_duration"], (60, 1440, 4320, 10080))
    form.check()
    if channel["type"] in THREAD_TYPES:
        _edit_thread(call, channel)
    else:
        call.allow(channel, Permission.MANAGE_CHANNELS)
        channel |= {key: call.body[key] for key in _KEYS if key in call.body}
    call.state.put_channel(channel)
    events.channel_changed(call.context, ChannelChange.UPDATE, channel)
    return channel_payload(call.state, channel, call.bot_id)


def _edit_thread(call: Call, thread: Json) -> None:
    only_unarchives = call.body.get("archived") is False and len(call.body) == 1
    if thread["owner_id"] != call.bot_id and not only_unarchives:
        call.allow(thread, Permission.MANAGE_THREADS)
    metadata = thread["thread_metadata"]
    if metadata["archived"] and call.body.get("archived") is not False:
        raise error(50083)
    metadata |= {key: call.body[key] for key in _THREAD_KEYS if key in call.body}
    metadata["archive_timestamp"] = call.context.clock.iso()
    thread |= {key: call.body[key] for key in ("name", "rate_limit_per_user") if key in call.body}


async def delete(call: Call) -> Result:
    """Delete a channel or thread."""
    channel = call.channel()
    if channel["type"] in DIRECT_TYPES:
        return channel_payload(call.state, channel, call.bot_id)
    is_thread = channel["type"] in THREAD_TYPES
    call.allow(channel, Permission.MANAGE_THREADS if is_thread else Permission.MANAGE_CHANNELS)
    channels.delete_channel(call.context, channel["id"])
    return channel_payload(call.state, channel, call.bot_id)


async def typing(call: Call) -> Result:
    """Show that the bot is typing."""
    events.typing(call.context, call.channel(Permission.SEND_MESSAGES), call.bot_id)
    return None


async def put_overwrite(call: Call) -> Result:
    """Set a permission overwrite of a role or member."""
    channel = call.channel(Permission.MANAGE_ROLES)
    body: Json = {
        "id": call.part("target"),
        "type": int(call.body.get("type", 0)),
        "allow": str(call.body.get("allow") or 0),
        "deny": str(call.body.get("deny") or 0),
    }
    _set_overwrites(call, channel, [*_other_overwrites(channel, body["id"]), body])
    return None


async def delete_overwrite(call: Call) -> Result:
    """Delete a permission overwrite."""
    channel = call.channel(Permission.MANAGE_ROLES)
    _set_overwrites(call, channel, _other_overwrites(channel, call.part("target")))
    return None


def _other_overwrites(channel: Json, target_id: str) -> list[Json]:
    """Return a channel's overwrites except that of a role or member."""
    return [overwrite for overwrite in channel["permission_overwrites"] if overwrite["id"] != target_id]


def _set_overwrites(call: Call, channel: Json, overwrites: list[Json]) -> None:
    channel["permission_overwrites"] = overwrites
    call.state.put_channel(channel)
    events.channel_changed(call.context, ChannelChange.UPDATE, channel)


ROUTES: list[Route] = [
    ("GET", "/channels/{channel}", get),
    ("PATCH", "/channels/{channel}", edit),
    ("DELETE", "/channels/{channel}", delete),
    ("POST", "/channels/{channel}/typing", typing),
    ("PUT", "/channels/{channel}/permissions/{target}", put_overwrite),
    ("DELETE", "/channels/{channel}/permissions/{target}", delete_overwrite),
]
