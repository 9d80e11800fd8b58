"""What the bot is told about an interaction. Start at interaction_payload()."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.payload import Json
from sandbox.permissions import DIRECT, EXTERNAL
from sandbox.shapes import channel_payload, message_payload
from sandbox.state import DIRECT_TYPES, State
from sandbox.usable import context_of, is_member

if TYPE_CHECKING:
    from sandbox.interactions import Interaction

_ATTACHMENT_LIMIT = 10 * 1024 * 1024


def interaction_payload(state: State, interaction: Interaction) -> Json:
    """The INTERACTION_CREATE event."""
    channel, user_id = interaction.channel, interaction.user_id
    payload: Json = {
        "id": interaction.id,
        "application_id": state.bot_id,
        "type": interaction.kind,
        "data": interaction.data,
        "token": interaction.token,
        "version": 1,
        "channel_id": channel["id"],
        "channel": channel_payload(state, channel, state.bot_id),
        "locale": state.users[user_id]["_locale"],
        "entitlements": [],
        "authorizing_integration_owners": owners(state, channel, user_id, interaction.message),
        "attachment_size_limit": _ATTACHMENT_LIMIT,
    }
    payload["channel"]["permissions"] = str(state.permissions(channel, user_id))
    direct = channel["type"] in DIRECT_TYPES
    payload |= _direct(state, interaction) if direct else _in_guild(state, interaction)
    if interaction.message is not None:
        payload["message"] = message_payload(interaction.message)
    return payload


def _direct(state: State, interaction: Interaction) -> Json:
    may = DIRECT if is_member(state, interaction.channel) else EXTERNAL
    context = context_of(state, interaction.channel)
    return {"user": state.user(interaction.user_id), "context": context, "app_permissions": str(may)}


def _in_guild(state: State, interaction: Interaction) -> Json:
    guild = state.guilds[interaction.channel["guild_id"]]
    member = state.member(guild, interaction.user_id)
    member["permissions"] = str(state.permissions(interaction.channel, interaction.user_id))
    return {
        "guild_id": guild["id"],
        "guild": {"id": guild["id"], "locale": guild["preferred_locale"], "features": []},
        "guild_locale": guild["preferred_locale"],
        "member": member,
        "context": 0,
        "app_permissions": str(app_permissions(state, interaction.channel)),
    }


def app_permissions(state: State, channel: Json) -> int:
    """What the bot may do in a guild's channel; where it is not, what answering takes."""
    return state.permissions(channel, state.bot_id) if is_member(state, channel) else EXTERNAL


def owners(state: State, channel: Json, user_id: str, message: Json | None = None) -> Json:
    """Who installed the bot for this: the guild (or "0" in its own DM), the person, or both.

    A press on a message is authorised as the command was that made it, whoever presses.
    """
    if message is not None and message.get("interaction_metadata"):
        told: Json = message["interaction_metadata"]["authorizing_integration_owners"]
        return told
    here: Json = {"0": channel.get("guild_id", "0")} if is_member(state, channel) else {}
    return here | ({"1": user_id} if state.users[user_id].get("_has_app") else {})


def metadata(state: State, interaction: Interaction) -> Json:
    """A message's interaction_metadata; `name` is the command with its subcommands."""
    told: Json = {
        "id": interaction.id,
        "type": interaction.kind,
        "user": state.user(interaction.user_id),
        "authorizing_integration_owners": owners(
            state, interaction.channel, interaction.user_id, interaction.message
        ),
    }
    if interaction.message is not None:
        told["interacted_message_id"] = interaction.message["id"]
    if interaction.cause is not None:
        told["triggering_interaction_metadata"] = metadata(state, interaction.cause)
    if "name" in interaction.data:
        told["name"] = full_name(interaction.data)
        told["command_type"] = interaction.data["type"]
    return told


def full_name(data: Json) -> str:
    """The name of a command with its group and subcommand."""
    names = [data["name"]]
    options = data.get("options") or []
    while options and options[0]["type"] in (1, 2):
        names.append(options[0]["name"])
        options = options[0].get("options") or []
    return " ".join(names)
