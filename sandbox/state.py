"""Everything Discord knows: people, guilds, channels, messages, commands, attachments.

Start at State. Documents are Discord-shaped; keys that start with an underscore are ours and never
leave (payload.public). Every change goes to the store at once; nothing here talks to anybody.
"""

from __future__ import annotations

from sandbox.errors import error
from sandbox.images import png_size
from sandbox.payload import Json, public
from sandbox.permissions import DIRECT, guild_permissions, permissions_in
from sandbox.snowflake import Snowflakes
from sandbox.store import Store

THREAD_TYPES = (10, 11, 12)
DM, GROUP = 1, 3
DIRECT_TYPES = (DM, GROUP)
KEPT_MESSAGES = 1000  # per channel; older ones are forgotten


class State:
    """The documents, by id."""

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
        self._tables = {"user": self.users, "guild": self.guilds, "channel": self.channels}

    def load(self) -> None:
        """Read back what an earlier run stored."""
        for kind, key, document in self.store.load():
            self.ids.seen(key)
            if kind == "message":
                self.messages.setdefault(document["channel_id"], {})[key] = document
            elif kind == "command":
                self.commands.setdefault(document["_scope"], {})[key] = document
            elif kind == "meta":
                self.bot_id, old_base = document["bot_id"], document["base"]
            else:
                self._tables[kind][key] = document
        if self.bot_id and old_base != self.base:
            self._move(old_base)
        for channel_id in self.channels:
            self.messages.setdefault(channel_id, {})

    def _move(self, old_base: str) -> None:
        """Point the attachments' addresses at the port of this run."""
        from sandbox.payload import dumps, loads

        for messages in self.messages.values():
            for key, message in messages.items():
                messages[key] = loads(dumps(message).replace(old_base, self.base))
                self.store.put("message", key, messages[key])
        self.keep_meta()

    def keep_meta(self) -> None:
        """Store which user is the bot and under which address attachments were handed out."""
        self.store.put("meta", "meta", {"bot_id": self.bot_id, "base": self.base})

    # People

    @property
    def bot(self) -> Json:
        """The bot's own user."""
        return self.users[self.bot_id]

    def user(self, user_id: str) -> Json:
        """A user as the bot sees them."""
        if user_id not in self.users:
            raise error(10013)
        return public(self.users[user_id])

    def put_user(self, user: Json) -> None:
        """Add or change a user."""
        self.users[user["id"]] = user
        self.store.put("user", user["id"], user)

    # Guilds

    def guild(self, guild_id: str) -> Json:
        """A guild the bot is in, or 10004."""
        guild = self.guilds.get(guild_id)
        if guild is None or self.bot_id not in guild["_members"]:
            raise error(10004)
        return guild

    def put_guild(self, guild: Json) -> None:
        """Add or change a guild."""
        self.guilds[guild["id"]] = guild
        self.store.put("guild", guild["id"], guild)

    def member(self, guild: Json, user_id: str) -> Json:
        """A member with their user, or 10007."""
        member = guild["_members"].get(user_id)
        if member is None:
            raise error(10007)
        return {"user": self.user(user_id), **member}

    # Channels

    def channel(self, channel_id: str) -> Json:
        """A channel, or 10003."""
        channel = self.channels.get(channel_id)
        if channel is None:
            raise error(10003)
        return channel

    def put_channel(self, channel: Json) -> None:
        """Add or change a channel."""
        self.channels[channel["id"]] = channel
        self.messages.setdefault(channel["id"], {})
        self.store.put("channel", channel["id"], channel)

    def drop_channel(self, channel_id: str) -> None:
        """Forget a channel and what was said in it."""
        for message_id in list(self.messages.get(channel_id, {})):
            self.drop_message(channel_id, message_id)
        self.channels.pop(channel_id, None)
        self.messages.pop(channel_id, None)
        self.store.drop("channel", channel_id)

    def in_guild(self, guild_id: str) -> list[Json]:
        """A guild's channels and threads."""
        return [channel for channel in self.channels.values() if channel.get("guild_id") == guild_id]

    def permissions(self, channel: Json, user_id: str) -> int:
        """What a user may do in a channel; 0 where they cannot see it."""
        if channel["type"] in DIRECT_TYPES:
            return DIRECT if user_id in channel["_people"] else 0
        guild = self.guilds[channel["guild_id"]]
        parent = channel
        if channel["type"] in THREAD_TYPES:
            parent = self.channels.get(channel["parent_id"], channel)
            if channel["type"] == 12 and user_id not in channel["_people"]:
                return 0
        return permissions_in(guild, parent, user_id)

    def guild_permissions(self, guild_id: str, user_id: str) -> int:
        """What a user may do in a guild at large."""
        return guild_permissions(self.guilds[guild_id], user_id)

    # Messages

    def message(self, channel_id: str, message_id: str) -> Json:
        """A message, or 10008."""
        message = self.messages.get(channel_id, {}).get(message_id)
        if message is None:
            raise error(10008)
        return message

    def put_message(self, message: Json) -> None:
        """Add or replace a message. Ephemeral ones (they have a _reader) are not stored."""
        messages = self.messages[message["channel_id"]]
        messages[message["id"]] = message
        if "_reader" not in message:
            self.store.put("message", message["id"], message)
        if len(messages) > KEPT_MESSAGES:
            self.drop_message(message["channel_id"], next(iter(messages)))

    def drop_message(self, channel_id: str, message_id: str) -> None:
        """Forget a message and its attachments."""
        message = self.messages[channel_id].pop(message_id, None)
        if message is not None:
            self.store.drop("message", message_id)
            self.drop_attachments(message["attachments"])

    # Commands

    def put_command(self, scope: str, command: Json) -> None:
        """Add or replace a command of `scope`: "global" or a guild's id."""
        command["_scope"] = scope
        self.commands.setdefault(scope, {})[command["id"]] = command
        self.store.put("command", command["id"], command)

    def drop_command(self, scope: str, command_id: str) -> None:
        """Forget a command."""
        if self.commands.get(scope, {}).pop(command_id, None) is None:
            raise error(10063)
        self.store.drop("command", command_id)

    # Attachments

    def add_attachment(self, channel_id: str, filename: str, data: bytes, content_type: str) -> Json:
        """Keep a file and return its attachment object."""
        key = self.ids.next()
        url = f"{self.base}/attachments/{channel_id}/{key}/{filename}"
        attachment: Json = {"id": key, "filename": filename, "size": len(data), "url": url, "proxy_url": url}
        size = png_size(data)
        attachment["content_type"] = "image/png" if size else content_type
        if size is not None:
            attachment["width"], attachment["height"] = size
        self.store.put_blob(key, data)
        return attachment

    def drop_attachments(self, attachments: list[Json]) -> None:
        """Forget files that no message shows any more."""
        for attachment in attachments:
            self.store.drop_blob(attachment["id"])
