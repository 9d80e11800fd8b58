"""Documents as Discord sends them."""

from __future__ import annotations

from sandbox.world.payload import Json, public
from sandbox.world.state import DIRECT_TYPES, THREAD_TYPES, State

APPLICATION_FLAGS = 1 << 15 | 1 << 19 | 1 << 23  # members, message content (limited), commands


def channel_payload(state: State, channel: Json, viewer: str) -> Json:
    """Return a channel as the user `viewer` sees it."""
    payload = public(channel)
    if channel["type"] in DIRECT_TYPES:
        payload["recipients"] = [state.user(user_id) for user_id in channel["_people"] if user_id != viewer]
    elif channel["type"] in THREAD_TYPES:
        payload["member_count"] = len(channel["_people"])
        if viewer in channel["_people"]:
            payload["member"] = thread_member(channel, viewer)
    return payload


def thread_member(thread: Json, user_id: str) -> Json:
    """Return a user's membership of a thread."""
    joined = thread["_people"][user_id]
    return {"id": thread["id"], "user_id": user_id, "join_timestamp": joined, "flags": 0}


def guild_payload(state: State, guild: Json, members: bool = False) -> Json:
    """Return a guild as REST sends it, or with `members` as GUILD_CREATE does: with channels and members."""
    count = len(guild["_members"])
    payload = {**_GUILD_DEFAULTS, **public(guild), "member_count": count, "approximate_member_count": count}
    if members:
        # Discord sends a bot every channel, whether it sees inside or not, but only the threads it sees.
        inside = state.in_guild(guild["id"])
        seen = [
            channel
            for channel in inside
            if state.permissions(channel, state.bot_id) or channel["type"] not in THREAD_TYPES
        ]
        payload |= {
            "channels": [public(channel) for channel in seen if channel["type"] not in THREAD_TYPES],
            "threads": [
                channel_payload(state, channel, state.bot_id)
                for channel in seen
                if channel["type"] in THREAD_TYPES and not channel["thread_metadata"]["archived"]
            ],
            "members": [state.member(guild, user_id) for user_id in guild["_members"]],
            "joined_at": guild["_members"][state.bot_id]["joined_at"],
            "large": count > 250,
            "unavailable": False,
        }
    return payload


_GUILD_DEFAULTS: Json = {
    "icon": None,
    "splash": None,
    "discovery_splash": None,
    "description": None,
    "features": [],
    "emojis": [],
    "stickers": [],
    "verification_level": 0,
    "default_message_notifications": 1,
    "explicit_content_filter": 0,
    "mfa_level": 0,
    "nsfw_level": 0,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "premium_progress_bar_enabled": False,
    "system_channel_id": None,
    "system_channel_flags": 0,
    "rules_channel_id": None,
    "public_updates_channel_id": None,
    "afk_channel_id": None,
    "afk_timeout": 300,
    "vanity_url_code": None,
    "banner": None,
    "application_id": None,
    "max_members": 500000,
    "voice_states": [],
    "presences": [],
    "stage_instances": [],
    "guild_scheduled_events": [],
    "soundboard_sounds": [],
}


def message_payload(message: Json) -> Json:
    """Return a message as Discord sends it."""
    return public(message)


def page_user(user: Json) -> Json:
    """Return a user as the page shows them: with locale, color, and whether they installed the bot."""
    extra = {
        "locale": user["_locale"],
        "avatar_color": user["_color"],
        "has_app": user.get("_has_app", False),
    }
    return {**public(user), **extra}
