"""The events of each change: for the bot by intent and permission, for the windows of those who see it."""

from __future__ import annotations

from enum import StrEnum

from sandbox.core.context import EVERY_SESSION, BotEvent, Context, Intent, PageFrame
from sandbox.world.payload import Json
from sandbox.world.serialize import channel_payload, guild_payload, message_payload, page_user, thread_member
from sandbox.world.state import DIRECT_TYPES, THREAD_TYPES

_HIDDEN: Json = {"content": "", "embeds": [], "attachments": [], "components": []}


class ChannelChange(StrEnum):
    """What happened to a channel; the end of the event's name."""

    CREATE = "CREATE"
    UPDATE = "UPDATE"
    DELETE = "DELETE"


class MemberChange(StrEnum):
    """What happened to a member; the end of the event's name."""

    ADD = "ADD"
    UPDATE = "UPDATE"
    REMOVE = "REMOVE"


def message_created(context: Context, message: Json) -> None:
    """Publish a new message."""
    channel = context.state.channels[message["channel_id"]]
    if "_reader" not in message:
        channel["last_message_id"] = message["id"]
        if channel["type"] in THREAD_TYPES:
            channel["message_count"] += 1
            channel["total_message_sent"] += 1
        context.state.put_channel(channel)
    _publish_message(context, "MESSAGE_CREATE", message)


def message_updated(context: Context, message: Json) -> None:
    """Publish an edited message."""
    _publish_message(context, "MESSAGE_UPDATE", message)


def _publish_message(context: Context, name: str, message: Json) -> None:
    state, payload = context.state, message_payload(message)
    channel = state.channels[message["channel_id"]]
    if "_reader" in message:
        if "_dismissed" not in message:
            context.events.to_person(message["_reader"], name, payload)
        return
    context.events.publish(PageFrame(name, payload, lambda reader: bool(state.permissions(channel, reader))))
    if not state.permissions(channel, state.bot_id):
        return
    is_direct = channel["type"] in DIRECT_TYPES
    is_readable = is_direct or _is_readable_by_bot(context, message)
    event = BotEvent(
        name,
        {**payload, **_guild_fields(context, message, channel)},
        Intent.DIRECT_MESSAGES if is_direct else Intent.GUILD_MESSAGES,
        channel.get("guild_id"),
        None if is_readable else _without_content,
    )
    context.events.publish(event)


def _without_content(data: Json) -> Json:
    return {**data, **_HIDDEN}


def _guild_fields(context: Context, message: Json, channel: Json) -> Json:
    fields: Json = {"channel_type": channel["type"]}
    guild_id = channel.get("guild_id")
    if guild_id is None:
        return fields
    fields["guild_id"] = guild_id
    member = context.state.guilds[guild_id]["_members"].get(message["author"]["id"])
    return {**fields, "member": member} if member is not None else fields


def _is_readable_by_bot(context: Context, message: Json) -> bool:
    """Whether the bot reads a guild's message without the MESSAGE_CONTENT intent."""
    bot_id = context.state.bot_id
    return message["author"]["id"] == bot_id or any(user["id"] == bot_id for user in message["mentions"])


def message_deleted(context: Context, message: Json) -> None:
    """Publish that a message was deleted."""
    channel = context.state.channels[message["channel_id"]]
    data: Json = {"id": message["id"], "channel_id": channel["id"]}
    if "_reader" in message:
        context.events.to_person(message["_reader"], "MESSAGE_DELETE", data)
        return
    context.events.publish(PageFrame("MESSAGE_DELETE", data))
    guild_id = channel.get("guild_id")
    intent = Intent.DIRECT_MESSAGES
    if guild_id is not None:
        intent, data = Intent.GUILD_MESSAGES, {**data, "guild_id": guild_id}
    context.events.publish(BotEvent("MESSAGE_DELETE", data, intent, guild_id))


