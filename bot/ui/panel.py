"""Components of panels: whispers in which something about no single match is chosen.

Start reading at `Panel`. Whatever a press means is in its custom_id, as on a board (`bot/ui/custom_ids.py`).
`bot/interactions/panels.py` hears every press by itself, whether its message still has the component or not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Self

import discord
from discord.ui import Button, ChannelSelect, DynamicItem, Item, Select

PANEL = re.compile(r"p:(?P<verb>[a-z-]{1,20})(?::(?P<argument>[a-z0-9-]{1,40}))?")


@dataclass(frozen=True, slots=True)
class Panel:
    """A person's intent: do ``verb`` with ``argument``, and with ``values`` where something was chosen."""

    verb: str
    argument: str = ""
    values: tuple[str, ...] = ()

    @classmethod
    def read(cls, data: Any) -> Self | None:
        """The press that an interaction's data carry, if it is one on a panel."""
        found = PANEL.fullmatch(str(data.get("custom_id", "")))
        if found is None:
            return None
        return cls(found["verb"], found["argument"] or "", tuple(map(str, data.get("values") or ())))

    @property
    def custom_id(self) -> str:
        """The custom_id that carries this press."""
        return f"p:{self.verb}:{self.argument}" if self.argument else f"p:{self.verb}"


class _Heard(DynamicItem[Item[Any]], template=PANEL):
    """A component that nothing remembers: discord.py keeps views with others in memory for ever."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do nothing: `bot/interactions/panels.py` does."""


def button(panel: Panel, **look: Any) -> Item[Any]:
    """A button of a panel."""
    return _Heard(Button(custom_id=panel.custom_id, **look))


def select(panel: Panel, **look: Any) -> Item[Any]:
    """A menu of a panel."""
    return _Heard(Select(custom_id=panel.custom_id, **look))


def channel_select(panel: Panel, **look: Any) -> Item[Any]:
    """A menu of the server's channels."""
    return _Heard(ChannelSelect(custom_id=panel.custom_id, **look))
