"""An interaction: what a person did, and the bot's first answer to it."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from sandbox.core.context import Context
from sandbox.world.payload import Json
from sandbox.world.timers import Timer


class InteractionType(IntEnum):
    """Discord's interaction types."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class CallbackType(IntEnum):
    """Discord's types of a first answer."""

    PONG = 1
    MESSAGE = 4
    DEFERRED = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class FailureReason(StrEnum):
    """Why an interaction has no answer."""

    TIMEOUT = "timeout"
    OFFLINE = "offline"


_ALLOWED = {
    InteractionType.COMMAND: (
        CallbackType.PONG,
        CallbackType.MESSAGE,
        CallbackType.DEFERRED,
        CallbackType.MODAL,
    ),
    InteractionType.COMPONENT: (
        CallbackType.PONG,
        CallbackType.MESSAGE,
        CallbackType.DEFERRED,
        CallbackType.DEFERRED_UPDATE,
        CallbackType.UPDATE,
        CallbackType.MODAL,
    ),
    InteractionType.AUTOCOMPLETE: (CallbackType.PONG, CallbackType.CHOICES),
    InteractionType.MODAL_SUBMIT: (CallbackType.PONG, CallbackType.MESSAGE, CallbackType.DEFERRED),
}


@dataclass(frozen=True)
class Answer:
    """The bot's first answer after `seconds`, or the `reason` why there is none (then `type` is None)."""

    type: CallbackType | None
    seconds: float
    message_id: str | None = None
    modal: Json | None = None
    choices: list[Json] | None = None
    reason: FailureReason | None = None


class Interaction:
    """A command, a press on a component, an autocomplete request or a submitted modal.

    `message` is the message with the component, `cause` the interaction that was answered with the modal.
    """

    def __init__(
        self,
        context: Context,
        kind: InteractionType,
        user_id: str,
        channel: Json,
        data: Json,
        *,
        nonce: str | None = None,
        message: Json | None = None,
        cause: Interaction | None = None,
    ) -> None:
        self.id = context.ids.next()
        self.token = secrets.token_urlsafe(48)
        self.kind = kind
        self.user_id = user_id
        self.channel = channel
        self.data = data
        self.nonce = nonce
        self.message = message
        self.cause = cause
        self.created = context.clock.now()
        self.started = time.perf_counter()
        self.is_answered = False
        self.is_over = False  # timed out, or never sent
        self.original_id: str | None = None
        self.follow_ups = 0
        self.modal: Json | None = None
        self.deadline: Timer | None = None
        self.outcome: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    @property
    def allowed(self) -> tuple[CallbackType, ...]:
        """The callback types that Discord accepts."""
        allowed = _ALLOWED[self.kind]
        if self.kind is InteractionType.MODAL_SUBMIT and self.message is not None:
            return (*allowed, CallbackType.DEFERRED_UPDATE, CallbackType.UPDATE)
        return allowed
