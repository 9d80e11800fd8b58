"""The custom_ids of a match's components: a verb, the match and the position that was shown.

Views hold no state. Everything a press means is in the custom_id, so that it means the same after a restart
and weeks later. The texts of `Verb` and the patterns are a wire format on messages that exist: add, but
do not change them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Self

import discord
from discord.ui import Button, Select

from bot.exceptions import Refusal
from bot.ui import AnyView
from data.model.match import PositionId

Interaction = discord.Interaction[discord.Client]

_BODY = (
    r"(?P<verb>[a-z-]{1,20}):(?P<match>\d{1,15}):(?P<ply>\d{1,5})\.(?P<takebacks>\d{1,5})"
    r"(?::(?P<argument>.{1,60}))?"
)
"""As in ``b:move:42:7.0:d3``: the verb, the match, the position id (ply and takebacks), and the argument."""
BUTTON = re.compile("b:" + _BODY)
SELECT = re.compile("s:" + _BODY)
MODAL = re.compile("m:" + _BODY)


class Verb(StrEnum):
    """What a press does."""

    MOVE = "move"
    SELECT = "look"
    """Changes the selection: a piece to move, a column or a part of the board."""
    PICK = "pick"
    """A menu whose values are ``verb:argument``, because its options do different things."""
    TYPE = "type"
    MORE = "more"
    """Shows the controls to the person alone, where the keypad leaves no row for them."""
    HINT = "hint"
    SHOW = "show"
    REVIEW = "review"
    ADVISE = "advise"
    REPLAY = "replay"
    POST_REPLAY = "replay-yes"
    SHARE = "share"
    """Asks whether a position of a review is to be posted for everybody."""
    POST_POSITION = "share-yes"
    REMATCH = "rematch"
    EASIER = "easier"
    HARDER = "harder"
    """Rematches against the computer a step weaker, or stronger."""

    UNDO = "undo"
    RETRY = "retry"
    """Takes back a costly move of a teaching game."""
    ACCEPT_UNDO = "undo-yes"
    DECLINE_UNDO = "undo-no"
    DRAW = "draw"
    ACCEPT_DRAW = "draw-yes"
    DECLINE_DRAW = "draw-no"
    ADJOURN = "adjourn"
    ACCEPT_ADJOURN = "adjourn-yes"
    DECLINE_ADJOURN = "adjourn-no"
    RESUME = "go-on"
    DECLINE_RESUME = "go-on-no"

    COME_BACK = "come-back"
    """Ends the vacation of the player who presses it."""

    RESIGN = "resign"
    CONFIRM_RESIGN = "resign-yes"
    ABORT = "abort"
    CONFIRM_ABORT = "abort-yes"
    KEEP_PLAYING = "resign-no"

    ACCEPT_CHALLENGE = "accept"
    DECLINE_CHALLENGE = "decline"
    CANCEL_CHALLENGE = "cancel"

    JOIN_TEAM = "join"
    LEAVE_TEAM = "leave"
    CONFIRM_LEAVE_TEAM = "leave-yes"
    START_TEAMS = "start"

    RELAY = "relay"
    """Joins a side of a relay, which is the argument; without one, asks which, or whether to leave."""

    TAKE_SEAT = "seat"
    START_PAIRS = "start-pairs"
    NAME = "name"
    """Names what the hand is to play in or with."""

    UNKNOWN = "unknown"
    """Any text that is no verb, such as one that an earlier version wrote."""

    @classmethod
    def _missing_(cls, value: object) -> Verb:
        return cls.UNKNOWN


@dataclass(frozen=True, slots=True)
class Press:
    """A person's intent: do ``verb`` in a match, at the position that its message showed."""

    verb: Verb
    match_id: int
    position_id: PositionId
    argument: str = ""

    @classmethod
    def read(cls, parsed: re.Match[str]) -> Self:
        """The press that a custom_id carries, as `BUTTON`, `SELECT` or `MODAL` matched it."""
        position_id = PositionId(int(parsed["ply"]), int(parsed["takebacks"]))
        return cls(Verb(parsed["verb"]), int(parsed["match"]), position_id, parsed["argument"] or "")

    def choosing(self, value: str) -> Press:
        """What a select with this press means by one of its values.

        The value is the argument; in a `Verb.PICK` menu it is ``verb:argument``.
        """
        if self.verb is not Verb.PICK:
            return replace(self, argument=value)
        verb, _, argument = value.partition(":")
        return replace(self, verb=Verb(verb), argument=argument)

    def custom_id(self, kind: str) -> str:
        """The custom_id that carries this press; ``kind`` is ``b``, ``s`` or ``m``."""
        tail = f":{self.argument}" if self.argument else ""
        return f"{kind}:{self.verb}:{self.match_id}:{self.position_id.ply}.{self.position_id.takebacks}{tail}"


def read_press(data: Mapping[str, Any]) -> Press:
    """The press that an interaction's data carry. Raises `Refusal` for a component that is not the bot's."""
    parsed = BUTTON.fullmatch(data["custom_id"]) or SELECT.fullmatch(data["custom_id"])
    if parsed is None:
        raise Refusal("error.unknown-button")
    press = Press.read(parsed)
    return press.choosing(data["values"][0]) if data.get("values") else press


def carries(message: discord.Message, match_id: int, verb: Verb | None = None) -> bool:
    """Whether a message has a component of this match; with a ``verb``, one that does that."""
    for custom_id in custom_ids_in(message.components):
        parsed = BUTTON.fullmatch(custom_id) or SELECT.fullmatch(custom_id)
        if parsed is not None and int(parsed["match"]) == match_id and verb in (None, parsed["verb"]):
            return True
    return False


def moves_on(message: discord.Message, match_id: int) -> list[str]:
    """The moves of a match that have a button on a message."""
    parsed = filter(None, map(BUTTON.fullmatch, custom_ids_in(message.components)))
    return [
        part["argument"] for part in parsed if int(part["match"]) == match_id and part["verb"] == Verb.MOVE
    ]


def custom_ids_in(components: Iterable[discord.Component]) -> Iterator[str]:
    """The custom_ids of everything in a message that can be pressed."""
    for custom_id, _ in labels_in(components):
        yield custom_id


def labels_in(components: Iterable[discord.Component]) -> Iterator[tuple[str, str]]:
    """Everything in a message that can be pressed: its custom_id, and its label if it is a button."""
    for component in components:
        custom_id = getattr(component, "custom_id", None)
        if custom_id is not None:
            yield custom_id, getattr(component, "label", None) or ""
        accessory = getattr(component, "accessory", None)
        yield from labels_in((*getattr(component, "children", ()), *([accessory] if accessory else ())))


def press_button(
    press: Press,
    *,
    label: str | None = None,
    emoji: str | None = None,
    disabled: bool = False,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button[AnyView]:
    """A button that carries a press."""
    custom_id = press.custom_id("b")
    return Button(custom_id=custom_id, label=label, emoji=emoji, disabled=disabled, style=style)


def press_select(press: Press, *, placeholder: str, options: list[discord.SelectOption]) -> Select[AnyView]:
    """A dropdown that carries a press; the chosen value completes it."""
    return Select(custom_id=press.custom_id("s"), placeholder=placeholder, options=options)
