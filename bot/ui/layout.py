"""The one kind of message that the bot sends components in, and where its lines do not break."""

from __future__ import annotations

import discord
from discord.ui import Item, LayoutView

from bot.ui import AnyView

UNBROKEN = "\N{NO-BREAK SPACE}"
"""Keeps two words in one line."""

NEXT_STEP = discord.ButtonStyle.success
"""Green, in the whole bot: the main next step, such as Accept, Agree, Next, or a suggested move."""


class Layout(LayoutView):
    """Components to send. The client reads every press itself, so discord.py keeps nothing for them."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    def is_finished(self) -> bool:
        """Always: discord.py keeps a view in memory, and reads presses for it, until it is finished."""
        return True


def layout(*parts: Item[AnyView]) -> LayoutView:
    """A message of these parts."""
    view = Layout()
    for part in parts:
        view.add_item(part)
    return view
