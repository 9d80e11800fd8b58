"""Acting as a person, for tests and benchmarks. Start at Person.

Every interaction waits for what the person would see and returns it as a Reply with the seconds it
took; what Discord's client would not let a person do raises Refused, and a bot that does not answer
raises InteractionFailed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sandbox.actions import Actions
from sandbox.clock import WITHIN
from sandbox.interactions import CHOICES, MODAL, Answer, Interaction
from sandbox.payload import Json
from sandbox.places import Place
from sandbox.refusal import Refused
from sandbox.seen import Modal, SeenMessage
from sandbox.usable import may_use

if TYPE_CHECKING:
    from sandbox.app import Sandbox

KINDS = {1: "pong", 4: "message", 5: "deferred", 6: "deferred update", 7: "update", 8: "choices", 9: "modal"}


class InteractionFailed(Exception):
    """The person read "The application did not respond"; `reason` is "timeout" or "offline"."""

    def __init__(self, reason: str, seconds: float) -> None:
        super().__init__(f"the bot did not answer: {reason} after {seconds:.2f} s")
        self.reason = reason
        self.seconds = seconds


@dataclass(frozen=True)
class Reply:
    """What a person saw of the bot's first answer, `seconds` after the click."""

    kind: str
    seconds: float
    interaction_id: str
    message: SeenMessage | None = None
    modal: Modal | None = None
    choices: tuple[Json, ...] = ()

    @property
    def shown(self) -> SeenMessage:
        """The message; fails if there is none."""
        if self.message is None:
            raise LookupError(f"the answer was a {self.kind}, not a message")
        return self.message

    @property
    def form(self) -> Modal:
        """The modal; fails if there is none."""
        if self.modal is None:
            raise LookupError(f"the answer was a {self.kind}, not a modal")
        return self.modal

    @property
    def text(self) -> str:
        """What the message says."""
        return self.shown.text

    @property
    def ephemeral(self) -> bool:
        """Whether only the person sees the message."""
        return self.message is not None and self.message.ephemeral


