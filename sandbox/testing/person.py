"""Acting as a person, for tests and benchmarks.

Every interaction waits for the bot's first answer and returns it as a Reply with the seconds it took. What
Discord's client does not let a person do raises Refused; a bot that does not answer raises InteractionFailed.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sandbox.browser.actions import Actions
from sandbox.browser.refusal import Refused
from sandbox.core import channels
from sandbox.core.context import Context
from sandbox.core.interaction_model import Answer, CallbackType, FailureReason, Interaction
from sandbox.core.interactions import Interactions
from sandbox.testing.message import Modal, SeenMessage
from sandbox.testing.places import Place
from sandbox.testing.waiting import WITHIN, Waiter
from sandbox.world.command_visibility import may_use
from sandbox.world.payload import Json

_KINDS = {
    CallbackType.PONG: "pong",
    CallbackType.MESSAGE: "message",
    CallbackType.DEFERRED: "deferred",
    CallbackType.DEFERRED_UPDATE: "deferred update",
    CallbackType.UPDATE: "update",
    CallbackType.CHOICES: "choices",
    CallbackType.MODAL: "modal",
}


class InteractionFailed(Exception):
    """The bot did not answer, so that Discord shows "The application did not respond"."""

    def __init__(self, reason: FailureReason, seconds: float, interaction_id: str) -> None:
        super().__init__(f"the bot did not answer: {reason} after {seconds:.2f} s")
        self.reason = reason
        self.seconds = seconds
        self.interaction_id = interaction_id


@dataclass(frozen=True)
class Upload:
    """A file for an option of a command."""

    filename: str
    content: bytes
    content_type: str = "application/octet-stream"

    def option(self) -> Json:
        """Return the value as the page sends it, with the bytes as base64."""
        data = base64.b64encode(self.content).decode()
        return {"filename": self.filename, "content_type": self.content_type, "data": data}


@dataclass(frozen=True)
class Reply:
    """The bot's first answer as a person sees it, `seconds` after the interaction."""

    kind: str
    seconds: float
    interaction_id: str
    message: SeenMessage | None = None
    modal: Modal | None = None
    choices: tuple[Json, ...] = ()

    @property
    def shown(self) -> SeenMessage:
        """The message. Raises LookupError if the answer has none."""
        if self.message is None:
            raise LookupError(f"the answer was a {self.kind}, not a message")
        return self.message

    @property
    def form(self) -> Modal:
        """The modal. Raises LookupError if the answer is not one."""
        if self.modal is None:
            raise LookupError(f"the answer was a {self.kind}, not a modal")
        return self.modal

    @property
    def text(self) -> str:
        """The text of the message."""
        return self.shown.text

    @property
    def ephemeral(self) -> bool:
        """Whether the message is ephemeral."""
        return self.message is not None and self.message.ephemeral


