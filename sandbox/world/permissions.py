"""Discord's permission bits, and how roles and overwrites combine."""

from __future__ import annotations

from enum import IntFlag

from sandbox.world.payload import Json


class Permission(IntFlag):
    """The bits that the sandbox checks; the others appear in ALL only."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51


ALL = (1 << 52) - 1  # every bit up to PIN_MESSAGES
MEMBER = int(
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.USE_EXTERNAL_APPS
)
EXTERNAL = int(
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""An application's permissions where only a person has installed it: what an answer may contain."""
DIRECT = MEMBER & ~int(Permission.CREATE_PUBLIC_THREADS | Permission.CREATE_PRIVATE_THREADS)


def guild_permissions(guild: Json, user_id: str) -> int:
    """Return a member's permissions in a guild, without any channel's overwrites; 0 for others."""
    member = guild["_members"].get(user_id)
    if member is None:
        return 0
    if guild["owner_id"] == user_id:
        return ALL
    bits = 0
    for role in guild["roles"]:
        if role["id"] == guild["id"] or role["id"] in member["roles"]:
            bits |= int(role["permissions"])
    return ALL if bits & Permission.ADMINISTRATOR else bits


def permissions_in(guild: Json, channel: Json, user_id: str) -> int:
    """Return a member's permissions in a channel. For a thread, pass its parent."""
    bits = guild_permissions(guild, user_id)
    if bits in (0, ALL):  # overwrites give a stranger nothing and take nothing from an administrator
        return bits
    # The order of Discord's "Permission Hierarchy": @everyone (its role has the guild's id), the roles
    # together, the member. A later allow undoes an earlier deny; of two roles, allow wins.
    overwrites = {overwrite["id"]: overwrite for overwrite in channel.get("permission_overwrites", [])}
    bits = _apply(bits, [overwrites.get(guild["id"])])
    bits = _apply(bits, [overwrites.get(role) for role in guild["_members"][user_id]["roles"]])
    bits = _apply(bits, [overwrites.get(user_id)])
    return bits if bits & Permission.VIEW_CHANNEL else 0


def _apply(bits: int, overwrites: list[Json | None]) -> int:
    deny = allow = 0
    for overwrite in overwrites:
        if overwrite is not None:
            deny |= int(overwrite["deny"])
            allow |= int(overwrite["allow"])
    return bits & ~deny | allow
