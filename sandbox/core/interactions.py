"""Interactions from the first event to the last follow-up.

The bot has 3 seconds for the first answer and 15 minutes for follow-ups by the token.
"""

from __future__ import annotations

import time
from typing import Protocol

from sandbox.core import messages
from sandbox.core.context import EVERY_SESSION, BotEvent, Context
from sandbox.core.interaction_model import Answer, CallbackType, FailureReason, Interaction, InteractionType
from sandbox.core.interaction_payload import interaction_payload, metadata
from sandbox.core.messages import Files
from sandbox.validate.commands import INTEGER, STRING, check_choices
from sandbox.validate.messages import EPHEMERAL, LOADING
from sandbox.validate.modals import check_modal
from sandbox.world.api_errors import Form, error
from sandbox.world.command_visibility import bot_is_member
from sandbox.world.payload import Json
from sandbox.world.permissions import Permission
from sandbox.world.serialize import message_payload

DEADLINE, TOKEN_LIFE, FOLLOW_UPS = 3.0, 900.0, 5
REMEMBERED = 20_000  # interactions; the oldest is forgotten first, as if its token had expired
_DEFAULT, _CHAT_INPUT_COMMAND = 0, 20  # types of messages


class BotLink(Protocol):
    """The connection to the bot."""

    @property
    def reachable(self) -> bool:
        """Whether the bot receives events now or after a resume."""


