"""Interactions: what a person caused and how the bot answers it. Start at Interactions.begin().

The bot has 3 seconds for the first answer and 15 minutes for the token. answer() is the callback
endpoint; the follow-ups are rest/webhooks.py.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sandbox import messages
from sandbox.clock import Timer
from sandbox.errors import Form, error
from sandbox.interaction_payload import interaction_payload, metadata
from sandbox.messages import Files
from sandbox.payload import Json
from sandbox.permissions import Permission
from sandbox.shapes import message_payload
from sandbox.usable import is_member
from sandbox.validate.commands import STRING, check_choices
from sandbox.validate.messages import EPHEMERAL, LOADING
from sandbox.validate.modals import check_modal

if TYPE_CHECKING:
    from sandbox.app import Sandbox

DEADLINE, TOKEN_LIFE, FOLLOW_UPS = 3.0, 900.0, 5
COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
PONG, MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9
_ALLOWED = {
    COMMAND: (PONG, MESSAGE, DEFERRED, MODAL),
    COMPONENT: (PONG, MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, MODAL),
    AUTOCOMPLETE: (PONG, CHOICES),
    MODAL_SUBMIT: (PONG, MESSAGE, DEFERRED),
}
REMEMBERED = 20_000


@dataclass(frozen=True)
class Answer:
    """The bot's first answer, or (type 0) why there was none."""

    type: int
    seconds: float
    message_id: str | None = None
    modal: Json | None = None
    choices: list[Json] | None = None
    reason: str | None = None


class Interaction:
    """One click, command, autocomplete or modal."""

    def __init__(self, sandbox: Sandbox, kind: int, user_id: str, channel: Json, data: Json) -> None:
        self.id = sandbox.ids.next()
        self.token = secrets.token_urlsafe(48)
        self.kind = kind
        self.user_id = user_id
        self.channel = channel
        self.data = data
        self.nonce: str | None = None
        self.message: Json | None = None  # the one whose component was used
        self.cause: Interaction | None = None  # what opened the modal
        self.created = sandbox.clock.now()
        self.started = time.perf_counter()
        self.is_answered = False
        self.is_over = False  # nobody answered in time
        self.original_id: str | None = None
        self.follow_ups = 0
        self.modal: Json | None = None
        self.deadline: Timer | None = None
        self.outcome: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    @property
    def allowed(self) -> tuple[int, ...]:
        """Callback types Discord accepts for it."""
        from_message = self.kind == MODAL_SUBMIT and self.message is not None
        return (*_ALLOWED[self.kind], DEFERRED_UPDATE, UPDATE) if from_message else _ALLOWED[self.kind]


