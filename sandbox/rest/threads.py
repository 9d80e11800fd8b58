"""Threads and their members."""

from __future__ import annotations

from sandbox.core import channels, events
from sandbox.core.events import ChannelChange
from sandbox.rest.call import Call, Result, Route
from sandbox.world.api_errors import Form, error
from sandbox.world.payload import Json
from sandbox.world.permissions import Permission
from sandbox.world.serialize import channel_payload, thread_member
from sandbox.world.state import (
    ANNOUNCEMENT,
    ANNOUNCEMENT_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    THREAD_TYPES,
)

_PUBLIC = {TEXT: PUBLIC_THREAD, ANNOUNCEMENT: ANNOUNCEMENT_THREAD}
"""The type of a public thread by that of its channel."""
_HAS_THREAD = 1 << 5
"""The flag of a message that a thread was started from."""


async def from_message(call: Call) -> Result:
    """Start a thread from a message. It has the message's id."""
    channel = call.channel(Permission.CREATE_PUBLIC_THREADS)
    message = call.message(channel)
    if message["id"] in call.state.channels:
        raise error(160004)
    thread = _start(call, channel, _PUBLIC.get(channel["type"], PUBLIC_THREAD), message["id"])
    edited = {**message, "flags": message["flags"] | _HAS_THREAD, "thread": thread}
    call.state.put_message(edited)
    events.message_updated(call.context, edited)
    return thread


async def without_message(call: Call) -> Result:
    """Start a thread in a channel."""
    kind = call.body.get("type", PRIVATE_THREAD)  # Discord's default here
    form = Form()
    form.choice(("type",), kind, THREAD_TYPES)
    form.check()
    is_private = kind == PRIVATE_THREAD
    needed = Permission.CREATE_PRIVATE_THREADS if is_private else Permission.CREATE_PUBLIC_THREADS
    return _start(call, call.channel(needed), kind, call.context.ids.next())


def _start(call: Call, channel: Json, kind: int, thread_id: str) -> Json:
    is_private = (channel["type"], kind) == (TEXT, PRIVATE_THREAD)
    if not is_private and kind != _PUBLIC.get(channel["type"]):
        raise error(50024)
    form = Form()
    form.text(("name",), call.body.get("name"), 1, 100)
    duration = call.body.get("auto_archive_duration") or 4320
    form.choice(("auto_archive_duration",), duration, (60, 1440, 4320, 10080))
    form.check()
    thread = _blank(call, channel, kind, thread_id, duration)
    call.state.put_channel(thread)
    events.channel_changed(call.context, ChannelChange.CREATE, thread)
    return channel_payload(call.state, thread, call.bot_id)


def _blank(call: Call, channel: Json, kind: int, thread_id: str, duration: int) -> Json:
    """Return a thread with the bot as its only member. It is not stored."""
    now = call.context.clock.iso()
    thread: Json = {
        "id": thread_id,
        "type": kind,
        "guild_id": channel["guild_id"],
        "parent_id": channel["id"],
        "owner_id": call.bot_id,
        "name": call.body["name"],
        "last_message_id": None,
        "message_count": 0,
        "total_message_sent": 0,
        "rate_limit_per_user": call.body.get("rate_limit_per_user") or 0,
        "flags": 0,
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": duration,
            "archive_timestamp": now,
            "locked": False,
            "create_timestamp": now,
        },
        "_people": {call.bot_id: now},
    }
    if kind == PRIVATE_THREAD:
        thread["thread_metadata"]["invitable"] = bool(call.body.get("invitable", True))
    return thread


def _thread(call: Call, needed: int = 0) -> Json:
    thread = call.channel(needed)
    if thread["type"] not in THREAD_TYPES:
        raise error(50024)
    return thread


def _person(call: Call) -> str:
    wanted = call.part("user")
    return call.bot_id if wanted == "@me" else wanted


async def add(call: Call) -> Result:
    """Add a user (or @me) to a thread."""
    thread, user_id = _thread(call, Permission.SEND_MESSAGES_IN_THREADS), _person(call)
    if user_id not in call.state.guilds[thread["guild_id"]]["_members"]:
        raise error(10007)
    if thread["thread_metadata"]["archived"]:
        raise error(50083)
    if user_id not in thread["_people"]:
        channels.join_thread(call.context, thread, user_id)
    return None


async def remove(call: Call) -> Result:
    """Remove a user (or @me) from a thread."""
    thread, user_id = _thread(call), _person(call)
    is_own_private = thread["type"] == PRIVATE_THREAD and thread["owner_id"] == call.bot_id
    if user_id != call.bot_id and not is_own_private:
        call.allow(thread, Permission.MANAGE_THREADS)
    if thread["_people"].pop(user_id, None) is None:
        raise error(10007)
    call.state.put_channel(thread)
    events.thread_members_changed(call.context, thread, [], [user_id])
    return None


async def member(call: Call) -> Result:
    """Read a user's membership of a thread."""
    thread, user_id = _thread(call), _person(call)
    if user_id not in thread["_people"]:
        raise error(10007)
    return thread_member(thread, user_id)


async def members(call: Call) -> Result:
    """List the members of a thread."""
    thread = _thread(call)
    return [thread_member(thread, user_id) for user_id in thread["_people"]]


async def active(call: Call) -> Result:
    """List a guild's threads that are not archived."""
    return _listing(call, call.guild()["id"], None, is_archived=False)


async def archived(call: Call) -> Result:
    """List a channel's archived public threads."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    return _listing(call, channel["guild_id"], channel["id"], is_archived=True)


def _listing(call: Call, guild_id: str, parent_id: str | None, is_archived: bool) -> Json:
    """Return the guild's threads that the bot sees, and its memberships of them.

    `parent_id` limits them to the threads of one channel.
    """
    threads = [
        channel
        for channel in call.state.in_guild(guild_id)
        if channel["type"] in THREAD_TYPES
        and channel["thread_metadata"]["archived"] is is_archived
        and parent_id in (None, channel["parent_id"])
        and call.state.permissions(channel, call.bot_id)
    ]
    mine = [thread_member(thread, call.bot_id) for thread in threads if call.bot_id in thread["_people"]]
    payloads = [channel_payload(call.state, thread, call.bot_id) for thread in threads]
    return {"threads": payloads, "members": mine, "has_more": False}


_MEMBERS = "/channels/{channel}/thread-members"
ROUTES: list[Route] = [
    ("POST", "/channels/{channel}/messages/{message}/threads", from_message),
    ("POST", "/channels/{channel}/threads", without_message),
    ("PUT", _MEMBERS + "/{user}", add),
    ("DELETE", _MEMBERS + "/{user}", remove),
    ("GET", _MEMBERS + "/{user}", member),
    ("GET", _MEMBERS, members),
    ("GET", "/guilds/{guild}/threads/active", active),
    ("GET", "/channels/{channel}/threads/archived/public", archived),
]
