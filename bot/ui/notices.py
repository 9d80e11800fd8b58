"""Messages about a match beside its board: challenges, what is left of one, questions and hints.

Start reading at `view_of`, which chooses the message of a match.
"""

from __future__ import annotations

from typing import Any

import discord
from discord.ui import ActionRow, Container, LayoutView, TextDisplay

from bot.match.endings import can_abort
from bot.presenters import FACES
from bot.texts import Raw, Texts
from bot.ui.buttons import control, leaving
from bot.ui.clocks import control_name
from bot.ui.custom_ids import Press, PressButton
from bot.ui.match_message import GOING, OVER, gallery, layout, match_view, title
from data.model import Match, MatchState
from games import replay
from games.base import Move, Side


def view_of(
    match: Match, texts: Texts, cursor: str = "", *, ahead: int = 0, epoch: float = 0.0
) -> LayoutView:
    """The message for whatever state the match is in."""
    if match.state == MatchState.CHALLENGE:
        return challenge_view(match, texts)
    if match.begun:
        return match_view(match, texts, cursor, ahead=ahead, epoch=epoch)
    return ended_challenge_view(match, texts)


def challenge_view(match: Match, texts: Texts) -> LayoutView:
    """A challenge that waits for its answer."""
    challenged = match.second_id if match.challenger_id == match.first_id else match.first_id
    face, start = FACES[match.game], replay(match.record)
    side = Side.FIRST if match.challenger_id == match.first_id else Side.SECOND
    lines = [
        title(match, texts),
        texts(
            "challenge.asks", challenged=Raw(f"<@{challenged}>"), challenger=Raw(f"<@{match.challenger_id}>")
        ),
        texts(
            "challenge.sides",
            symbol=Raw(face.symbol(side, start)),
            side=face.side_of(side, start, texts),
            challenger=Raw(f"<@{match.challenger_id}>"),
        ),
        *([texts("challenge.clock", clock=control_name(match.clock.control, texts))] if match.clock else []),
        "-# " + texts("challenge.expires", when=Raw(f"<t:{int(match.expires_at or 0)}:R>")),
    ]
    container: Container[Any] = Container(TextDisplay("\n".join(lines)), accent_colour=GOING)
    yes = control(match, "accept", "✅", texts, discord.ButtonStyle.success)
    container.add_item(
        ActionRow(yes, control(match, "decline", "✖️", texts), control(match, "cancel", "🗑️", texts))
    )
    return layout(container)


def ended_challenge_view(match: Match, texts: Texts) -> LayoutView:
    """A challenge that was declined, cancelled or expired."""
    line = texts(match.reason or "challenge.cancelled")
    return note_view(f"{title(match, texts)}\n{line}")


def note_view(text: str) -> LayoutView:
    """A message of words alone."""
    return layout(Container(TextDisplay(text), accent_colour=OVER))


def moved_view(match: Match, link: str, texts: Texts) -> LayoutView:
    """What is left where a board was, once it is shown elsewhere."""
    return note_view(f"{title(match, texts)}\n{texts('match.moved', link=Raw(link))}")


def confirm_leaving_view(match: Match, texts: Texts) -> LayoutView:
    """Asks once more before a match is given up or called off."""
    verb, sign = leaving(match)
    yes = control(match, f"{verb}-yes", sign, texts, discord.ButtonStyle.danger)
    no = control(match, "resign-no", "▶️", texts)
    sure = "abort.sure" if can_abort(match) else "resign.sure"
    return layout(Container(TextDisplay(texts(sure, title=title(match, texts))), ActionRow(yes, no)))


def numbers_view(match: Match, texts: Texts) -> LayoutView:
    """The board with the order of play on its pieces."""
    text = f"{title(match, texts)}\n{texts('numbers.told')}"
    return layout(Container(TextDisplay(text), gallery(texts.plain("numbers.told")), accent_colour=OVER))


def hint_view(match: Match, move: Move, text: str, texts: Texts) -> LayoutView:
    """A hint: words, the board with the move ringed, and a key that plays it."""
    label = texts.plain("button.play", move=FACES[match.game].say(move, texts))
    key = PressButton(
        Press("move", match.id, match.position_id, move), label=label, style=discord.ButtonStyle.primary
    )
    return layout(Container(TextDisplay(text), gallery(label), ActionRow(key), accent_colour=GOING))
