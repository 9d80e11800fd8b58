"""The one kind of message that the bot sends components in, and where its lines do not break."""

from __future__ import annotations

from typing import Any

import discord
from discord.ui import Item, LayoutView, TextDisplay

from bot.own_emojis import OWN_EMOJIS
from bot.ui import AnyView

UNBROKEN = "\N{NO-BREAK SPACE}"
"""Keeps two words in one line."""

NEXT_STEP = discord.ButtonStyle.success
"""Green, in the whole bot: the main next step, such as Accept, Agree, Next, or a suggested move."""


class Layout(LayoutView):
    """Components to send. The client reads every press itself, so discord.py keeps nothing for them."""

    def is_finished(self) -> bool:
        """Always: discord.py keeps a view in memory, and reads presses for it, until it is finished."""
        return True

    def to_components(self) -> list[dict[str, Any]]:
        """What Discord gets, with the own emojis that there are now; called for each request."""
        return OWN_EMOJIS.replaced(super().to_components())  # type: ignore[no-untyped-call]


def above_part(*lines: str) -> TextDisplay[AnyView]:
    """Small lines in one paragraph: above an enlarged part a desktop has room for a single line."""
    return TextDisplay(f"-# {' · '.join(line.removeprefix('-# ') for line in lines)}")


def layout(*parts: Item[AnyView]) -> LayoutView:
    """A message of these parts."""
    view = Layout(timeout=None)
    for part in parts:
        view.add_item(part)
    return view
