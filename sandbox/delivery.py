"""Tells the bot and the windows what happened. Start at Delivery.message_created()."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.gateway import (
    DIRECT_MESSAGES,
    DIRECT_TYPING,
    GUILD_MEMBERS,
    GUILD_MESSAGES,
    GUILD_TYPING,
    GUILDS,
)
from sandbox.payload import Json
from sandbox.shapes import channel_payload, guild_payload, message_payload
from sandbox.state import DIRECT_TYPES, THREAD_TYPES

if TYPE_CHECKING:
    from sandbox.app import Sandbox

_HIDDEN: Json = {"content": "", "embeds": [], "attachments": [], "components": []}


class Delivery:
    """Sends one event to everyone who may know of it."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    def message_created(self, message: Json) -> None:
        """A message appeared."""
        channel = self._sandbox.state.channels[message["channel_id"]]
        if "_reader" not in message:
            channel["last_message_id"] = message["id"]
            if channel["type"] in THREAD_TYPES:
                channel["message_count"] += 1
                channel["total_message_sent"] += 1
            self._sandbox.state.put_channel(channel)
        self._message("MESSAGE_CREATE", message)

    def message_updated(self, message: Json) -> None:
        """A message changed."""
        self._message("MESSAGE_UPDATE", message)

    def _message(self, name: str, message: Json) -> None:
        state, shaped = self._sandbox.state, message_payload(message)
        channel = state.channels[message["channel_id"]]
        if "_reader" in message:
            self._sandbox.windows.to_person(message["_reader"], name, shaped)
            return
        self._sandbox.windows.to_all(name, shaped, lambda one: bool(state.permissions(channel, one)))
        if state.permissions(channel, state.bot_id):
            is_direct = channel["type"] in DIRECT_TYPES
            intent = DIRECT_MESSAGES if is_direct else GUILD_MESSAGES
            self._sandbox.gateway.dispatch(
                name,
                {**shaped, **self._author_in_guild(message, channel)},
                intent,
                channel.get("guild_id"),
                None if is_direct or self.bot_may_read(message) else (lambda data: {**data, **_HIDDEN}),
            )

    def _author_in_guild(self, message: Json, channel: Json) -> Json:
        guild_id = channel.get("guild_id")
        if guild_id is None:
            return {"channel_type": channel["type"]}
        member = self._sandbox.state.guilds[guild_id]["_members"].get(message["author"]["id"])
        extra: Json = {"guild_id": guild_id, "channel_type": channel["type"]}
        return {**extra, "member": member} if member is not None else extra

    def bot_may_read(self, message: Json) -> bool:
        """Whether the bot reads a message without the MESSAGE_CONTENT intent."""
        bot_id = self._sandbox.state.bot_id
        return message["author"]["id"] == bot_id or any(one["id"] == bot_id for one in message["mentions"])

    def message_deleted(self, message: Json) -> None:
        """A message is gone."""
        state = self._sandbox.state
        channel = state.channels[message["channel_id"]]
        gone: Json = {"id": message["id"], "channel_id": channel["id"]}
        if "_reader" in message:
            self._sandbox.windows.to_person(message["_reader"], "MESSAGE_DELETE", gone)
            return
        self._sandbox.windows.to_all("MESSAGE_DELETE", gone)
        if "guild_id" in channel:
            gone["guild_id"] = channel["guild_id"]
        intent = GUILD_MESSAGES if "guild_id" in channel else DIRECT_MESSAGES
        self._sandbox.gateway.dispatch("MESSAGE_DELETE", gone, intent, channel.get("guild_id"))

    def channel_changed(self, what: str, channel: Json) -> None:
        """A channel, thread or DM was made ("CREATE"), changed ("UPDATE") or deleted ("DELETE")."""
        state = self._sandbox.state
        for person in list(state.users):
            if state.permissions(channel, person) or what == "DELETE":
                shaped = channel_payload(state, channel, person)
                self._sandbox.windows.to_person(person, f"CHANNEL_{what}", shaped)
        if channel["type"] in DIRECT_TYPES:
            return
        kind = "THREAD" if channel["type"] in THREAD_TYPES else "CHANNEL"
        data = channel_payload(state, channel, state.bot_id)
        if kind == "THREAD" and what == "CREATE":
            data["newly_created"] = True
        if state.permissions(channel, state.bot_id) or kind == "CHANNEL":
            self._sandbox.gateway.dispatch(f"{kind}_{what}", data, GUILDS, channel["guild_id"])

    def thread_members_changed(self, thread: Json, added: list[str], removed: list[str]) -> None:
        """People joined or left a thread."""
        from sandbox.shapes import thread_member

        data: Json = {
            "id": thread["id"],
            "guild_id": thread["guild_id"],
            "member_count": len(thread["_people"]),
            "added_members": [thread_member(thread, one) for one in added],
            "removed_member_ids": removed,
        }
        self._sandbox.gateway.dispatch("THREAD_MEMBERS_UPDATE", data, GUILDS, thread["guild_id"])
        self.channel_changed("UPDATE", thread)

    def typing(self, channel: Json, user_id: str) -> None:
        """Somebody (or the bot) is typing."""
        data: Json = {"channel_id": channel["id"], "user_id": user_id}
        state = self._sandbox.state
        self._sandbox.windows.to_all("TYPING", data, lambda one: bool(state.permissions(channel, one)))
        data["timestamp"] = int(self._sandbox.clock.now())
        intent = DIRECT_TYPING
        if "guild_id" in channel:
            intent, data["guild_id"] = GUILD_TYPING, channel["guild_id"]
        self._sandbox.gateway.dispatch("TYPING_START", data, intent, channel.get("guild_id"))

    def guild_changed(self, guild: Json, created: bool = False) -> None:
        """A guild was joined or changed (its roles count)."""
        name = "GUILD_CREATE" if created else "GUILD_UPDATE"
        data = guild_payload(self._sandbox.state, guild, members=created)
        self._sandbox.gateway.dispatch(name, data, GUILDS, guild["id"])

    def member_changed(self, what: str, guild: Json, user_id: str) -> None:
        """Somebody joined ("ADD"), left ("REMOVE") or changed ("UPDATE") in a guild."""
        user = self._sandbox.state.user(user_id)
        data: Json = {"user": user, "guild_id": guild["id"]}
        if what != "REMOVE":
            data |= guild["_members"][user_id]
        intent = 0 if user_id == self._sandbox.state.bot_id else GUILD_MEMBERS
        self._sandbox.gateway.dispatch(f"GUILD_MEMBER_{what}", data, intent, guild["id"])
