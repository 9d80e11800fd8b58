"""What a person can do in a Discord client; the page and the tests' Person both act through here.

Each action checks what Discord's own client checks and raises Refused with one sentence.
"""

from __future__ import annotations

from sandbox.browser.form_values import resolve_modal, resolve_values
from sandbox.browser.options import Resolved, resolve_options
from sandbox.browser.refusal import Refused
from sandbox.core import channels, events, messages
from sandbox.core.context import Context
from sandbox.core.interaction_model import Interaction, InteractionType
from sandbox.core.interactions import Interactions
from sandbox.validate.commands import USER
from sandbox.validate.components import BUTTON
from sandbox.validate.messages import LOADING
from sandbox.world.attachments import find_control
from sandbox.world.command_visibility import may_use
from sandbox.world.payload import Json
from sandbox.world.permissions import Permission
from sandbox.world.state import DIRECT_TYPES, THREAD_TYPES

NAME = 32  # characters of a display name


class Actions:
    """The actions of one person. Raises Refused for an unknown person or the bot."""

    def __init__(self, context: Context, interactions: Interactions, user_id: str) -> None:
        if user_id not in context.state.users or context.state.users[user_id]["bot"]:
            raise Refused("There is no such person.", 404)
        self._context = context
        self._interactions = interactions
        self._state = context.state
        self._user_id = user_id

    def channel(self, channel_id: str, needed: int = 0) -> Json:
        """Return a channel that the person sees and has the permissions `needed` in."""
        channel = self._state.channels.get(channel_id)
        if channel is None or not self._state.permissions(channel, self._user_id):
            raise Refused("There is no such channel.", 404)
        if self._state.permissions(channel, self._user_id) & needed != needed:
            raise Refused("You do not have permission to do that here.", 403)
        return channel

    def message(self, channel_id: str, message_id: str) -> Json:
        """Return a message that the person sees."""
        self.channel(channel_id)
        message = self._state.messages[channel_id].get(message_id)
        is_hidden = message is not None and "_dismissed" in message
        if message is None or is_hidden or message.get("_reader", self._user_id) != self._user_id:
            raise Refused("That message no longer exists.", 404)
        return message

    def _resolved(self, channel: Json) -> Resolved:
        return Resolved(self._state, channel.get("guild_id"))

    def _begin(
        self,
        kind: InteractionType,
        channel: Json,
        data: Json,
        nonce: str | None,
        *,
        message: Json | None = None,
        cause: Interaction | None = None,
    ) -> Interaction:
        interaction = Interaction(
            self._context, kind, self._user_id, channel, data, nonce=nonce, message=message, cause=cause
        )
        return self._interactions.begin(interaction)

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
        """Use a command, or with `is_typing` request the choices of the focused option."""
        channel = self.channel(channel_id, Permission.USE_APPLICATION_COMMANDS)
        command = self._command(channel, command_id)
        resolved = self._resolved(channel)
        values = resolve_options(command["options"], options, resolved, is_typing)
        data: Json = {key: command[key] for key in ("id", "name", "type", "guild_id") if key in command}
        if target_id is not None:
            data["target_id"] = target_id
            self._resolve_target(channel, command, target_id, resolved)
        elif values:
            data["options"] = values
        if resolved.data:
            data["resolved"] = resolved.data
        kind = InteractionType.AUTOCOMPLETE if is_typing else InteractionType.COMMAND
        return self._begin(kind, channel, data, nonce)

    def _command(self, channel: Json, command_id: str) -> Json:
        for scope in self._state.commands.values():
            command = scope.get(command_id)
            if command is not None and may_use(self._state, command, channel, self._user_id):
                return command
        raise Refused("There is no such command here, or you do not have permission to use it.", 403)

    def _resolve_target(self, channel: Json, command: Json, target_id: str, resolved: Resolved) -> None:
        if command["type"] == USER:
            resolved.user(target_id)
        else:
            message = self.message(channel["id"], target_id)
            resolved.data["messages"] = {target_id: messages.quoted(message)}

    def component(
        self,
        channel_id: str,
        message_id: str,
        custom_id: str,
        *,
        component_type: int | None = None,
        values: object = None,
        nonce: str | None = None,
    ) -> Interaction:
        """Press a button or choose values in a select."""
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
            data["values"] = resolve_values(control, values, resolved)
            if resolved.data:
                data["resolved"] = resolved.data
        return self._begin(InteractionType.COMPONENT, channel, data, nonce, message=message)

    def modal(
        self,
        channel_id: str,
        interaction_id: str,
        custom_id: str,
        components: list[Json],
        nonce: str | None = None,
    ) -> Interaction:
        """Submit a modal that the bot opened."""
        channel = self.channel(channel_id)
        opened = self._interactions.opened_modal(interaction_id)
        if opened is None:
            raise Refused("That form is no longer open.", 404)
        cause, modal = opened
        if cause.user_id != self._user_id or cause.channel["id"] != channel["id"]:
            raise Refused("That form is no longer open.", 404)
        if modal["custom_id"] != custom_id:
            raise Refused("That form is not the one that is open.")
        resolved = self._resolved(channel)
        data: Json = {"custom_id": custom_id}
        data["components"] = resolve_modal(modal, components, resolved)
        if resolved.data:
            data["resolved"] = resolved.data
        message = cause.message
        if message is not None:
            message = self._state.messages[channel["id"]].get(message["id"], message)
        return self._begin(InteractionType.MODAL_SUBMIT, channel, data, nonce, message=message, cause=cause)

    def say(self, channel_id: str, content: str, reply_to: str | None = None) -> Json:
        """Send an ordinary message."""
        channel = self.channel(channel_id)
        in_thread = channel["type"] in THREAD_TYPES
        needed = Permission.SEND_MESSAGES_IN_THREADS if in_thread else Permission.SEND_MESSAGES
        self.channel(channel_id, needed)
        if not content.strip() or len(content) > 2000:
            raise Refused("A message must have 1 to 2000 characters.")
        reference = {"message_id": reply_to} if reply_to else None
        extra = messages.reply_fields(self._state, channel, reference)
        if in_thread and self._user_id not in channel["_people"]:
            channels.join_thread(self._context, channel, self._user_id)
        return messages.create(self._context, channel, self._user_id, {"content": content}, extra=extra)

    def delete(self, channel_id: str, message_id: str) -> None:
        """Delete one's own message, or with Manage Messages any message."""
        message = self.message(channel_id, message_id)
        channel = self.channel(channel_id)
        is_own = message["author"]["id"] == self._user_id
        can_manage = self._state.permissions(channel, self._user_id) & Permission.MANAGE_MESSAGES
        if not is_own and (not can_manage or channel["type"] in DIRECT_TYPES):
            raise Refused("Only the author or a moderator can delete a message.", 403)
        messages.delete(self._context, message)

    def dismiss(self, message_id: str) -> None:
        """Hide an ephemeral message. The bot is not told, and can edit it, which nobody sees."""
        for channel in self._state.messages.values():
            message = channel.get(message_id)
            if message is None or "_dismissed" in message:
                continue
            if message.get("_reader") == self._user_id:
                events.message_deleted(self._context, message)
                message["_dismissed"] = True
                return
        raise Refused("Only an ephemeral message can be dismissed.", 404)

    def dm(self, other: str) -> str:
        """Open a DM and return the id of its channel."""
        if other not in self._state.users or other == self._user_id:
            raise Refused("There is no such person.", 404)
        return str(channels.open_dm(self._context, self._user_id, other)["id"])

    def add_person(self, name: str) -> str:
        """Add somebody who reads the same language to every guild, and return their id."""
        if not 1 <= len(name.strip()) <= NAME:
            raise Refused(f"A name must have 1 to {NAME} characters.")
        locale = self._state.users[self._user_id]["_locale"]
        return str(channels.add_person(self._context, name.strip(), locale)["id"])

    def typing(self, channel_id: str) -> None:
        """Show the person as typing."""
        events.typing(self._context, self.channel(channel_id), self._user_id)
