"""Creates users, guilds and channels: those of an empty state (populate), and single ones on request."""

from __future__ import annotations

from datetime import UTC, datetime

from sandbox.world.payload import Json
from sandbox.world.permissions import MEMBER, Permission
from sandbox.world.state import DM, GROUP, VOICE_TYPES, State

_COLORS = ("#5865f2", "#3ba55d", "#eb459e", "#faa61a", "#00a8fc", "#ed4245")
_JOINED_AT = "2024-01-01T00:00:00.000000+00:00"


def populate(state: State, *, invited: bool = False) -> None:
    """Fill an empty state with the people and places of PROTOCOL.md's last section.

    The bot has joined the guilds long ago or, if it is ``invited``, right now, with the permission to pin.
    """
    state.bot_id = make_user(state, "Daeguk", "en-US", bot=True)["id"]
    people = {
        person: make_user(state, person, locale, username=username)["id"]
        for person, username, locale in (
            ("민지", "minji", "ko"),
            ("준호", "junho", "ko"),
            ("Alice", "alice", "en-US"),
            ("Bob", "bob", "en-GB"),
        )
    }
    everyone = [*people.values(), state.bot_id]
    korean = make_guild(state, "한국 보드게임", "ko", people["민지"], everyone)
    english = make_guild(state, "Board Game Club", "en-US", people["Alice"], everyone)
    for guild, names in (
        (korean, ("오셀로", "바둑과-오목", "잡담")),
        (english, ("games", "go-corner", "lounge")),
    ):
        for name in names:
            make_channel(state, guild["id"], name)
        if invited:
            _invite(state, guild)
    _populate_without_bot(state, people)
    state.put_meta()


def _populate_without_bot(state: State, people: dict[str, str]) -> None:
    """Add places that only user installs bring the bot to: a guild without it, and a group DM."""
    for name in ("민지", "Alice"):
        state.users[people[name]]["_has_app"] = True
        state.put_user(state.users[people[name]])
    cafe = make_guild(state, "Corner Café", "en-US", people["Bob"], list(people.values()))
    make_channel(state, cafe["id"], "corner")
    make_group(state, "Weekend", people["Alice"], people["Bob"], people["민지"])


def _invite(state: State, guild: Json) -> None:
    """Let the bot join a guild now."""
    guild["_members"][state.bot_id]["joined_at"] = datetime.now(UTC).isoformat()
    guild["roles"][-1]["permissions"] = str(MEMBER | Permission.PIN_MESSAGES)
    state.put_guild(guild)


def make_user(state: State, name: str, locale: str, username: str | None = None, bot: bool = False) -> Json:
    """Add a user who is a member of no guild."""
    user: Json = {
        "id": state.ids.next(),
        "username": username or name.lower().replace(" ", "_"),
        "global_name": None if bot else name,
        "discriminator": "0",
        "avatar": None,
        "bot": bot,
        "public_flags": 0,
        "_locale": locale,
        "_color": _COLORS[len(state.users) % len(_COLORS)],
    }
    if bot:
        user["username"] = name
    state.put_user(user)
    return user


def make_guild(state: State, name: str, locale: str, owner_id: str, member_ids: list[str]) -> Json:
    """Add a guild with an @everyone role and, where the bot is a member, a role of the bot's own."""
    guild_id = state.ids.next()
    guild: Json = {
        "id": guild_id,
        "name": name,
        "preferred_locale": locale,
        "owner_id": owner_id,
        "roles": [make_role(guild_id, "@everyone", MEMBER, 0)],
        "_members": {user_id: new_member() for user_id in member_ids},
    }
    if state.bot_id in guild["_members"]:
        role = make_role(state.ids.next(), state.bot["username"], MEMBER, 1)
        role["managed"] = True
        guild["roles"].append(role)
        guild["_members"][state.bot_id]["roles"].append(role["id"])
    state.put_guild(guild)
    return guild


def make_role(role_id: str, name: str, permissions: int, position: int) -> Json:
    """Return a role; it is not added to any guild."""
    return {
        "id": role_id,
        "name": name,
        "permissions": str(permissions),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def new_member() -> Json:
    """Return a member without roles. State.member() adds the user."""
    return {"nick": None, "roles": [], "joined_at": _JOINED_AT, "deaf": False, "mute": False, "flags": 0}


def make_channel(state: State, guild_id: str, name: str, kind: int = 0, topic: str | None = None) -> Json:
    """Add a channel to a guild."""
    channel: Json = {
        "id": state.ids.next(),
        "type": kind,
        "guild_id": guild_id,
        "name": name,
        "topic": topic,
        "position": len(state.in_guild(guild_id)),
        "permission_overwrites": [],
        "parent_id": None,
        "nsfw": False,
        "rate_limit_per_user": 0,
        "last_message_id": None,
        "flags": 0,
    }
    if kind in VOICE_TYPES:
        channel |= {"bitrate": 64_000, "user_limit": 0, "rtc_region": None, "video_quality_mode": 1}
    state.put_channel(channel)
    return channel


def make_group(state: State, name: str, owner_id: str, *others: str) -> Json:
    """Add a group DM."""
    inside = sorted((owner_id, *others))
    group: Json = {"id": state.ids.next(), "type": GROUP, "name": name, "icon": None, "owner_id": owner_id}
    group |= {"last_message_id": None, "flags": 0, "_people": inside}
    state.put_channel(group)
    return group


def open_dm(state: State, user_id: str, other_id: str) -> Json:
    """Return the DM channel of two users; create it if there is none."""
    pair = sorted((user_id, other_id))
    for channel in state.channels.values():
        if channel["type"] == DM and channel["_people"] == pair:
            return channel
    channel = {"id": state.ids.next(), "type": DM, "last_message_id": None, "flags": 0, "_people": pair}
    state.put_channel(channel)
    return channel
