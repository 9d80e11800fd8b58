"""Other messages about a match: where it moved, questions."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from bot.icons import Icon
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.buttons import control, leaving
from bot.ui.custom_ids import Press, Verb, press_button
from bot.ui.layout import layout
from bot.ui.match_message import INACTIVE, title
from bot.ui.panel import Panel, button
from data.model.match import Match
from data.model.relay import returns_left
from games.base import Move

ADJOURN = "adjourn"
"""The verb of the button that adjourns a match instead of resigning it."""
_LEAVING = {
    Verb.RESIGN: (Verb.CONFIRM_RESIGN, "resign.sure"),
    Verb.ABORT: (Verb.CONFIRM_ABORT, "abort.sure"),
    Verb.LEAVE_TEAM: (Verb.CONFIRM_LEAVE_TEAM, "team.leave-sure"),
}
"""The verb that confirms leaving a match, and the text key of the question."""
_LAST_OF_RELAY = {Verb.RESIGN: "relay.resign-sure", Verb.ABORT: "relay.abort-sure"}
"""The question to the last person of a side of a relay."""


def note_view(text: str) -> LayoutView:
    """A message of text only."""
    return layout(Container(TextDisplay(text), accent_color=INACTIVE))


def text_view(text: str, buttons: Sequence[Item[AnyView]] = ()) -> LayoutView:
    """A message of text and buttons only, without the frame of `note_view`, which takes room."""
    return layout(TextDisplay(text), *([ActionRow(*buttons)] if buttons else []))


def moved_view(match: Match, link: str, texts: Texts) -> LayoutView:
    """What an old message of a match becomes once the match continues in another."""
    return note_view(f"{title(match, texts)}\n{texts('match.moved', link=Raw(link))}")


def confirm_leaving_view(match: Match, user_id: int, texts: Texts, *, others: int = 0) -> LayoutView:
    """Asks a player for confirmation before a match is resigned or called off, or a team left.

    Instead of resigning, a match can be adjourned. ``others`` is how many more matches could be meant.
    """
    verb = leaving(match, user_id)
    confirm, key = _LEAVING[verb]
    question = texts(key, title=title(match, texts))
    if match.is_relay:
        question = _leaving_relay(match, user_id, verb, texts)
    row: ActionRow[AnyView] = ActionRow(
        control(match, confirm, texts, discord.ButtonStyle.danger), control(match, Verb.KEEP_PLAYING, texts)
    )
    can_adjourn = match.is_active and match.teams is None and match.tournament_id is None
    if verb is Verb.RESIGN and can_adjourn:
        row.add_item(button(Panel(ADJOURN, str(match.id)), label=texts.plain("button.adjourn")))
    further = f"\n-# {texts('resign.others', n=others)}" if others else ""
    return layout(TextDisplay(f"{question}{further}"), row)


def _leaving_relay(match: Match, user_id: int, verb: Verb, texts: Texts) -> Raw:
    """The question where people can come back, and where the last person of a side would leave it.

    It begins with the fact that they play: the button that asks it is the one by which others join.
    """
    side, name = match.side_of(user_id), title(match, texts)
    if verb in _LAST_OF_RELAY:
        return texts(_LAST_OF_RELAY[verb], title=name)
    left = returns_left(match.teams, side, user_id) if match.teams is not None and side is not None else 0
    return texts("relay.leave-sure" if left else "relay.leave-for-good", title=name, n=left)


def declined_view(match: Match, texts: Texts) -> LayoutView:
    """What a person reads who has declined a challenge, with a button that blocks the challenger."""
    label = texts.plain("button.block")
    row = ActionRow(button(Panel("block", str(match.id)), label=label))
    text = texts("block.offer", challenger=Raw(f"<@{match.challenger_id}>"))
    return layout(TextDisplay(text), row)


def confirm_post_view(press: Press, key: str, texts: Texts) -> LayoutView:
    """Asks, by the sentence ``key``, before something is posted for everybody, which ``press`` does."""
    row = ActionRow(press_button(press, label=texts.plain("button.post"), emoji=Icon.POST))
    return layout(TextDisplay(texts(key)), row)


def confirm_panel_view(post: Panel, back: Panel, key: str, texts: Texts) -> LayoutView:
    """Asks likewise in the place of a person's own panel, to which ``back`` leads."""
    row = ActionRow(
        button(post, label=texts.plain("button.post"), emoji=Icon.POST),
        button(back, label=texts.plain("button.cancel")),
    )
    return layout(TextDisplay(texts(key)), row)


def confirm_move_view(match: Match, move: Move, texts: Texts, doubt: str = "") -> LayoutView:
    """Asks before a move is played, with a ``doubt`` if there is one: a line, the button that plays it."""
    named = PRESENTERS[match.game].move_text(move, texts)
    press = Press(Verb.MOVE, match.id, match.position_id, move)
    label = named[:1].upper() + named[1:] if doubt else texts.plain("button.play", move=named)
    row = ActionRow(press_button(press, label=label, style=discord.ButtonStyle.primary))
    return layout(TextDisplay(doubt or texts("confirm.ask", move=Raw(f"**{named}**"))), row)


def confirm_elsewhere_view(match: Match, move: Move, link: str, texts: Texts) -> LayoutView:
    """Asks before a move is played in a match of another channel, to which ``link`` leads."""
    press = Press(Verb.MOVE, match.id, match.position_id, move)
    label = texts.plain(
        "button.play-in",
        move=PRESENTERS[match.game].move_text(move, texts),
        game=texts.plain(f"game.{match.game}"),
        id=match.id,
    )
    row = ActionRow(press_button(press, label=label, style=discord.ButtonStyle.primary))
    return layout(TextDisplay(texts("move.elsewhere", title=title(match, texts), link=Raw(link))), row)
