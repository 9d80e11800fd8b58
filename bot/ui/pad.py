"""What one person alone sees of a match in play: a part of the board with its buttons, or the controls."""

from __future__ import annotations

from discord.ui import Container, LayoutView, TextDisplay

from bot.match.computer import NO_WAIT
from bot.match.hints import Hint
from bot.presenters.base import Action, Keypad
from bot.presenters.registry import PRESENTERS
from bot.texts import Texts
from bot.ui import AnyView
from bot.ui.board_words import alt_text
from bot.ui.buttons import controls_row, keypad_rows
from bot.ui.layout import layout
from bot.ui.match_message import ACTIVE, gallery, offer_line, suggestions_line, title, turn_line
from bot.ui.recent_moves import recent_moves
from data.model.board import Board
from data.model.match import Match
from games import replay


def pad_view(match: Match, board: Board, keypad: Keypad, texts: Texts) -> LayoutView:
    """The board with a selection, and the buttons that play, vote, or select something else."""
    position, presenter = replay(match.record), PRESENTERS[match.game]
    lines = [f"-# **{title(match, texts)}**"]
    if match.is_voted:
        lines.append(texts("vote.choose"))
    else:
        last = recent_moves(match, presenter, texts).last
        lines.append(turn_line(match, board.side, position, presenter, texts, NO_WAIT))
        lines += [f"-# {move}" for move in last]
    if keypad.rings:
        lines.append(f"-# {_rings_line(keypad, texts)}")
    if keypad.suggests:
        lines[-1] = f"-# {suggestions_line(presenter, texts)}"
    text: TextDisplay[AnyView] = TextDisplay("\n".join(lines))
    picture = gallery(alt_text(match, keypad, texts))
    return layout(Container(text, picture, *keypad_rows(match, keypad), accent_color=ACTIVE))


def _rings_line(keypad: Keypad, texts: Texts) -> str:
    """Where one can play, and the columns of most rings if their other points have no button yet."""
    rings = {
        button.label: sum(ring[0] in button.argument.rpartition(".")[2] for ring in keypad.rings)
        for button in keypad.buttons
        if button.action is Action.SELECT and "." in button.argument and not button.disabled
    }
    columns = max(rings, key=rings.__getitem__, default="")
    return texts("points.rings", columns=columns) if rings.get(columns) else texts("points.rings-all")


def controls_view(match: Match, board: Board, hint: Hint | None, texts: Texts) -> LayoutView:
    """The controls of a match in play, and what they answer."""
    lines = [f"-# **{title(match, texts)}**"]
    if match.offer is not None:
        lines.append(offer_line(match, match.offer, board.side, texts))
    text: TextDisplay[AnyView] = TextDisplay("\n".join(lines))
    return layout(Container(text, controls_row(match, board, Keypad(), hint, texts), accent_color=ACTIVE))
