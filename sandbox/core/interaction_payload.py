"""An interaction as Discord sends it to the bot, and the metadata of the messages that answer it."""

from __future__ import annotations

from sandbox.core.interaction_model import Interaction
from sandbox.validate.commands import GROUP, SUB_COMMAND
from sandbox.world.command_visibility import GUILD_CONTEXT, bot_is_member, context_of
from sandbox.world.payload import Json
from sandbox.world.permissions import DIRECT, EXTERNAL
from sandbox.world.serialize import channel_payload, message_payload
from sandbox.world.state import DIRECT_TYPES, State

_ATTACHMENT_LIMIT = 10 * 1024 * 1024


def interaction_payload(state: State, interaction: Interaction) -> Json:
    """Return the data of INTERACTION_CREATE."""
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
        "authorizing_integration_owners": _owners(state, channel, user_id, interaction.message),
        "attachment_size_limit": _ATTACHMENT_LIMIT,
    }
    payload["channel"]["permissions"] = str(state.permissions(channel, user_id))
    direct = channel["type"] in DIRECT_TYPES
    payload |= _direct(state, interaction) if direct else _in_guild(state, interaction)
    if interaction.message is not None:
        payload["message"] = message_payload(interaction.message)
    return payload


def _direct(state: State, interaction: Interaction) -> Json:
    permissions = DIRECT if bot_is_member(state, interaction.channel) else EXTERNAL
    context = context_of(state, interaction.channel)
    return {"user": state.user(interaction.user_id), "context": context, "app_permissions": str(permissions)}


def _in_guild(state: State, interaction: Interaction) -> Json:
    guild = state.guilds[interaction.channel["guild_id"]]
    member = state.member(guild, interaction.user_id)
    member["permissions"] = str(state.permissions(interaction.channel, interaction.user_id))
    return {
        "guild_id": guild["id"],
        "guild": {"id": guild["id"], "locale": guild["preferred_locale"], "features": []},
        "guild_locale": guild["preferred_locale"],
        "member": member,
        "context": GUILD_CONTEXT,
        "app_permissions": str(_app_permissions(state, interaction.channel)),
    }


def _app_permissions(state: State, channel: Json) -> int:
    """Return the bits of the bot's permissions in a guild's channel."""
    return state.permissions(channel, state.bot_id) if bot_is_member(state, channel) else EXTERNAL


def _owners(state: State, channel: Json, user_id: str, message: Json | None = None) -> Json:
    """Return the installs that authorize an interaction: the guild's ("0" in a DM), the person's, or both.

    A press on a message is authorized by the installs of the command that created the message.
    """
    if message is not None and message.get("interaction_metadata"):
        owners: Json = message["interaction_metadata"]["authorizing_integration_owners"]
        return owners
    of_server: Json = {"0": channel.get("guild_id", "0")} if bot_is_member(state, channel) else {}
    return of_server | ({"1": user_id} if state.users[user_id].get("_has_app") else {})


def metadata(state: State, interaction: Interaction) -> Json:
    """Return the interaction_metadata of an answer; `name` is the command with its subcommands."""
    fields: Json = {
        "id": interaction.id,
        "type": interaction.kind,
        "user": state.user(interaction.user_id),
        "authorizing_integration_owners": _owners(
            state, interaction.channel, interaction.user_id, interaction.message
        ),
    }
    if interaction.message is not None:
        fields["interacted_message_id"] = interaction.message["id"]
    if interaction.cause is not None:
        fields["triggering_interaction_metadata"] = metadata(state, interaction.cause)
    if "name" in interaction.data:
        fields["name"] = _full_name(interaction.data)
        fields["command_type"] = interaction.data["type"]
    return fields


def _full_name(data: Json) -> str:
    """Return the name of a command with its group and subcommand, as "play othello"."""
    names = [data["name"]]
    options = data.get("options") or []
    while options and options[0]["type"] in (SUB_COMMAND, GROUP):
        names.append(options[0]["name"])
        options = options[0].get("options") or []
    return " ".join(names)
