"""What a person may do: the page's verbs and people.py both come here. Start at Actions.command().

Each checks what Discord's own client checks and raises Refused with one sentence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandbox import messages
from sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from sandbox.media import find_control
from sandbox.options import Resolved, settle_options
from sandbox.payload import Json
from sandbox.permissions import Permission
from sandbox.refusal import Refused
from sandbox.state import DIRECT_TYPES, THREAD_TYPES
from sandbox.submits import settle_modal, settle_values
from sandbox.usable import may_use
from sandbox.validate.messages import LOADING

if TYPE_CHECKING:
    from sandbox.app import Sandbox

BUTTON = 2


class Actions:
    """One person's deeds."""

    def __init__(self, sandbox: Sandbox, user_id: str) -> None:
        if user_id not in sandbox.state.users or sandbox.state.users[user_id]["bot"]:
            raise Refused("There is no such person.", 404)
        self._sandbox = sandbox
        self._state = sandbox.state
        self._user_id = user_id

    def channel(self, channel_id: str, needed: int = 0) -> Json:
        """A channel the person sees and may do `needed` in."""
        channel = self._state.channels.get(channel_id)
        if channel is None or not self._state.permissions(channel, self._user_id):
            raise Refused("There is no such channel.", 404)
        if self._state.permissions(channel, self._user_id) & needed != needed:
            raise Refused("You may not do that here.", 403)
        return channel

    def message(self, channel_id: str, message_id: str) -> Json:
        """A message the person sees."""
        self.channel(channel_id)
        message = self._state.messages[channel_id].get(message_id)
        if message is None or message.get("_reader", self._user_id) != self._user_id:
            raise Refused("That message is gone.", 404)
        return message

    def _resolved(self, channel: Json) -> Resolved:
        return Resolved(self._state, channel.get("guild_id"))

    def _begin(
        self,
        kind: int,
        channel: Json,
        data: Json,
        nonce: str | None,
        *,
        message: Json | None = None,
        cause: Interaction | None = None,
    ) -> Interaction:
        interaction = Interaction(self._sandbox, kind, self._user_id, channel, data)
        interaction.nonce, interaction.message, interaction.cause = nonce, message, cause
        return self._sandbox.interactions.begin(interaction)

    def command(
        self,
        channel_id: str,
        command_id: str,
        options: list[Json],
        nonce: str | None = None,
        *,
        is_typing: bool = False,
        target_id: str | None = None,
    ) -> Interaction:
        """Use a command, or (`is_typing`) ask for an option's completions."""
        channel = self.channel(channel_id, Permission.USE_APPLICATION_COMMANDS)
        command = self._command(channel, command_id)
        resolved = self._resolved(channel)
        settled = settle_options(command["options"], options, resolved, is_typing)
        data: Json = {key: command[key] for key in ("id", "name", "type", "guild_id") if key in command}
        if target_id is not None:
            data["target_id"] = target_id
            self._resolve_target(channel, command, target_id, resolved)
        elif settled:
            data["options"] = settled
        if resolved.found:
            data["resolved"] = resolved.found
        return self._begin(AUTOCOMPLETE if is_typing else COMMAND, channel, data, nonce)

    def _command(self, channel: Json, command_id: str) -> Json:
        for scope in self._state.commands.values():
            command = scope.get(command_id)
            if command is not None and may_use(self._state, command, channel, self._user_id):
                return command
        raise Refused("There is no such command here, or you may not use it.", 403)

    def _resolve_target(self, channel: Json, command: Json, target_id: str, resolved: Resolved) -> None:
        if command["type"] == 2:
            resolved.user(target_id)
        else:
            message = self.message(channel["id"], target_id)
            resolved.found["messages"] = {target_id: messages.shown(message)}

    def component(
        self,
        channel_id: str,
        message_id: str,
        custom_id: str,
        *,
        component_type: int | None = None,
        values: Any = None,
        nonce: str | None = None,
    ) -> Interaction:
        """Press a button or choose in a select."""
        channel, message = self.channel(channel_id), self.message(channel_id, message_id)
        control = find_control(message["components"], custom_id)
        if control is None or component_type not in (None, control["type"]):
            raise Refused("That message has no such button or select.", 404)
        is_usable = message["author"]["id"] == self._state.bot_id and not message["flags"] & LOADING
        if control.get("disabled") or not is_usable:
            raise Refused("That button or select is disabled.", 403)
        data: Json = {"custom_id": custom_id, "component_type": control["type"], "id": control["id"]}
        if control["type"] != BUTTON:
            resolved = self._resolved(channel)
            data["values"] = settle_values(control, values, resolved)
            if resolved.found:
                data["resolved"] = resolved.found
        return self._begin(COMPONENT, channel, data, nonce, message=message)

    def modal(
        self,
        channel_id: str,
        interaction_id: str,
        custom_id: str,
        components: list[Json],
        nonce: str | None = None,
    ) -> Interaction:
        """Submit a modal the bot opened."""
        channel = self.channel(channel_id)
        cause = self._sandbox.interactions.opened_modal(interaction_id)
        if cause is None or cause.user_id != self._user_id or cause.channel["id"] != channel["id"]:
            raise Refused("That form is no longer open.", 404)
        assert cause.modal is not None
        if cause.modal["custom_id"] != custom_id:
            raise Refused("That is not the form that was opened.")
        resolved = self._resolved(channel)
        data: Json = {"custom_id": custom_id}
        data["components"] = settle_modal(cause.modal, components, resolved)
        if resolved.found:
            data["resolved"] = resolved.found
        message = cause.message
        if message is not None:
            message = self._state.messages[channel["id"]].get(message["id"], message)
        return self._begin(MODAL_SUBMIT, channel, data, nonce, message=message, cause=cause)

    def say(self, channel_id: str, content: str, reply_to: str | None = None) -> Json:
        """Send an ordinary message."""
        channel = self.channel(channel_id)
        in_thread = channel["type"] in THREAD_TYPES
        self.channel(
            channel_id, Permission.SEND_MESSAGES_IN_THREADS if in_thread else Permission.SEND_MESSAGES
        )
        if not content.strip() or len(content) > 2000:
            raise Refused("A message has 1 to 2000 characters.")
        reference = {"message_id": reply_to} if reply_to else None
        extra = messages.reply_to(self._state, channel, reference)
        if in_thread and self._user_id not in channel["_people"]:
            self._sandbox.places.join_thread(channel, self._user_id)
        return messages.create(self._sandbox, channel, self._user_id, {"content": content}, extra=extra)

    def delete(self, channel_id: str, message_id: str) -> None:
        """Delete one's own message, or with Manage Messages anyone's."""
        message = self.message(channel_id, message_id)
        channel = self.channel(channel_id)
        is_manager = self._state.permissions(channel, self._user_id) & Permission.MANAGE_MESSAGES
        if message["author"]["id"] != self._user_id and not (
            is_manager and channel["type"] not in DIRECT_TYPES
        ):
            raise Refused("Only its author or a moderator deletes a message.", 403)
        messages.delete(self._sandbox, message)

    def dismiss(self, message_id: str) -> None:
        """Hide an ephemeral message."""
        for channel in self._state.messages.values():
            message = channel.get(message_id)
            if message is not None and message.get("_reader") == self._user_id:
                messages.delete(self._sandbox, message)
                return
        raise Refused("Only a message that only you see can be dismissed.", 404)

    def dm(self, other: str) -> str:
        """Open a DM and return its channel."""
        if other not in self._state.users or other == self._user_id:
            raise Refused("There is no such person.", 404)
        return self._sandbox.places.dm(self._user_id, other).id

    def typing(self, channel_id: str) -> None:
        """Show that one is typing."""
        self._sandbox.delivery.typing(self.channel(channel_id), self._user_id)