def channel_changed(context: Context, change: ChannelChange, channel: Json) -> None:
    """Publish that a channel, thread or DM was created, changed or deleted."""
    state = context.state
    # To each person on their own: the two sides of a DM see different recipients.
    for user_id in list(state.users):
        if state.permissions(channel, user_id) or change is ChannelChange.DELETE:
            context.events.to_person(user_id, f"CHANNEL_{change}", channel_payload(state, channel, user_id))
    if channel["type"] in DIRECT_TYPES:
        return
    is_thread = channel["type"] in THREAD_TYPES
    data = channel_payload(state, channel, state.bot_id)
    if is_thread and change is ChannelChange.CREATE:
        data["newly_created"] = True
    if state.permissions(channel, state.bot_id) or not is_thread:
        name = f"{'THREAD' if is_thread else 'CHANNEL'}_{change}"
        context.events.publish(BotEvent(name, data, Intent.GUILDS, channel["guild_id"]))


def thread_members_changed(context: Context, thread: Json, added: list[str], removed: list[str]) -> None:
    """Publish that people joined or left a thread."""
    data: Json = {
        "id": thread["id"],
        "guild_id": thread["guild_id"],
        "member_count": len(thread["_people"]),
        "added_members": [thread_member(thread, user_id) for user_id in added],
        "removed_member_ids": removed,
    }
    context.events.publish(BotEvent("THREAD_MEMBERS_UPDATE", data, Intent.GUILDS, thread["guild_id"]))
    channel_changed(context, ChannelChange.UPDATE, thread)


def typing(context: Context, channel: Json, user_id: str) -> None:
    """Publish that a person or the bot is typing."""
    state = context.state
    data: Json = {"channel_id": channel["id"], "user_id": user_id}
    context.events.publish(PageFrame("TYPING", data, lambda reader: bool(state.permissions(channel, reader))))
    guild_id = channel.get("guild_id")
    intent, data = Intent.DIRECT_MESSAGE_TYPING, {**data, "timestamp": int(context.clock.now())}
    if guild_id is not None:
        intent, data["guild_id"] = Intent.GUILD_MESSAGE_TYPING, guild_id
    context.events.publish(BotEvent("TYPING_START", data, intent, guild_id))


def guild_joined(context: Context, guild: Json) -> None:
    """Publish to the bot that it joined a guild."""
    data = guild_payload(context.state, guild, members=True)
    del data["unavailable"]  # only guilds that were in READY have it
    context.events.publish(BotEvent("GUILD_CREATE", data, Intent.GUILDS, guild["id"]))


def guild_left(context: Context, guild_id: str) -> None:
    """Publish to the bot that it is no longer in a guild."""
    data: Json = {"id": guild_id, "unavailable": False}
    context.events.publish(BotEvent("GUILD_DELETE", data, Intent.GUILDS, guild_id))


def role_changed(context: Context, guild: Json, role: Json, *, is_new: bool) -> None:
    """Publish to the bot that a role was created or changed."""
    data: Json = {"guild_id": guild["id"], "role": role}
    name = "GUILD_ROLE_CREATE" if is_new else "GUILD_ROLE_UPDATE"
    context.events.publish(BotEvent(name, data, Intent.GUILDS, guild["id"]))


def member_changed(context: Context, change: MemberChange, guild: Json, user_id: str) -> None:
    """Publish that a user joined, left or changed in a guild."""
    data: Json = {"user": context.state.user(user_id), "guild_id": guild["id"]}
    if change is not MemberChange.UPDATE:  # windows show who is in a guild, and nothing else of a member
        shown = {"user": page_user(context.state.users[user_id]), "guild_id": guild["id"]}
        context.events.publish(PageFrame(f"MEMBER_{change}", shown))
    if change is not MemberChange.REMOVE:
        data |= guild["_members"][user_id]
    intent = EVERY_SESSION if user_id == context.state.bot_id else Intent.GUILD_MEMBERS
    context.events.publish(BotEvent(f"GUILD_MEMBER_{change}", data, intent, guild["id"]))
