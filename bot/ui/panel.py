"""Components of panels: ephemeral messages that are not about one match.

A press is its custom_id, as on a match (`bot/ui/custom_ids.py`), and the verbs are a wire format likewise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import discord
from discord.ui import Button, ChannelSelect, Item, RoleSelect, Select, UserSelect

from bot.ui import AnyView
from bot.ui.custom_ids import custom_ids_in

PANEL = re.compile(r"p:(?P<verb>[a-z-]{1,20})(?::(?P<argument>[A-Za-z0-9_.*-]{1,85}))?")
_LONG_NUMBER = re.compile(r"\d{19,}")
_WITH_PATHS = ("explore", "explore-opening", "explore-matches")
"""Panels whose arguments have moves as digits, two for each (`bot.ui.explorer`), and no larger numbers."""


def _is_forged(text: str) -> bool:
    """Whether a text has a number that is no id, because no database can hold it."""
    return any(int(number) >= 2**63 for number in _LONG_NUMBER.findall(text))


@dataclass(frozen=True, slots=True)
class Panel:
    """A person's intent: do ``verb`` with ``argument`` and the ``values`` chosen in a menu."""

    verb: str
    argument: str = ""
    values: tuple[str, ...] = ()

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self | None:
        """The press that an interaction's data carry, if it is one on a panel."""
        parsed = PANEL.fullmatch(str(data.get("custom_id", "")))
        if parsed is None:
            return None
        values = tuple(map(str, data.get("values") or ()))
        is_path = parsed["verb"] in _WITH_PATHS
        if not is_path and any(map(_is_forged, (parsed["argument"] or "", *values))):
            return None
        return cls(parsed["verb"], parsed["argument"] or "", values)

    @property
    def number(self) -> int:
        """The number that the argument is; 0 if it is none."""
        return int(self.argument) if self.argument.isdecimal() else 0

    @property
    def custom_id(self) -> str:
        """The custom_id that carries this press."""
        return f"p:{self.verb}:{self.argument}" if self.argument else f"p:{self.verb}"


def panels_of(components: Iterable[discord.Component]) -> list[Panel]:
    """The panels that the components of a message carry, in their order."""
    panels = (Panel.read({"custom_id": custom_id}) for custom_id in custom_ids_in(components))
    return [panel for panel in panels if panel is not None]


def button(
    panel: Panel,
    *,
    label: str,
    emoji: str | None = None,
    disabled: bool = False,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Item[AnyView]:
    """A button of a panel; one with an emoji needs no label."""
    return Button(custom_id=panel.custom_id, label=label or None, emoji=emoji, disabled=disabled, style=style)


def select(panel: Panel, *, options: list[discord.SelectOption], placeholder: str) -> Item[AnyView]:
    """A dropdown of a panel."""
    return Select(custom_id=panel.custom_id, options=options, placeholder=placeholder)


def select_several(panel: Panel, *, options: list[discord.SelectOption], placeholder: str) -> Item[AnyView]:
    """A dropdown of a panel in which any number of the options can be chosen, also none."""
    return Select(
        custom_id=panel.custom_id,
        options=options,
        min_values=0,
        max_values=len(options),
        placeholder=placeholder,
    )


def channel_select(
    panel: Panel,
    *,
    channel_types: list[discord.ChannelType],
    chosen: Sequence[int],
    limit: int,
    placeholder: str,
) -> Item[AnyView]:
    """A dropdown of the server's channels, of which up to ``limit`` can be chosen."""
    kind = discord.SelectDefaultValueType.channel
    return ChannelSelect(
        custom_id=panel.custom_id,
        channel_types=channel_types,
        default_values=[discord.SelectDefaultValue(id=channel_id, type=kind) for channel_id in chosen],
        min_values=0,
        max_values=limit,
        placeholder=placeholder,
    )


def user_select(panel: Panel, *, chosen: Sequence[int], limit: int = 1, placeholder: str) -> Item[AnyView]:
    """A dropdown of people, of whom up to ``limit`` can be chosen."""
    kind = discord.SelectDefaultValueType.user
    return UserSelect(
        custom_id=panel.custom_id,
        default_values=[discord.SelectDefaultValue(id=user_id, type=kind) for user_id in chosen],
        min_values=0,
        max_values=limit,
        placeholder=placeholder,
    )


def role_select(panel: Panel, *, chosen: int | None, placeholder: str) -> Item[AnyView]:
    """A dropdown of all roles of the server, of which one or none can be chosen."""
    kind = discord.SelectDefaultValueType.role
    return RoleSelect(
        custom_id=panel.custom_id,
        default_values=[discord.SelectDefaultValue(id=chosen, type=kind)] if chosen is not None else [],
        min_values=0,
        placeholder=placeholder,
    )
