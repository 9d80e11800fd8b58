"""What a press carries: verb, match and the position seen, all inside the component's custom_id.

Start reading at `Press`. Views hold no state: whatever a click means is in its custom_id, so that it
means the same after a restart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

import discord
from discord.ui import Button, DynamicItem, Item, Select

from bot.exceptions import Refusal
from data.model import PositionId

_BODY = (
    r"(?P<verb>[a-z-]{1,20}):(?P<match>\d{1,15}):(?P<ply>\d{1,5})\.(?P<takebacks>\d{1,5})"
    r"(?::(?P<argument>.{1,60}))?"
)
BUTTON = re.compile("b:" + _BODY)
SELECT = re.compile("s:" + _BODY)
MODAL = re.compile("m:" + _BODY)


@dataclass(frozen=True, slots=True)
class Press:
    """A person's intent: do ``verb`` in a match, at the position that its message showed."""

    verb: str
    match_id: int
    position_id: PositionId
    argument: str = ""

    @classmethod
    def read(cls, found: re.Match[str]) -> Self:
        """The press a custom_id carries."""
        position_id = PositionId(int(found["ply"]), int(found["takebacks"]))
        return cls(found["verb"], int(found["match"]), position_id, found["argument"] or "")

    def choosing(self, value: str) -> Press:
        """What a select with this press means by one of its values.

        The value is the argument; of a ``pick`` menu it is ``verb:argument``, since its options differ in
        what they do.
        """
        if self.verb != "pick":
            return replace(self, argument=value)
        verb, _, argument = value.partition(":")
        return replace(self, verb=verb, argument=argument)

    def custom_id(self, kind: str) -> str:
        """The custom_id that carries this press; ``kind`` is ``b``, ``s`` or ``m``."""
        tail = f":{self.argument}" if self.argument else ""
        return f"{kind}:{self.verb}:{self.match_id}:{self.position_id.ply}.{self.position_id.takebacks}{tail}"


def unheard(interaction: discord.Interaction[Any]) -> Press | None:
    """The press of a component of ours that its message has no more: discord.py drops it in silence.

    Raises `Refusal` for a component that is none of ours.
    """
    data: Any = interaction.data or {}
    found = BUTTON.fullmatch(data["custom_id"]) or SELECT.fullmatch(data["custom_id"])
    if found is None:
        raise Refusal("error.unknown-button")
    message = interaction.message
    if message is not None and (data["component_type"], data["custom_id"]) in _pressable(message.components):
        return None
    press = Press.read(found)
    return press.choosing(data["values"][0]) if data.get("values") else press


def _pressable(components: Iterable[Any]) -> Iterator[tuple[int, str]]:
    """Type and custom_id of everything in a message that can be pressed."""
    for component in components:
        if getattr(component, "custom_id", None) is not None:
            yield component.type.value, component.custom_id
        yield from _pressable(getattr(component, "children", ()))


class PressButton(DynamicItem[Button[Any]], template=BUTTON):
    """A button whose custom_id is its whole state."""

    def __init__(self, press: Press, item: Button[Any] | None = None, **look: Any) -> None:
        super().__init__(item or Button(custom_id=press.custom_id("b"), **look))
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button from what Discord sent back."""
        assert isinstance(item, Button)
        return cls(Press.read(match), item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the press says."""
        await interaction.client.presses.handle(interaction, self.press)


class PressSelect(DynamicItem[Select[Any]], template=SELECT):
    """A select whose chosen value is the press's argument."""

    def __init__(self, press: Press, item: Select[Any] | None = None, **look: Any) -> None:
        super().__init__(item or Select(custom_id=press.custom_id("s"), **look))
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the select from what Discord sent back."""
        assert isinstance(item, Select)
        return cls(Press.read(match), item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the press says with the value chosen."""
        await interaction.client.presses.handle(interaction, self.press.choosing(self.item.values[0]))