class Person:
    """A person with a Discord client."""

    def __init__(self, context: Context, interactions: Interactions, waiter: Waiter, user_id: str) -> None:
        self._context = context
        self._state = context.state
        self._interactions = interactions
        self._waiter = waiter
        self.id = user_id

    def __repr__(self) -> str:
        return f"<person {self.name}>"

    @property
    def name(self) -> str:
        """The name that others see."""
        user = self._state.users[self.id]
        return str(user["global_name"] or user["username"])

    @property
    def mention(self) -> str:
        """The text that mentions them in a message."""
        return f"<@{self.id}>"

    @property
    def actions(self) -> Actions:
        """The page's actions, for those that have no method here."""
        return Actions(self._context, self._interactions, self.id)

    @property
    def dm(self) -> Place:
        """Their DM with the bot."""
        return Place(channels.open_dm(self._context, self.id, self._state.bot_id)["id"])

    # Interactions

    async def command(self, channel: str, path: str, **options: object) -> Reply:
        """Use a slash command: `command(channel, "play othello", level="3", opponent=bob)`."""
        command, nested = self._nest(channel, path, _options(options))
        return await self._reply(self.actions.command(str(channel), command["id"], nested))

    async def autocomplete(
        self, channel: str, path: str, focused: str, typed: str, **options: object
    ) -> Reply:
        """Type into an option; the reply has the `choices` that the bot offers."""
        given = [*_options(options), {"name": focused, "value": typed, "focused": True}]
        command, nested = self._nest(channel, path, given)
        return await self._reply(self.actions.command(str(channel), command["id"], nested, is_typing=True))

    async def menu(self, channel: str, name: str, target: Person | SeenMessage) -> Reply:
        """Use a context-menu command on a person or message."""
        command = self._find(channel, name, (2, 3))
        return await self._reply(self.actions.command(str(channel), command["id"], [], target_id=target.id))

    async def click(self, message: SeenMessage, label: str = "", custom_id: str = "") -> Reply:
        """Press a button by its label, emoji or custom_id."""
        button_id = custom_id or message.button(label).custom_id
        if button_id is None:
            raise Refused("That button is a link.")
        where = (message.channel_id, message.id, button_id)
        return await self._reply(self.actions.component(*where, component_type=2))

    async def choose(self, message: SeenMessage, *choices: str | Person, custom_id: str = "") -> Reply:
        """Choose in a select by labels, values or ids: in the given one or the first that offers all."""
        labels = [str(_option_value(choice)) for choice in choices]
        for select in message.selects:
            values = [select.options.get(label, label) for label in labels]
            offers = select.type != 3 or set(values) <= set(select.options.values())
            if select.custom_id == custom_id or (not custom_id and offers):
                where = (message.channel_id, message.id, select.custom_id)
                return await self._reply(self.actions.component(*where, values=values))
        raise Refused("The select does not offer that choice.")

    async def submit(self, modal: Modal, values: Mapping[str, str | list[str] | Upload]) -> Reply:
        """Fill in a modal by labels or custom_ids and submit it."""
        submitted: dict[str, str | list[str] | list[Json]] = {}
        for label, value in values.items():
            submitted[label] = [value.option()] if isinstance(value, Upload) else value
        components = modal.submit(submitted)
        where = (modal.channel_id, modal.interaction_id, modal.custom_id)
        return await self._reply(self.actions.modal(*where, components))

    # Messages

    def say(self, channel: str, content: str, reply_to: SeenMessage | None = None) -> SeenMessage:
        """Send an ordinary message."""
        said = self.actions.say(str(channel), content, reply_to.id if reply_to else None)
        return SeenMessage(self._state, said["channel_id"], said["id"])

    def sees(self, channel: str) -> list[SeenMessage]:
        """Return the messages of a channel that they see, oldest first."""
        messages = self._state.messages.get(str(channel), {}).values()
        visible = [
            message
            for message in messages
            if message.get("_reader", self.id) == self.id and "_dismissed" not in message
        ]
        return [SeenMessage(self._state, str(channel), message["id"]) for message in visible]

    async def until(
        self, channel: str, test: Callable[[SeenMessage], object], within: float = WITHIN
    ) -> SeenMessage:
        """Wait until a message in the channel passes `test`, and return the newest such message."""

        def probe() -> SeenMessage | None:
            return next((message for message in reversed(self.sees(channel)) if test(message)), None)

        return await self._waiter.until(probe, within)

    async def resolved(self, reply: Reply, within: float = WITHIN) -> SeenMessage:
        """Wait until a deferred answer has content."""
        return await self._waiter.until(lambda: None if reply.shown.loading else reply.shown, within)

    # Helpers

    async def _reply(self, interaction: Interaction) -> Reply:
        answer: Answer = await interaction.outcome
        if answer.type is None:
            raise InteractionFailed(answer.reason or FailureReason.TIMEOUT, answer.seconds, interaction.id)
        message, modal = None, None
        channel_id = interaction.channel["id"]
        if answer.message_id in self._state.messages.get(channel_id, {}):
            message = SeenMessage(self._state, channel_id, str(answer.message_id))
        if answer.type is CallbackType.MODAL and answer.modal is not None:
            modal = Modal(interaction.id, channel_id, answer.modal)
        choices = tuple(answer.choices or ()) if answer.type is CallbackType.CHOICES else ()
        return Reply(_KINDS[answer.type], answer.seconds, interaction.id, message, modal, choices)

    def _find(self, channel: str, name: str, kinds: tuple[int, ...]) -> Json:
        place = self._state.channel(str(channel))
        for scope in self._state.commands.values():
            for command in scope.values():
                fits = command["name"] == name and command["type"] in kinds
                if fits and may_use(self._state, command, place, self.id):
                    return command
        raise Refused(
            f"There is no command {name!r} here, or {self.name} does not have permission to use it.", 403
        )

    def _nest(self, channel: str, path: str, options: list[Json]) -> tuple[Json, list[Json]]:
        """Return the command of a path like "play othello", and the options nested under its subcommands."""
        name, *subs = path.split()
        command = self._find(channel, name, (1,))
        for sub in reversed(subs):
            options = [{"name": sub, "options": options}]
        return command, options


def _option_value(value: object) -> object:
    """Return the id of a person, message or channel, the content of a file, any other value unchanged."""
    if isinstance(value, Upload):
        return value.option()
    return value.id if isinstance(value, (Person, SeenMessage, Place)) else value


def _options(options: dict[str, object]) -> list[Json]:
    given = {name: value for name, value in options.items() if value is not None}
    return [{"name": name, "value": _option_value(value)} for name, value in given.items()]