class Interactions:
    """The interactions whose tokens may be valid.

    `deadline` is how many seconds the bot has for its first answer. Tests give it more, because on a busy
    machine even a bot that answers at once can take longer than Discord waits.
    """

    deadline = DEADLINE

    def __init__(self, context: Context, bot: BotLink) -> None:
        self._context = context
        self._state = context.state
        self._bot = bot
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    def begin(self, interaction: Interaction) -> Interaction:
        """Send an interaction to the bot and start its 3 seconds."""
        self._remember(interaction)
        if not self._bot.reachable:
            self._fail(interaction, FailureReason.OFFLINE)
            return interaction
        interaction.deadline = self._context.clock.after(
            self.deadline, lambda: self._fail(interaction, FailureReason.TIMEOUT)
        )
        payload = interaction_payload(self._state, interaction)
        guild_id = interaction.channel.get("guild_id")
        interaction.started = time.perf_counter()
        self._context.events.publish(BotEvent("INTERACTION_CREATE", payload, EVERY_SESSION, guild_id))
        return interaction

    def _remember(self, interaction: Interaction) -> None:
        self._by_id[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        if len(self._by_id) > REMEMBERED:
            old = self._by_id.pop(next(iter(self._by_id)))
            del self._by_token[old.token]

    def time_out(self) -> None:
        """Let every interaction without an answer fail now, as at its deadline."""
        for interaction in list(self._by_id.values()):
            if not interaction.is_answered and not interaction.is_over:
                if interaction.deadline is not None:
                    interaction.deadline.cancel()
                self._fail(interaction, FailureReason.TIMEOUT)

    def _fail(self, interaction: Interaction, reason: FailureReason) -> None:
        interaction.is_over = True
        seconds = time.perf_counter() - interaction.started
        if not interaction.outcome.done():
            interaction.outcome.set_result(Answer(None, seconds, reason=reason))
        frame: Json = {"nonce": interaction.nonce, "interaction_id": interaction.id, "reason": reason}
        self._context.events.to_person(interaction.user_id, "INTERACTION_FAILED", frame)

    def opened_modal(self, interaction_id: str) -> tuple[Interaction, Json] | None:
        """Return the interaction that was answered with a modal, and the modal."""
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.modal is None:
            return None
        return interaction, interaction.modal

    def by_token(self, token: str) -> Interaction:
        """Return an answered interaction by its token.

        Raises 50027 for an unknown or expired token and 10015 before the first answer.
        """
        interaction = self._by_token.get(token)
        if interaction is None or self._context.clock.now() - interaction.created > TOKEN_LIFE:
            raise error(50027)
        if not interaction.is_answered:
            raise error(10015)
        return interaction

    def answer(self, interaction_id: str, token: str, body: Json, files: Files) -> Json:
        """Carry out the bot's first answer and return the body of the callback's response.

        Raises 10062 for an unknown interaction or after the deadline, 40060 for a second answer.
        """
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.token != token or interaction.is_over:
            raise error(10062)
        if interaction.is_answered:
            raise error(40060)
        form = Form()
        form.choice(("type",), body.get("type"), interaction.allowed)
        form.check()
        data = body.get("data")
        kind = CallbackType(body["type"])
        answer = self._carry_out(interaction, kind, data if isinstance(data, dict) else {}, files)
        interaction.is_answered = True
        if interaction.deadline is not None:
            interaction.deadline.cancel()
        self._report(interaction, answer)
        return self._callback_response(interaction, answer)

    def _carry_out(self, interaction: Interaction, kind: CallbackType, data: Json, files: Files) -> Answer:
        modal, choices = None, None
        if kind is CallbackType.MESSAGE:
            interaction.original_id = self._send(interaction, data, files)["id"]
        elif kind is CallbackType.DEFERRED:
            interaction.original_id = self._defer(interaction, data)
        elif kind in (CallbackType.UPDATE, CallbackType.DEFERRED_UPDATE):
            interaction.original_id = self._update(interaction, kind, data, files)
        elif kind is CallbackType.MODAL:
            check_modal(data, self._state.emojis)
            modal = interaction.modal = data
        elif kind is CallbackType.CHOICES:
            choices = _checked_choices(data)
        seconds = time.perf_counter() - interaction.started
        return Answer(kind, seconds, interaction.original_id, modal, choices)

    def _send(self, interaction: Interaction, body: Json, files: Files) -> Json:
        channel, bot_id = interaction.channel, self._state.bot_id
        extra = self._extra(interaction, int(body.get("flags") or 0))
        return messages.create(self._context, channel, bot_id, body, files, extra=extra)

    def _extra(self, interaction: Interaction, flags: int) -> Json:
        """Return the fields that an answer has beyond those of other messages."""
        flags |= EPHEMERAL if self._is_forced_ephemeral(interaction) else 0
        is_command = interaction.kind is InteractionType.COMMAND
        extra: Json = {
            "type": _CHAT_INPUT_COMMAND if is_command else _DEFAULT,
            "flags": flags & EPHEMERAL,
            "webhook_id": self._state.bot_id,
            "application_id": self._state.bot_id,
            "interaction_metadata": metadata(self._state, interaction),
        }
        # An answer to a press replies to the message with the component, unless only one person sees it.
        if not is_command and interaction.message is not None and not flags & EPHEMERAL:
            reference = {"message_id": interaction.message["id"], "fail_if_not_exists": False}
            extra |= messages.reply_fields(self._state, interaction.channel, reference)
        return {**extra, "_reader": interaction.user_id} if flags & EPHEMERAL else extra

    def _is_forced_ephemeral(self, interaction: Interaction) -> bool:
        """Whether the guild denies external apps, so that Discord shows every answer to the person only."""
        state, channel = self._state, interaction.channel
        if bot_is_member(state, channel) or "guild_id" not in channel:
            return False
        return not state.permissions(channel, interaction.user_id) & Permission.USE_EXTERNAL_APPS

    def follow_up(self, interaction: Interaction, body: Json, files: Files) -> Json:
        """Send another message. Where the bot is not a member, the sixth raises 40094."""
        interaction.follow_ups += 1
        if interaction.follow_ups > FOLLOW_UPS and not bot_is_member(self._state, interaction.channel):
            raise error(40094)
        return self._send(interaction, body, files)

    def _defer(self, interaction: Interaction, data: Json) -> str:
        message = messages.blank(self._context, interaction.channel, self._state.bot_id)
        message |= self._extra(interaction, int(data.get("flags") or 0))
        message["flags"] |= LOADING
        messages.publish(self._context, message)
        return str(message["id"])

    def _update(self, interaction: Interaction, kind: CallbackType, data: Json, files: Files) -> str:
        if interaction.message is None:  # ruled out by Interaction.allowed
            raise LookupError("an update needs the message of a component")
        message = self._state.message(interaction.channel["id"], interaction.message["id"])
        if kind is CallbackType.UPDATE:
            messages.edit(self._context, message, data, files)
        return str(message["id"])

    def _report(self, interaction: Interaction, answer: Answer) -> None:
        if not interaction.outcome.done():
            interaction.outcome.set_result(answer)
        send, user_id = self._context.events.to_person, interaction.user_id
        ids: Json = {"nonce": interaction.nonce, "interaction_id": interaction.id}
        if answer.type is CallbackType.CHOICES:
            frame: Json = {"nonce": interaction.nonce, "choices": answer.choices}
            send(user_id, "INTERACTION_AUTOCOMPLETE", frame)
        elif answer.type is CallbackType.MODAL:
            send(user_id, "INTERACTION_MODAL", {**ids, "modal": answer.modal})
        else:
            send(user_id, "INTERACTION_ACK", {**ids, "type": answer.type})

    def _callback_response(self, interaction: Interaction, answer: Answer) -> Json:
        fields: Json = {
            "id": interaction.id,
            "type": interaction.kind,
            "channel_id": interaction.channel["id"],
        }
        resource: Json = {"type": answer.type}
        if answer.message_id is not None:
            message = self._state.message(interaction.channel["id"], answer.message_id)
            fields["response_message_id"] = answer.message_id
            fields["response_message_loading"] = bool(message["flags"] & LOADING)
            fields["response_message_ephemeral"] = bool(message["flags"] & EPHEMERAL)
            if answer.type in (CallbackType.MESSAGE, CallbackType.UPDATE):
                resource["message"] = message_payload(message)
        return {"interaction": fields, "resource": resource}


def _checked_choices(data: Json) -> list[Json]:
    form = Form()
    choices = form.array(("data", "choices"), data.get("choices"), 0, 25)
    listed = [choice for choice in choices if isinstance(choice, dict)]
    first = listed[0].get("value") if listed else ""
    # The option's own type is not at hand here; the first choice shows whether it is text.
    check_choices(form, ("data", "choices"), choices, STRING if isinstance(first, str) else INTEGER)
    form.check()
    return listed
