"""What a feature adds to the bot, and all features joined."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import discord
from discord import app_commands

from bot.exceptions import Refusal
from bot.interactions.buttons.presses import Handlers, SpectatorButtons
from bot.interactions.error_replies import explain
from bot.interactions.person_settings import PartOf, PersonSettings
from bot.interactions.settings import FeaturePanel, ServerSettings
from bot.services import Client, Interaction, Services
from bot.ui.panel import Panel

K = TypeVar("K")
V = TypeVar("V")
Command = app_commands.Command[Any, ..., None] | app_commands.Group | app_commands.ContextMenu
PanelHandler = Callable[[Interaction, Panel], Awaitable[None]]
"""Answers a press on a panel, or a form. Raises what a `bot.interactions.buttons.presses.Handler` raises."""


MessageHandler = Callable[[Client, discord.Message], Awaitable[bool]]
"""Does what a person's message means; False, and nothing done, if it means nothing."""


def _no_parts(services: Services) -> Iterable[object]:
    del services
    return ()


@dataclass(frozen=True, slots=True)
class Feature:
    """What a feature adds to the bot; `bot.features` lists them all.

    A verb is a wire format on messages that exist, and no other feature has it.
    """

    commands: Sequence[Command | Callable[[], Command]] = ()
    """Commands, or what makes them for a client."""
    buttons: Handlers = field(default_factory=dict)
    """What the verbs of buttons on a match's messages do."""
    panels: Mapping[str, PanelHandler] = field(default_factory=dict)
    """What the verbs of its panels and forms do."""
    for_spectators: Sequence[SpectatorButtons] = ()
    """What it offers to a person who presses a button of a match in which they do not play."""
    build: Callable[[Services], Iterable[object]] = _no_parts
    """Makes its parts, which `Services.part` finds by their class; it can use those of features before it.

    A part that has `close` is closed with the bot, and one that has `start`, too, is started with it.
    """
    server_settings: Sequence[FeaturePanel] = ()
    """Its buttons in the panel of ``/settings``."""
    person_settings: Sequence[PartOf] = ()
    """What it says on a page of ``/me``."""
    written: Sequence[MessageHandler] = ()
    """What takes a message that is no move of a match; the next one is asked if it returns False."""


class Features:
    """The features of a bot, joined.

    Their order is that of the commands sent to Discord, of buttons in ``/settings``, of lines in ``/me``, and
    that in which parts are built. Raises `ValueError` if two features have the same verb.
    """

    def __init__(self, *features: Feature) -> None:
        self.all = features
        self._server_settings = ServerSettings(
            [panel for feature in features for panel in feature.server_settings]
        )
        self._person_settings = PersonSettings(
            [part for feature in features for part in feature.person_settings]
        )
        self.buttons: Handlers = _joined([feature.buttons for feature in features])
        self.for_spectators = [offer for feature in features for offer in feature.for_spectators]
        self.panels: Mapping[str, PanelHandler] = _joined(
            [
                self._server_settings.handlers,
                self._person_settings.handlers,
                *(feature.panels for feature in features),
            ]
        )

    def add_commands(self, tree: app_commands.CommandTree[Any]) -> None:
        """Add every command to the tree."""
        for feature in self.all:
            for command in feature.commands:
                tree.add_command(command() if callable(command) else command)

    def build(self, services: Services) -> Iterator[object]:
        """The parts of all features, one after the other: each can use those before it."""
        yield self._server_settings
        yield self._person_settings
        for feature in self.all:
            yield from feature.build(services)

    async def handle_message(self, client: Client, message: discord.Message) -> bool:
        """Do what a message means that is no move of a match; False if it means nothing."""
        for take in (handler for feature in self.all for handler in feature.written):
            if await take(client, message):
                return True
        return False

    async def handle_panel(self, interaction: Interaction, panel: Panel) -> None:
        """Do what a press on a panel means, or answer why not; raises nothing."""
        try:
            handler = self.panels.get(panel.verb)
            if handler is None:
                raise Refusal("error.unknown-button")
            await handler(interaction, panel)
        except Exception as error:
            await explain(interaction, error)


def _joined(handlers: Sequence[Mapping[K, V]]) -> dict[K, V]:
    """All handlers by their verbs. Raises `ValueError` if a verb has two."""
    joined = {verb: handler for of_feature in handlers for verb, handler in of_feature.items()}
    if len(joined) < sum(map(len, handlers)):
        raise ValueError("two features have the same verb")
    return joined
