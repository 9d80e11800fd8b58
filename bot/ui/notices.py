"""Other messages about a match: challenges, where it moved, questions, hints, the order of play."""

from __future__ import annotations

import discord
from discord.ui import ActionRow, Container, LayoutView, TextDisplay

from bot.presenters import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.buttons import control, leaving
from bot.ui.clocks import control_name
from bot.ui.custom_ids import Press, Verb, press_button
from bot.ui.match_message import ACTIVE, INACTIVE, gallery, layout, match_view, title
from data.model import Match, MatchState
from games import replay
from games.base import Move, Side

_LEAVING = {Verb.RESIGN: (Verb.CONFIRM_RESIGN, "resign.sure"), Verb.ABORT: (Verb.CONFIRM_ABORT, "abort.sure")}
"""The verb that confirms leaving a match, and the text key of the question."""


def message_view(
    match: Match, texts: Texts, selection: str = "", *, queue_position: int = 0, epoch: float = 0.0
) -> LayoutView:
    """The message of a match in any state. The parameters are those of `match_view`."""
    if match.state == MatchState.CHALLENGE:
        return challenge_view(match, texts)
    if match.begun:
        return match_view(match, texts, selection, queue_position=queue_position, epoch=epoch)
    return ended_challenge_view(match, texts)


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


def note_view(text: str) -> LayoutView:
    """A message of text only."""
    return layout(Container(TextDisplay(text), accent_color=INACTIVE))


def moved_view(match: Match, link: str, texts: Texts) -> LayoutView:
    """What an old message of a match becomes once the match continues in another."""
    return note_view(f"{title(match, texts)}\n{texts('match.moved', link=Raw(link))}")


def confirm_leaving_view(match: Match, texts: Texts) -> LayoutView:
    """Asks for confirmation before a match is resigned or called off."""
    confirm, key = _LEAVING[leaving(match)]
    row = ActionRow[AnyView](
        control(match, confirm, texts, discord.ButtonStyle.danger), control(match, Verb.KEEP_PLAYING, texts)
    )
    return layout(Container(TextDisplay(texts(key, title=title(match, texts))), row))


def numbers_view(match: Match, texts: Texts) -> LayoutView:
    """The board with the order of play on its pieces."""
    text = f"{title(match, texts)}\n{texts('numbers.caption')}"
    return layout(
        Container(TextDisplay(text), gallery(texts.plain("numbers.caption")), accent_color=INACTIVE)
    )


def hint_view(match: Match, move: Move, text: str, texts: Texts) -> LayoutView:
    """A hint: its text, the board with the move highlighted, and a button that plays it."""
    label = texts.plain("button.play", move=PRESENTERS[match.game].move_text(move, texts))
    press = Press(Verb.MOVE, match.id, match.position_id, move)
    row = ActionRow[AnyView](press_button(press, label=label, style=discord.ButtonStyle.primary))
    return layout(Container(TextDisplay(text), gallery(label), row, accent_color=ACTIVE))
