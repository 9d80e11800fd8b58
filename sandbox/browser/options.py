"""A command's options as a person filled them in, checked against the command's definition."""

from __future__ import annotations

import base64
import binascii
import re

from sandbox.browser.refusal import Refused
from sandbox.world.payload import Json
from sandbox.world.state import State

SUB_COMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(
    1, 12
)

MAX_BYTES = 10 * 2**20
"""The largest file that Discord takes from a person without Nitro."""
_OTHER_LETTERS = re.compile(r"[^A-Za-z0-9._-]+")
"""What Discord removes from the name of a file."""

EPHEMERAL = "ephemeral"
"""Stands for the channel in the address of a file that is in no message."""

OptionValue = str | int | float | bool


class Resolved:
    """Collects the users, members, channels, roles and files that options and selects refer to.

    `data` is the "resolved" field of an interaction: "users", "members", …, each by id.
    """

    def __init__(self, state: State, guild_id: str | None) -> None:
        self._state = state
        self._guild_id = guild_id
        self.data: Json = {}

    def user(self, user_id: str) -> None:
        """Resolve a user, in a guild with their member."""
        if user_id not in self._state.users:
            raise Refused("There is no such person.")
        self.data.setdefault("users", {})[user_id] = self._state.user(user_id)
        member = self._state.guilds[self._guild_id]["_members"].get(user_id) if self._guild_id else None
        if member is not None and self._guild_id is not None:
            permissions = str(self._state.guild_permissions(self._guild_id, user_id))
            self.data.setdefault("members", {})[user_id] = {**member, "permissions": permissions}

    def channel(self, channel_id: str) -> None:
        """Resolve a channel."""
        channel = self._state.channels.get(channel_id)
        if channel is None:
            raise Refused("There is no such channel.")
        keys = ("id", "name", "type", "parent_id", "thread_metadata")
        fields = {key: channel[key] for key in keys if key in channel}
        self.data.setdefault("channels", {})[channel_id] = {**fields, "permissions": "0"}

    def role(self, role_id: str) -> None:
        """Resolve a role."""
        roles = self._state.guilds[self._guild_id]["roles"] if self._guild_id else []
        for role in roles:
            if role["id"] == role_id:
                self.data.setdefault("roles", {})[role_id] = role
                return
        raise Refused("There is no such role.")

    def attachment(self, value: object) -> str:
        """Store a file, ``{"filename", "content_type", "data"}`` with its bytes as base64; return its id."""
        if not isinstance(value, dict):
            raise Refused("That is not a file.")
        try:
            data = base64.b64decode(str(value["data"]), validate=True)
        except binascii.Error:
            raise Refused("The file is not base64.") from None
        if len(data) > MAX_BYTES:
            raise Refused("Your files are too powerful. The max file size is 10 MB.")
        name = _OTHER_LETTERS.sub("_", str(value["filename"])).strip("_") or "file"
        kind = str(value.get("content_type") or "application/octet-stream")
        stored = self._state.add_attachment(EPHEMERAL, name, data, kind)
        self.data.setdefault("attachments", {})[stored["id"]] = {**stored, "ephemeral": True}
        return str(stored["id"])

    def mentionable(self, user_or_role_id: str) -> None:
        """Resolve a user or a role."""
        if user_or_role_id in self._state.users:
            self.user(user_or_role_id)
        else:
            self.role(user_or_role_id)


def resolve_options(
    defined: list[Json], given: list[Json], resolved: Resolved, is_typing: bool = False
) -> list[Json]:
    """Return the options as the bot receives them, or raise Refused. While typing no option is required."""
    definitions = {definition["name"]: definition for definition in defined}
    options = []
    for option in given:
        name = str(option.get("name"))
        if name not in definitions:
            raise Refused(f"The command has no option {option.get('name')!r}.")
        options.append(_resolve_option(definitions[name], option, resolved, is_typing))
    if not is_typing:
        _check_required(defined, given)
    if len(given) != 1 and any(definition["type"] in (SUB_COMMAND, GROUP) for definition in defined):
        raise Refused("Choose a subcommand.")
    return options


def _check_required(defined: list[Json], given: list[Json]) -> None:
    """Raise Refused if a required option is not among the given ones."""
    names = {str(option.get("name")) for option in given}
    for definition in defined:
        if definition.get("required") and definition["name"] not in names:
            raise Refused(f"The option {definition['name']!r} is required.")


def _resolve_option(definition: Json, given: Json, resolved: Resolved, is_typing: bool) -> Json:
    kind = definition["type"]
    option: Json = {"name": definition["name"], "type": kind}
    if kind in (SUB_COMMAND, GROUP):
        inside = resolve_options(
            definition.get("options") or [], given.get("options") or [], resolved, is_typing
        )
        return {**option, "options": inside}
    if given.get("focused"):
        return {**option, "value": str(given.get("value", "")), "focused": True}
    return {**option, "value": _value(definition, given.get("value"), resolved)}


def _value(definition: Json, value: object, resolved: Resolved) -> OptionValue:
    kind, name = definition["type"], definition["name"]
    lookups = {
        USER: resolved.user,
        CHANNEL: resolved.channel,
        ROLE: resolved.role,
        MENTIONABLE: resolved.mentionable,
    }
    if kind == ATTACHMENT:
        return resolved.attachment(value)
    if kind in lookups:
        lookups[kind](str(value))
        return str(value)
    if kind == BOOLEAN:
        if not isinstance(value, bool):
            raise Refused(f"The option {name!r} must be true or false.")
        return value
    converted = str(value) if kind == STRING else _number(kind, name, value)
    choices = definition.get("choices") or []
    if choices and converted not in [choice["value"] for choice in choices]:
        raise Refused(f"The option {name!r} must be one of its choices.")
    _check_range(definition, len(converted) if isinstance(converted, str) else converted)
    return converted


def _number(kind: int, name: str, value: object) -> int | float:
    try:
        return int(str(value)) if kind == INTEGER else float(str(value))
    except ValueError:
        raise Refused(f"The option {name!r} must be a number.") from None


def _check_range(definition: Json, size: float) -> None:
    quantity = "length" if definition["type"] == STRING else "value"
    minimum, maximum = definition.get(f"min_{quantity}"), definition.get(f"max_{quantity}")
    if (minimum is not None and size < minimum) or (maximum is not None and size > maximum):
        raise Refused(f"The option {definition['name']!r} must be between {minimum} and {maximum}.")