class Person:
    """Somebody at a Discord client."""

    def __init__(self, sandbox: Sandbox, user_id: str) -> None:
        self._sandbox = sandbox
        self.id = user_id

    def __repr__(self) -> str:
        return f"<person {self.name}>"

    @property
    def name(self) -> str:
        """The name others read."""
        user = self._sandbox.state.users[self.id]
        return str(user["global_name"] or user["username"])

    @property
    def mention(self) -> str:
        """How a message pings them."""
        return f"<@{self.id}>"

    @property
    def actions(self) -> Actions:
        """The page's verbs, for what this class has no method for."""
        return Actions(self._sandbox, self.id)

    @property
    def dm(self) -> Place:
        """Their DM with the bot."""
        return self._sandbox.places.dm(self.id)

    # Interactions

    async def command(self, channel: str, path: str, **options: Any) -> Reply:
        """Use a slash command: `command(channel, "play othello", level="3", opponent=bob)`."""
        command, nested = self._nest(channel, path, _options(options))
        return await self._reply(self.actions.command(str(channel), command["id"], nested))

    async def autocomplete(self, channel: str, path: str, focused: str, typed: str, **options: Any) -> Reply:
        """Type into an option; the reply's `choices` are offered."""
        given = [*_options(options), {"name": focused, "value": typed, "focused": True}]
        command, nested = self._nest(channel, path, given)
        return await self._reply(self.actions.command(str(channel), command["id"], nested, is_typing=True))

    async def menu(self, channel: str, name: str, target: Person | SeenMessage) -> Reply:
        """Use a context-menu command on a person or message."""
        command = self._find(channel, name, (2, 3))
        return await self._reply(self.actions.command(str(channel), command["id"], [], target_id=target.id))

    async def click(self, message: SeenMessage, label: str = "", custom_id: str = "") -> Reply:
        """Press a button by its label, emoji or custom_id."""
        key = custom_id or message.button(label).custom_id
        if key is None:
            raise Refused("That button is a link.")
        return await self._reply(
            self.actions.component(message.channel_id, message.id, key, component_type=2)
        )

    async def choose(self, message: SeenMessage, *choices: str, custom_id: str = "") -> Reply:
        """Choose in a select, by labels, values or ids; of several, the first that offers them all."""
        for select in message.selects:
            values = [select.options.get(one, one) for one in map(_key, choices)]
            offers = select.type != 3 or set(values) <= set(select.options.values())
            if select.custom_id == custom_id or (not custom_id and offers):
                where = (message.channel_id, message.id, select.custom_id)
                return await self._reply(self.actions.component(*where, values=values))
        raise Refused("The select does not offer that choice.")

    async def submit(self, modal: Modal, values: dict[str, str | list[str]]) -> Reply:
        """Fill in a modal, by labels or custom_ids, and send it."""
        components = modal.submit(values)
        where = (modal.channel_id, modal.interaction_id, modal.custom_id)
        return await self._reply(self.actions.modal(*where, components))

    # The rest

    def say(self, channel: str, content: str, reply_to: SeenMessage | None = None) -> SeenMessage:
        """Send an ordinary message."""
        said = self.actions.say(str(channel), content, reply_to.id if reply_to else None)
        return SeenMessage(self._sandbox, said["channel_id"], said["id"])

    def sees(self, channel: str) -> list[SeenMessage]:
        """A channel's messages as they see it, oldest first."""
        every = self._sandbox.messages(str(channel))
        return [one for one in every if one.raw.get("_reader", self.id) == self.id]

    async def until(
        self, channel: str, test: Callable[[SeenMessage], object], within: float = WITHIN
    ) -> SeenMessage:
        """Wait until a message in the channel passes `test`; the newest such is returned."""

        def probe() -> SeenMessage | None:
            return next((one for one in reversed(self.sees(channel)) if test(one)), None)

        return await self._sandbox.until(probe, within)

    async def resolved(self, reply: Reply, within: float = WITHIN) -> SeenMessage:
        """Wait until a deferred answer says something."""
        return await self._sandbox.until(lambda: None if reply.shown.loading else reply.shown, within)

    # Helpers

    async def _reply(self, interaction: Interaction) -> Reply:
        answer: Answer = await interaction.outcome
        if answer.reason is not None:
            raise InteractionFailed(answer.reason, answer.seconds)
        message, modal = None, None
        channel_id = interaction.channel["id"]
        if answer.message_id in self._sandbox.state.messages.get(channel_id, {}):
            message = SeenMessage(self._sandbox, channel_id, str(answer.message_id))
        if answer.type == MODAL and answer.modal is not None:
            modal = Modal(interaction.id, channel_id, answer.modal)
        choices = tuple(answer.choices or ()) if answer.type == CHOICES else ()
        return Reply(KINDS[answer.type], answer.seconds, interaction.id, message, modal, choices)

    def _find(self, channel: str, name: str, kinds: tuple[int, ...]) -> Json:
        place = self._sandbox.state.channel(str(channel))
        for scope in self._sandbox.state.commands.values():
            for command in scope.values():
                fits = command["name"] == name and command["type"] in kinds
                if fits and may_use(self._sandbox.state, command, place, self.id):
                    return command
        raise Refused(f"There is no command {name!r} here, or {self.name} may not use it.", 403)

    def _nest(self, channel: str, path: str, options: list[Json]) -> tuple[Json, list[Json]]:
        """The command of a path like "play othello", and the options under its subcommands."""
        name, *subs = path.split()
        command = self._find(channel, name, (1,))
        for sub in reversed(subs):
            options = [{"name": sub, "options": options}]
        return command, options


def _key(value: Any) -> Any:
    """A person, message or channel as its id; anything else as it is."""
    return value.id if isinstance(value, (Person, SeenMessage, Place)) else value


def _options(options: dict[str, Any]) -> list[Json]:
    return [{"name": name, "value": _key(value)} for name, value in options.items() if value is not None]
