"""The message of a challenge, and what becomes of it when nobody plays."""

from __future__ import annotations

import discord
from discord.ui import ActionRow, Container, LayoutView, TextDisplay

from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.buttons import control
from bot.ui.clocks import control_name
from bot.ui.custom_ids import Verb
from bot.ui.match_message import ACTIVE, layout, title
from bot.ui.notices import note_view
from data.model import Match
from games import replay
from games.base import Side


def challenge_view(match: Match, texts: Texts) -> LayoutView:
    """A challenge that waits for its answer."""
    challenged = match.second_id if match.challenger_id == match.first_id else match.first_id
    side = Side.FIRST if match.challenger_id == match.first_id else Side.SECOND
    presenter, start = PRESENTERS[match.game], replay(match.record)
    symbol, name = Raw(presenter.symbol(side, start)), presenter.side_name_in(side, start, texts)
    challenger = Raw(f"<@{match.challenger_id}>")
    lines = [
        title(match, texts),
        texts("challenge.asks", challenged=Raw(f"<@{challenged}>"), challenger=challenger),
        texts("challenge.sides", symbol=symbol, side=name, challenger=challenger),
        *([texts("challenge.clock", clock=control_name(match.clock.control, texts))] if match.clock else []),
        "-# " + texts("challenge.expires", when=Raw(f"<t:{int(match.expires_at or 0)}:R>")),
    ]
    row = ActionRow[AnyView](
        control(match, Verb.ACCEPT_CHALLENGE, texts, discord.ButtonStyle.success),
        control(match, Verb.DECLINE_CHALLENGE, texts),
        control(match, Verb.CANCEL_CHALLENGE, texts),
    )
    return layout(Container(TextDisplay("\n".join(lines)), row, accent_color=ACTIVE))


def ended_challenge_view(match: Match, texts: Texts) -> LayoutView:
    """A challenge that was declined, cancelled or expired."""
    line = texts(match.reason or "challenge.cancelled")
    return note_view(f"{title(match, texts)}\n{line}")
