"""The state of the sandbox's Discord: users, guilds, channels, messages, commands, emojis, attachments.

Documents have Discord's shape. Keys that start with an underscore are the sandbox's own and never sent
(payload.public removes them). Every change is written to the store; no event is published here.
"""

from __future__ import annotations

from sandbox.world.api_errors import error
from sandbox.world.images import image_info
from sandbox.world.payload import Json, dumps, loads, public
from sandbox.world.permissions import DIRECT, guild_permissions, permissions_in
from sandbox.world.snowflakes import Snowflakes
from sandbox.world.store import Kind, Store

# Discord's types of channels. Public threads of announcement channels are ANNOUNCEMENT_THREAD.
TEXT, ANNOUNCEMENT = 0, 5
ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12
THREAD_TYPES = (ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)
DM, GROUP = 1, 3
DIRECT_TYPES = (DM, GROUP)
VOICE_TYPES = (2, 13)  # voice and stage
KEPT_MESSAGES = 1000  # per channel; the oldest is deleted first


class State:
    """The documents by id. `base` is the address under which attachments are served."""

    def __init__(self, store: Store, ids: Snowflakes, base: str) -> None:
        self.store = store
        self.ids = ids
        self.base = base
        self.bot_id = ""
        self.users: dict[str, Json] = {}
        self.guilds: dict[str, Json] = {}
        self.channels: dict[str, Json] = {}
        self.messages: dict[str, dict[str, Json]] = {}
        self.commands: dict[str, dict[str, Json]] = {}
        self.emojis: dict[str, Json] = {}
        self._tables = {
            Kind.USER: self.users,
            Kind.GUILD: self.guilds,
            Kind.CHANNEL: self.channels,
            Kind.EMOJI: self.emojis,
        }

    def load(self) -> None:
        """Load what an earlier run stored."""
        for kind, key, document in self.store.load():
            self.ids.seen(key)
            if kind == Kind.MESSAGE:
                self.messages.setdefault(document["channel_id"], {})[key] = document
            elif kind == Kind.COMMAND:
                self.commands.setdefault(document["_scope"], {})[key] = document
            elif kind == Kind.META:
                self.bot_id, old_base = document["bot_id"], document["base"]
            else:
                self._tables[Kind(kind)][key] = document
        if self.bot_id and old_base != self.base:
            self._move(old_base)
        for channel_id in self.channels:
            self.messages.setdefault(channel_id, {})

    def _move(self, old_base: str) -> None:
        """Rewrite the addresses of attachments for the port of this run."""
        for messages in self.messages.values():
            for key, message in messages.items():
                messages[key] = loads(dumps(message).replace(old_base, self.base))
                self.store.put(Kind.MESSAGE, key, messages[key])
        self.put_meta()

    def put_meta(self) -> None:
        """Store which user is the bot and the base of the attachments' addresses."""
        self.store.put(Kind.META, Kind.META, {"bot_id": self.bot_id, "base": self.base})

    # Users

    @property
    def bot(self) -> Json:
        """The bot's user, with the private keys."""
        return self.users[self.bot_id]

    def user(self, user_id: str) -> Json:
        """Return a user as Discord sends it. Raises 10013."""
        if user_id not in self.users:
            raise error(10013)
        return public(self.users[user_id])

    def put_user(self, user: Json) -> None:
        """Add or replace a user."""
        self.users[user["id"]] = user
        self.store.put(Kind.USER, user["id"], user)

    # Guilds

    def guild(self, guild_id: str) -> Json:
        """Return a guild of the bot. Raises 10004."""
        guild = self.guilds.get(guild_id)
        if guild is None or self.bot_id not in guild["_members"]:
            raise error(10004)
        return guild

    def put_guild(self, guild: Json) -> None:
        """Add or replace a guild."""
        self.guilds[guild["id"]] = guild
        self.store.put(Kind.GUILD, guild["id"], guild)

    def member(self, guild: Json, user_id: str) -> Json:
        """Return a member with their user. Raises 10007."""
        member = guild["_members"].get(user_id)
        if member is None:
            raise error(10007)
        return {"user": self.user(user_id), **member}

    def search_members(self, guild: Json, prefix: str) -> list[Json]:
        """Return the members with a name that starts with `prefix`, in any case."""
        start = prefix.lower()
        members = [self.member(guild, user_id) for user_id in guild["_members"]]
        return [
            member for member in members if any(name.lower().startswith(start) for name in _names(member))
        ]

    # Channels

    def channel(self, channel_id: str) -> Json:
        """Return a channel. Raises 10003."""
        channel = self.channels.get(channel_id)
        if channel is None:
            raise error(10003)
        return channel

    def put_channel(self, channel: Json) -> None:
        """Add or replace a channel."""
        self.channels[channel["id"]] = channel
        self.messages.setdefault(channel["id"], {})
        self.store.put(Kind.CHANNEL, channel["id"], channel)

    def drop_channel(self, channel_id: str) -> None:
        """Delete a channel with its messages."""
        for message_id in list(self.messages.get(channel_id, {})):
            self.drop_message(channel_id, message_id)
        self.channels.pop(channel_id, None)
        self.messages.pop(channel_id, None)
        self.store.drop(Kind.CHANNEL, channel_id)

    def in_guild(self, guild_id: str) -> list[Json]:
        """Return a guild's channels and threads."""
        return [channel for channel in self.channels.values() if channel.get("guild_id") == guild_id]

    def permissions(self, channel: Json, user_id: str) -> int:
        """Return a user's permissions in a channel; 0 where they cannot see it."""
        if channel["type"] in DIRECT_TYPES:
            return DIRECT if user_id in channel["_people"] else 0
        guild = self.guilds[channel["guild_id"]]
        parent = channel
        if channel["type"] in THREAD_TYPES:
            parent = self.channels.get(channel["parent_id"], channel)
            if channel["type"] == PRIVATE_THREAD and user_id not in channel["_people"]:
                return 0
        return permissions_in(guild, parent, user_id)

    def guild_permissions(self, guild_id: str, user_id: str) -> int:
        """Return a user's permissions in a guild, without any channel's overwrites."""
        return guild_permissions(self.guilds[guild_id], user_id)

    # Messages

    def message(self, channel_id: str, message_id: str) -> Json:
        """Return a message. Raises 10008."""
        message = self.messages.get(channel_id, {}).get(message_id)
        if message is None:
            raise error(10008)
        return message

    def put_message(self, message: Json) -> None:
        """Add or replace a message. Ephemeral messages (those with a _reader) are kept in memory only."""
        messages = self.messages[message["channel_id"]]
        messages[message["id"]] = message
        if "_reader" not in message:
            self.store.put(Kind.MESSAGE, message["id"], message)
        if len(messages) > KEPT_MESSAGES:
            self.drop_message(message["channel_id"], next(iter(messages)))

    def drop_message(self, channel_id: str, message_id: str) -> None:
        """Delete a message with its attachments."""
        message = self.messages[channel_id].pop(message_id, None)
        if message is not None:
            self.store.drop(Kind.MESSAGE, message_id)
            self.drop_attachments(message["attachments"])

    # Commands

    def put_command(self, scope: str, command: Json) -> None:
        """Add or replace a command of `scope`: "global" or the id of a guild."""
        command["_scope"] = scope
        self.commands.setdefault(scope, {})[command["id"]] = command
        self.store.put(Kind.COMMAND, command["id"], command)

    def drop_command(self, scope: str, command_id: str) -> None:
        """Delete a command. Raises 10063."""
        if self.commands.get(scope, {}).pop(command_id, None) is None:
            raise error(10063)
        self.store.drop(Kind.COMMAND, command_id)

    # Emojis of the application

    def emoji(self, emoji_id: str) -> Json:
        """Return an emoji of the application. Raises 10014."""
        if emoji_id not in self.emojis:
            raise error(10014)
        return self.emojis[emoji_id]

    def add_emoji(self, name: str, image: bytes) -> Json:
        """Store an emoji with its image and return it."""
        emoji: Json = {"id": self.ids.next(), "name": name, "roles": [], "user": self.user(self.bot_id)}
        emoji |= {"require_colons": True, "managed": False, "animated": False, "available": True}
        if (info := image_info(image)) is not None:
            emoji |= {"animated": info.content_type == "image/gif", "_content_type": info.content_type}
        self.store.put_blob(emoji["id"], image)
        self.put_emoji(emoji)
        return emoji

    def put_emoji(self, emoji: Json) -> None:
        """Add or replace an emoji."""
        self.emojis[emoji["id"]] = emoji
        self.store.put(Kind.EMOJI, emoji["id"], emoji)

    def drop_emoji(self, emoji_id: str) -> None:
        """Delete an emoji with its image."""
        del self.emojis[emoji_id]
        self.store.drop(Kind.EMOJI, emoji_id)
        self.store.drop_blob(emoji_id)

    # Attachments

    def add_attachment(self, channel_id: str, filename: str, data: bytes, content_type: str) -> Json:
        """Store a file and return its attachment object."""
        key = self.ids.next()
        url = f"{self.base}/attachments/{channel_id}/{key}/{filename}"
        attachment: Json = {"id": key, "filename": filename, "size": len(data), "url": url, "proxy_url": url}
        attachment["content_type"] = content_type
        if (image := image_info(data)) is not None:
            attachment |= image._asdict()
        self.store.put_blob(key, data)
        return attachment

    def drop_attachments(self, attachments: list[Json]) -> None:
        """Delete the files of attachments."""
        for attachment in attachments:
            self.store.drop_blob(attachment["id"])


def _names(member: Json) -> list[str]:
    user = member["user"]
    return [name for name in (user["username"], user["global_name"], member["nick"]) if name]
