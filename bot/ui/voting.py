"""What one person sees who chooses a move to vote for: only they see what they have selected."""

from __future__ import annotations

from discord.ui import Container, LayoutView, TextDisplay

from bot.presenters.base import Keypad
from bot.presenters.registry import PRESENTERS
from bot.texts import Texts
from bot.ui import AnyView
from bot.ui.buttons import keypad_rows
from bot.ui.layout import layout
from bot.ui.match_message import ACTIVE, alt_text, gallery, title
from data.model.match import Match
from games import replay


def voting_view(match: Match, keypad: Keypad, texts: Texts) -> LayoutView:
    """The board with a selection, and the buttons that vote or select something else."""
    position, presenter = replay(match.record), PRESENTERS[match.game]
    text: TextDisplay[AnyView] = TextDisplay(f"{title(match, texts)}\n{texts('vote.choose')}")
    picture = gallery(alt_text(position, keypad, presenter, texts))
    return layout(Container(text, picture, *keypad_rows(match, keypad), accent_color=ACTIVE))
