"""What one person alone sees of a match in play: a part of the board with its buttons, or the controls."""

from __future__ import annotations

from discord.ui import Container, Item, LayoutView, Section, TextDisplay

from bot.match.computer import NO_WAIT
from bot.match.hints import Hint
from bot.presenters.keypad import Keypad
from bot.presenters.registry import PRESENTERS, AnyPresenter
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.board_words import alt_text
from bot.ui.buttons import Control, controls_row, keypad_rows
from bot.ui.layout import above_part, layout
from bot.ui.match_message import ACTIVE, gallery, suggestions_line, title
from bot.ui.match_status import offer_line, turn_line
from bot.ui.recent_moves import name_of_mover, recent_moves
from data.model.board import Board
from data.model.match import Match
from games import replay
from games.base import Position


def pad_view(match: Match, board: Board, keypad: Keypad, texts: Texts) -> LayoutView:
    """The board with a selection, and the buttons that play, vote, or select something else.

    Of a part, what leads to another one is beside the words: a phone has no room for a button more below it.
    Why a button is green is said there unless the last move has captured something.
    """
    position, presenter = replay(match.record), PRESENTERS[match.game]
    heading = f"**{_heading(match, keypad, texts)}**"
    recent = recent_moves(match, presenter, texts, is_short=True)
    last, turn = recent.last, ""
    if match.is_voted:
        last, turn = [], texts("vote.choose")
    elif not keypad.is_of_part:
        turn = turn_line(match, board.side, position, presenter, texts, NO_WAIT)
    else:
        turn = f"-# {_short_turn(position, keypad, presenter, texts)}"
        if keypad.suggests and not recent.has_effects:  # a desktop has one line
            last, turn = [], f"{turn} · {suggestions_line(presenter, texts)}"
    text: Item[AnyView]
    if keypad.is_of_part:
        text = above_part(heading, *last, turn)
        if keypad.elsewhere is not None:
            text = Section(text, accessory=Control.on_keypad(keypad.elsewhere).button(match))
    else:
        text = TextDisplay(f"-# {' · '.join([heading, *last])}\n{turn}")
    picture = gallery(alt_text(match, keypad, texts))
    return layout(Container(text, picture, *keypad_rows(match, keypad), accent_color=ACTIVE))


def _heading(match: Match, keypad: Keypad, texts: Texts) -> Raw:
    """The match; of a part without the variant, for which the line has no room beside the key."""
    if keypad.is_of_part:
        return texts("match.title", game=texts.plain(f"game.{match.game}"), id=match.id)
    return title(match, texts, is_short=True)


def _short_turn(position: Position, keypad: Keypad, presenter: AnyPresenter, texts: Texts) -> str:
    """The side to move, and that it is waited for if no button can be pressed."""
    symbol, side = presenter.symbol(position.to_move, position), name_of_mover(position, presenter, texts)
    if all(button.disabled for button in keypad.buttons):
        return texts("match.turn-short", symbol=Raw(symbol), side=side)
    return f"{symbol} {side}"


def controls_view(match: Match, board: Board, hint: Hint | None, texts: Texts) -> LayoutView:
    """The controls of a match in play, and what they answer."""
    lines = [f"-# **{title(match, texts)}**"]
    if match.offer is not None:
        lines.append(offer_line(match, match.offer, board.side, texts))
    text: TextDisplay[AnyView] = TextDisplay("\n".join(lines))
    return layout(Container(text, controls_row(match, board, Keypad(), hint, texts), accent_color=ACTIVE))