class Interactions:
    """All interactions whose tokens may still be alive."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    def begin(self, interaction: Interaction) -> Interaction:
        """Send an interaction to the bot and start its 3 seconds."""
        self._remember(interaction)
        if not self._sandbox.gateway.reachable or self._sandbox.faults.is_offline:
            self._fail(interaction, "offline")
            return interaction
        interaction.deadline = self._sandbox.clock.after(DEADLINE, lambda: self._fail(interaction, "timeout"))
        payload = interaction_payload(self._sandbox.state, interaction)
        guild_id = interaction.channel.get("guild_id")
        interaction.started = time.perf_counter()
        self._sandbox.gateway.dispatch("INTERACTION_CREATE", payload, 0, guild_id)
        return interaction

    def _remember(self, interaction: Interaction) -> None:
        self._by_id[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        if len(self._by_id) > REMEMBERED:
            old = self._by_id.pop(next(iter(self._by_id)))
            del self._by_token[old.token]

    def _fail(self, interaction: Interaction, reason: str) -> None:
        interaction.is_over = True
        seconds = time.perf_counter() - interaction.started
        if not interaction.outcome.done():
            interaction.outcome.set_result(Answer(0, seconds, reason=reason))
        frame: Json = {"nonce": interaction.nonce, "interaction_id": interaction.id, "reason": reason}
        self._sandbox.windows.to_person(interaction.user_id, "INTERACTION_FAILED", frame)

    def opened_modal(self, interaction_id: str) -> Interaction | None:
        """The interaction that was answered with a modal."""
        found = self._by_id.get(interaction_id)
        return found if found is not None and found.modal is not None else None

    def by_token(self, token: str) -> Interaction:
        """An answered interaction whose token is alive; else 50027 or 10015."""
        interaction = self._by_token.get(token)
        if interaction is None or self._sandbox.clock.now() - interaction.created > TOKEN_LIFE:
            raise error(50027)
        if not interaction.is_answered:
            raise error(10015)
        return interaction

    def answer(self, interaction_id: str, token: str, body: Json, files: Files) -> Json:
        """The bot's first answer."""
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.token != token or interaction.is_over:
            raise error(10062)
        if interaction.is_answered:
            raise error(40060)
        form = Form()
        form.choice(("type",), body.get("type"), interaction.allowed)
        form.check()
        answer = self._carry_out(interaction, body["type"], body.get("data") or {}, files)
        interaction.is_answered = True
        if interaction.deadline is not None:
            interaction.deadline.cancel()
        self._tell(interaction, answer)
        return self._callback_response(interaction, answer)

    def _carry_out(self, interaction: Interaction, kind: int, data: Json, files: Files) -> Answer:
        modal, choices = None, None
        if kind == MESSAGE:
            interaction.original_id = self.say(interaction, data, files)["id"]
        elif kind == DEFERRED:
            interaction.original_id = self._defer(interaction, data)
        elif kind in (UPDATE, DEFERRED_UPDATE):
            interaction.original_id = self._update(interaction, kind, data, files)
        elif kind == MODAL:
            check_modal(data)
            modal = interaction.modal = data
        elif kind == CHOICES:
            choices = self._choices(data)
        seconds = time.perf_counter() - interaction.started
        return Answer(kind, seconds, interaction.original_id, modal, choices)

    def say(self, interaction: Interaction, body: Json, files: Files) -> Json:
        """A message of the bot in answer to an interaction."""
        channel, bot_id = interaction.channel, self._sandbox.state.bot_id
        extra = self._extra(interaction, int(body.get("flags") or 0))
        return messages.create(self._sandbox, channel, bot_id, body, files, extra=extra)

    def _extra(self, interaction: Interaction, flags: int) -> Json:
        state = self._sandbox.state
        flags |= EPHEMERAL if self._is_hidden(interaction) else 0
        extra: Json = {
            "type": 20 if interaction.kind == COMMAND else 0,
            "flags": flags & EPHEMERAL,
            "webhook_id": state.bot_id,
            "application_id": state.bot_id,
            "interaction_metadata": metadata(state, interaction),
        }
        if interaction.kind != COMMAND and interaction.message is not None and not flags & EPHEMERAL:
            reference = {"message_id": interaction.message["id"], "fail_if_not_exists": False}
            extra |= messages.reply_to(state, interaction.channel, reference)
        return {**extra, "_reader": interaction.user_id} if flags & EPHEMERAL else extra

    def _is_hidden(self, interaction: Interaction) -> bool:
        """Whether Discord shows answers to the person alone: so where a guild wants no external apps."""
        state, channel = self._sandbox.state, interaction.channel
        if is_member(state, channel) or "guild_id" not in channel:
            return False
        return not state.permissions(channel, interaction.user_id) & Permission.USE_EXTERNAL_APPS

    def follow_up(self, interaction: Interaction, body: Json, files: Files) -> Json:
        """One more message; where the bot is not, an interaction has five of them."""
        interaction.follow_ups += 1
        if interaction.follow_ups > FOLLOW_UPS and not is_member(self._sandbox.state, interaction.channel):
            raise error(40094)
        return self.say(interaction, body, files)

    def _defer(self, interaction: Interaction, data: Json) -> str:
        message = messages.blank(self._sandbox, interaction.channel, self._sandbox.state.bot_id)
        message |= self._extra(interaction, int(data.get("flags") or 0))
        message["flags"] |= LOADING
        messages.publish(self._sandbox, message)
        return str(message["id"])

    def _update(self, interaction: Interaction, kind: int, data: Json, files: Files) -> str:
        assert interaction.message is not None
        message = self._sandbox.state.message(interaction.channel["id"], interaction.message["id"])
        if kind == UPDATE:
            messages.revise(self._sandbox, message, data, files)
        return str(message["id"])

    @staticmethod
    def _choices(data: Json) -> list[Json]:
        form = Form()
        choices: list[Any] = form.array(("data", "choices"), data.get("choices"), 0, 25)
        first = choices[0].get("value") if choices else ""
        check_choices(form, ("data", "choices"), choices, STRING if isinstance(first, str) else 4)
        form.check()
        return choices

    def _tell(self, interaction: Interaction, answer: Answer) -> None:
        if not interaction.outcome.done():
            interaction.outcome.set_result(answer)
        send, nonce = self._sandbox.windows.to_person, interaction.nonce
        about: Json = {"nonce": nonce, "interaction_id": interaction.id}
        if answer.type == CHOICES:
            send(interaction.user_id, "INTERACTION_AUTOCOMPLETE", {"nonce": nonce, "choices": answer.choices})
        elif answer.type == MODAL:
            send(interaction.user_id, "INTERACTION_MODAL", {**about, "modal": answer.modal})
        else:
            send(interaction.user_id, "INTERACTION_ACK", {**about, "type": answer.type})

    def _callback_response(self, interaction: Interaction, answer: Answer) -> Json:
        told: Json = {"id": interaction.id, "type": interaction.kind, "channel_id": interaction.channel["id"]}
        resource: Json = {"type": answer.type}
        if answer.message_id is not None:
            message = self._sandbox.state.message(interaction.channel["id"], answer.message_id)
            told["response_message_id"] = answer.message_id
            told["response_message_loading"] = bool(message["flags"] & LOADING)
            told["response_message_ephemeral"] = bool(message["flags"] & EPHEMERAL)
            if answer.type in (MESSAGE, UPDATE):
                resource["message"] = message_payload(message)
        return {"interaction": told, "resource": resource}
