"""Changes of channels, guild members and people, each with its events."""

from __future__ import annotations

import re

from sandbox.core import events
from sandbox.core.context import Context
from sandbox.core.events import ChannelChange, MemberChange
from sandbox.world import seed
from sandbox.world.payload import Json


def open_dm(context: Context, user_id: str, other_id: str) -> Json:
    """Return the DM of two users; create it if there is none."""
    known = set(context.state.channels)
    channel = seed.open_dm(context.state, user_id, other_id)
    if channel["id"] not in known:
        events.channel_changed(context, ChannelChange.CREATE, channel)
    return channel


def add_channel(context: Context, guild_id: str, name: str, kind: int = 0, topic: str | None = None) -> Json:
    """Add a channel to a guild."""
    channel = seed.make_channel(context.state, guild_id, name, kind, topic)
    events.channel_changed(context, ChannelChange.CREATE, channel)
    return channel


def delete_channel(context: Context, channel_id: str) -> None:
    """Delete a channel with its threads and messages."""
    state = context.state
    threads = [channel for channel in state.channels.values() if channel.get("parent_id") == channel_id]
    for deleted in (*threads, state.channels[channel_id]):
        state.drop_channel(deleted["id"])
        events.channel_changed(context, ChannelChange.DELETE, deleted)


def join_thread(context: Context, thread: Json, user_id: str) -> None:
    """Add a user to a thread."""
    thread["_people"][user_id] = context.clock.iso()
    context.state.put_channel(thread)
    events.thread_members_changed(context, thread, [user_id], [])


def add_person(context: Context, name: str, locale: str, everywhere: bool = True) -> Json:
    """Add a person, by default to every guild. The username has only characters that Discord takes."""
    state = context.state
    username = re.sub(r"[^a-z0-9_]", "", name.lower().replace(" ", "_")) or "person"
    if any(known["username"] == username for known in state.users.values()):
        username = f"{username[:24]}_{len(state.users)}"
    user = seed.make_user(state, name, locale, username)
    for guild_id in state.guilds if everywhere else ():
        add_member(context, guild_id, user["id"])
    return user


def add_member(context: Context, guild_id: str, user_id: str) -> None:
    """Add a user, or the bot, to a guild."""
    guild = context.state.guilds[guild_id]
    guild["_members"][user_id] = seed.new_member()
    context.state.put_guild(guild)
    if user_id == context.state.bot_id:
        events.guild_joined(context, guild)
    else:
        events.member_changed(context, MemberChange.ADD, guild, user_id)


def remove_member(context: Context, guild_id: str, user_id: str) -> None:
    """Remove a user, or the bot, from a guild."""
    guild = context.state.guilds[guild_id]
    guild["_members"].pop(user_id, None)
    context.state.put_guild(guild)
    if user_id == context.state.bot_id:
        events.guild_left(context, guild_id)
    else:
        events.member_changed(context, MemberChange.REMOVE, guild, user_id)
