"""Messages of a channel."""

from __future__ import annotations

from sandbox.core import events, messages
from sandbox.core.events import ChannelChange
from sandbox.rest.call import Call, Result, Route
from sandbox.world.api_errors import error
from sandbox.world.payload import Json
from sandbox.world.permissions import Permission
from sandbox.world.rate_limits import DELETE, EDIT, SEND
from sandbox.world.serialize import message_payload
from sandbox.world.snowflakes import created_at
from sandbox.world.state import THREAD_TYPES

TWO_WEEKS = 14 * 86400


async def create(call: Call) -> Result:
    """Send a message."""
    channel = call.channel()
    is_thread = channel["type"] in THREAD_TYPES
    needed = Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES
    call.allow(channel, needed | (Permission.ATTACH_FILES if call.files else 0))
    if is_thread and channel["thread_metadata"]["locked"]:
        raise error(50083)
    call.headers |= call.context.limits.take(SEND, channel["id"])
    if not call.state.permissions(channel, call.bot_id) & Permission.EMBED_LINKS:
        call.body = {key: value for key, value in call.body.items() if key != "embeds"}
    _unarchive(call, channel)
    extra = messages.reply_fields(call.state, channel, call.body.get("message_reference"))
    message = messages.create(call.context, channel, call.bot_id, call.body, call.files, extra=extra)
    return message_payload(message)


def _unarchive(call: Call, channel: Json) -> None:
    if channel["type"] in THREAD_TYPES and channel["thread_metadata"]["archived"]:
        channel["thread_metadata"]["archived"] = False
        call.state.put_channel(channel)
        events.channel_changed(call.context, ChannelChange.UPDATE, channel)


async def get(call: Call) -> Result:
    """Read one message."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    return message_payload(call.message(channel))


async def history(call: Call) -> Result:
    """Read messages before, after or around an id, newest first."""
    channel = call.channel()
    if not call.state.permissions(channel, call.bot_id) & Permission.READ_MESSAGE_HISTORY:
        return []
    limit = call.number("limit", 50, 1, 100)
    stored = call.state.messages[channel["id"]].values()
    public = [message for message in stored if "_reader" not in message]
    query = call.request.query
    if "before" in query:
        chosen = [message for message in public if int(message["id"]) < int(query["before"])][-limit:]
    elif "after" in query:
        chosen = [message for message in public if int(message["id"]) > int(query["after"])][:limit]
    elif "around" in query:
        middle = int(query["around"])
        older = [message for message in public if int(message["id"]) < middle][-(limit // 2) :]
        newer = [message for message in public if int(message["id"]) >= middle]
        chosen = older + newer[: limit - len(older)]
    else:
        chosen = public[-limit:]
    return [message_payload(message) for message in reversed(chosen)]


async def edit(call: Call) -> Result:
    """Edit one of the bot's own messages."""
    channel = call.channel(Permission.ATTACH_FILES if call.files else 0)
    message = call.message(channel)
    if message["author"]["id"] != call.bot_id:
        raise error(50005)
    if channel["type"] in THREAD_TYPES and channel["thread_metadata"]["archived"]:
        raise error(50083)
    age = call.context.clock.now() - created_at(message["id"])
    call.headers |= call.context.limits.take(EDIT, channel["id"])
    call.context.limits.take_old_edit(channel["id"], age)
    return message_payload(messages.edit(call.context, message, call.body, call.files))


async def delete(call: Call) -> Result:
    """Delete a message."""
    channel = call.channel()
    message = call.message(channel)
    if message["author"]["id"] != call.bot_id:
        _check_may_delete_others(call, channel)
    call.headers |= call.context.limits.take(DELETE, channel["id"])
    messages.delete(call.context, message)
    return None


def _check_may_delete_others(call: Call, channel: Json) -> None:
    if "guild_id" not in channel:
        raise error(50003)
    call.allow(channel, Permission.MANAGE_MESSAGES)


async def bulk_delete(call: Call) -> Result:
    """Delete 2 to 100 messages at once."""
    channel = call.channel()
    _check_may_delete_others(call, channel)
    ids = [str(message_id) for message_id in call.body.get("messages") or []]
    if not 2 <= len(ids) <= 100:
        raise error(50016)
    if call.context.clock.now() - min(map(created_at, ids)) > TWO_WEEKS:
        raise error(50034)
    stored = call.state.messages[channel["id"]]
    for message in [stored[message_id] for message_id in dict.fromkeys(ids) if message_id in stored]:
        messages.delete(call.context, message)
    return None


_PATH = "/channels/{channel}/messages"
ROUTES: list[Route] = [
    ("POST", _PATH, create),
    ("GET", _PATH, history),
    ("POST", _PATH + "/bulk-delete", bulk_delete),
    ("GET", _PATH + "/{message:\\d+}", get),
    ("PATCH", _PATH + "/{message:\\d+}", edit),
    ("DELETE", _PATH + "/{message:\\d+}", delete),
]
