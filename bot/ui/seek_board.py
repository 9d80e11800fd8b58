"""The message that lists a server's seeks, with a button for each."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord.ui import ActionRow, Container, LayoutView, Section, TextDisplay

from bot.match.seeks import ListedSeek
from bot.presenters.registry import game_title
from bot.texts import Raw, Texts
from bot.ui.clocks import control_name
from bot.ui.layout import NEXT_STEP, UNBROKEN, layout
from bot.ui.match_message import ACTIVE, INACTIVE
from bot.ui.panel import Panel, button
from bot.ui.ratings import value_label
from data.model.match_rating import Standing
from games.clock import CONTROLS

VERB, ACCEPT, CANCEL = "seek", "accept", "cancel"
MAX_SHOWN = 5
"""Seeks on a board, which fill a phone's screen; they move up as those before them are accepted."""


def seek_board_view(listed: Sequence[ListedSeek], texts: Texts) -> LayoutView:
    """The seeks of a server, the oldest first."""
    if not listed:
        return layout(Container(TextDisplay(texts("seek.nobody")), accent_color=INACTIVE))
    box = Container[discord.ui.LayoutView](TextDisplay(texts("seek.heading")), accent_color=ACTIVE)
    for listed_seek in listed[:MAX_SHOWN]:
        accept = button(
            Panel(VERB, f"{ACCEPT}.{listed_seek.seek.id}"),
            label=texts.plain("button.accept"),
            style=NEXT_STEP,
        )
        box.add_item(Section(seek_line(listed_seek, texts), accessory=accept))
    if len(listed) > MAX_SHOWN:
        box.add_item(TextDisplay(texts("seek.more", n=len(listed) - MAX_SHOWN)))
    box.add_item(ActionRow(button(Panel(VERB, CANCEL), label=texts.plain("seek.cancel"))))
    return layout(box)


def seek_line(listed_seek: ListedSeek, texts: Texts) -> str:
    """Who looks for which match, against whom, and until when."""
    seek = listed_seek.seek
    words = [
        texts("seek.rated" if seek.is_rated else "seek.casual"),
        texts("seek.no-clock") if seek.control is None else control_name(CONTROLS[seek.control], texts),
        *([] if listed_seek.range is None else [texts("seek.range", n=listed_seek.range)]),
        texts("seek.until", when=Raw(f"<t:{round(seek.expires_at)}:t>")),
    ]
    author = texts("seek.elsewhere") if listed_seek.is_elsewhere else f"<@{seek.user_id}>"
    heading = f"**{game_title(seek.game, seek.variant, texts)}** · {author}"
    if (rating := listed_seek.rating) is not None:
        heading = f"{heading}{UNBROKEN}{value_label(Standing.of(rating))}"
    return f"{heading}\n-# {' · '.join(words)}"
