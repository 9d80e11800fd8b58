"""Messages of a channel. Start at create()."""

from __future__ import annotations

from sandbox import messages
from sandbox.errors import error
from sandbox.limits import DELETE, EDIT, SEND
from sandbox.payload import Json
from sandbox.permissions import Permission
from sandbox.rest.call import Call, Handler, Result
from sandbox.shapes import message_payload
from sandbox.snowflake import moment
from sandbox.state import THREAD_TYPES

TWO_WEEKS = 14 * 86400


async def create(call: Call) -> Result:
    """Send a message."""
    channel = call.channel()
    is_thread = channel["type"] in THREAD_TYPES
    needed = Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES
    call.allow(channel, needed | (Permission.ATTACH_FILES if call.files else 0))
    if is_thread and channel["thread_metadata"]["locked"]:
        raise error(50083)
    call.headers |= call.sandbox.limits.take(SEND, channel["id"])
    if not call.state.permissions(channel, call.bot_id) & Permission.EMBED_LINKS:
        call.body = {key: value for key, value in call.body.items() if key != "embeds"}
    _unarchive(call, channel)
    extra = messages.reply_to(call.state, channel, call.body.get("message_reference"))
    message = messages.create(call.sandbox, channel, call.bot_id, call.body, call.files, extra=extra)
    return message_payload(message)


def _unarchive(call: Call, channel: Json) -> None:
    if channel["type"] in THREAD_TYPES and channel["thread_metadata"]["archived"]:
        channel["thread_metadata"]["archived"] = False
        call.state.put_channel(channel)
        call.sandbox.delivery.channel_changed("UPDATE", channel)


def _read(call: Call, message: Json) -> Json:
    return message_payload(message)


async def get(call: Call) -> Result:
    """Read one message."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    return _read(call, call.message(channel))


async def history(call: Call) -> Result:
    """Read messages, newest first: before, after or around an id."""
    channel = call.channel()
    if not call.state.permissions(channel, call.bot_id) & Permission.READ_MESSAGE_HISTORY:
        return []
    limit = call.number("limit", 50, 1, 100)
    every = [one for one in call.state.messages[channel["id"]].values() if "_reader" not in one]
    query = call.request.query
    if "before" in query:
        chosen = [one for one in every if int(one["id"]) < int(query["before"])][-limit:]
    elif "after" in query:
        chosen = [one for one in every if int(one["id"]) > int(query["after"])][:limit]
    elif "around" in query:
        middle = int(query["around"])
        older = [one for one in every if int(one["id"]) < middle][-(limit // 2) :]
        chosen = older + [one for one in every if int(one["id"]) >= middle][: limit - len(older)]
    else:
        chosen = every[-limit:]
    return [_read(call, one) for one in reversed(chosen)]


async def edit(call: Call) -> Result:
    """Edit one of the bot's own messages."""
    channel = call.channel(Permission.ATTACH_FILES if call.files else 0)
    message = call.message(channel)
    if message["author"]["id"] != call.bot_id:
        raise error(50005)
    age = call.sandbox.clock.now() - moment(message["id"])
    call.headers |= call.sandbox.limits.take(EDIT, channel["id"])
    call.sandbox.limits.take_old_edit(channel["id"], age)
    return message_payload(messages.revise(call.sandbox, message, call.body, call.files))


async def delete(call: Call) -> Result:
    """Delete a message."""
    channel = call.channel()
    message = call.message(channel)
    if message["author"]["id"] != call.bot_id:
        _may_delete_others(call, channel)
    call.headers |= call.sandbox.limits.take(DELETE, channel["id"])
    messages.delete(call.sandbox, message)
    return None


def _may_delete_others(call: Call, channel: Json) -> None:
    if "guild_id" not in channel:
        raise error(50003)
    call.allow(channel, Permission.MANAGE_MESSAGES)


async def bulk_delete(call: Call) -> Result:
    """Delete 2 to 100 messages at once."""
    channel = call.channel()
    _may_delete_others(call, channel)
    ids = [str(one) for one in call.body.get("messages") or []]
    if not 2 <= len(ids) <= 100:
        raise error(50016)
    if any(call.sandbox.clock.now() - moment(one) > TWO_WEEKS for one in ids):
        raise error(50034)
    for one in ids:
        message = call.state.messages[channel["id"]].get(one)
        if message is not None:
            messages.delete(call.sandbox, message)
    return None


_PATH = "/channels/{channel}/messages"
ROUTES: list[tuple[str, str, Handler]] = [
    ("POST", _PATH, create),
    ("GET", _PATH, history),
    ("POST", _PATH + "/bulk-delete", bulk_delete),
    ("GET", _PATH + "/{message:\\d+}", get),
    ("PATCH", _PATH + "/{message:\\d+}", edit),
    ("DELETE", _PATH + "/{message:\\d+}", delete),
]
