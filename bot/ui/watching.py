"""A match for people who do not play in it: live, or after one of its moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord.ui import ActionRow, Button, Container, Item, LayoutView, TextDisplay

from bot.icons import Icon
from bot.presenters.board_scene import BoardScene
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.board_words import board_in_words
from bot.ui.clocks import ClockDisplay
from bot.ui.custom_ids import Press, Verb, press_button
from bot.ui.layout import layout
from bot.ui.links import link
from bot.ui.match_message import INACTIVE, gallery, match_view, title
from bot.ui.panel import Panel, button
from bot.ui.review import move_line
from data.model.board import Board
from data.model.match import Match, MatchState
from games.base import Move

LIVE = "live"
"""The argument of a button that leads to the live board, where a ply leads to an earlier position."""


@dataclass(frozen=True, slots=True)
class Addition:
    """What a feature adds to the live board of a person."""

    lines: Sequence[str] = ()
    buttons: Sequence[Item[AnyView]] = ()
    mark: Move | None = None
    """A move that the picture highlights."""
    dot: Move | None = None
    """An empty point on which the picture has a dot."""
    in_place: tuple[LayoutView, BoardScene] | None = None
    """A message that takes the place of the live board when the match changes, and what its picture shows."""


NOTHING = Addition()


def live_view(
    match: Match,
    board: Board,
    texts: Texts,
    until: float,
    clocks: ClockDisplay,
    addition: Addition = NOTHING,
    occasion: str | None = None,
) -> LayoutView:
    """The match as it is, edited at each move until the unix time ``until``; also one that is over.

    ``board`` is the board that it is like, ``clocks`` how clocks are shown, ``addition`` what features add,
    ``occasion`` what the match is part of.
    """
    if match.state == MatchState.OVER:
        press = Press(Verb.REVIEW, match.id, match.position_id)
        review = press_button(press, label=texts.plain("button.review"))
        return _with_parts(match, board, texts, clocks, occasion, *_small(addition.lines), ActionRow(review))
    when, steps = (
        Raw(f"<t:{math.floor(until)}:t>"),
        _step_row(match, board, match.ply, texts, addition.buttons),
    )
    if addition.buttons and board.message_id is not None:
        note = texts("watch.live-chat", when=when, link=Raw(link(board)))
    else:
        note = texts("watch.live", when=when)
    return _with_parts(match, board, texts, clocks, occasion, *_small([*addition.lines, note]), steps)


def _small(lines: Sequence[str]) -> list[Item[AnyView]]:
    """Lines in small print, in one part; nothing without lines."""
    return [TextDisplay("\n".join(f"-# {line}" for line in lines))] if lines else []


def ended_view(
    match: Match, board: Board, texts: Texts, clocks: ClockDisplay, occasion: str | None = None
) -> LayoutView:
    """The board that is not edited anymore, with the button to go on watching."""
    go_on = button(
        Panel("watch", str(match.id)),
        label=texts.plain("button.watch"),
        emoji=Icon.WATCH,
        style=discord.ButtonStyle.primary,
    )
    note = TextDisplay[AnyView](f"-# {texts('watch.ended')}")
    return _with_parts(match, board, texts, clocks, occasion, note, ActionRow(go_on))


def step_view(match: Match, board: Board, ply: int, texts: Texts) -> LayoutView:
    """The board after ``ply`` moves, fewer than the match has."""
    alt = board_in_words(match.record.before(ply), texts)
    text = f"{title(match, texts)}\n{move_line(match, ply, texts)}\n-# {texts('watch.stepping')}"
    steps = _step_row(match, board, ply, texts)
    return layout(Container(TextDisplay(text), gallery(alt), steps, accent_color=INACTIVE))


def _step_row(
    match: Match, board: Board, ply: int, texts: Texts, others: Sequence[Item[AnyView]] = ()
) -> ActionRow[AnyView]:
    """Back and forth, and a link to the board; from the last move, forth leads to the live board.

    Buttons of features take the place of the link: a phone has room for one row, and not for all of them.
    """
    back = Panel("watch", f"{match.id}.{max(0, ply - 1)}")
    forth = Panel("watch", f"{match.id}.{ply + 1 if ply + 1 < match.ply else LIVE}")
    buttons = [
        button(back, label=texts.plain("button.step-back"), disabled=ply == 0),
        button(forth, label=texts.plain("button.step-on"), disabled=ply >= match.ply),
    ]
    if others:
        return ActionRow(*buttons, *others)
    if board.message_id is not None:  # where others talk about it
        buttons.append(Button(label=texts.plain("watch.go"), emoji=Icon.CHAT, url=link(board)))
    return ActionRow(*buttons)


def _with_parts(
    match: Match,
    board: Board,
    texts: Texts,
    clocks: ClockDisplay,
    occasion: str | None,
    *parts: Item[AnyView],
) -> LayoutView:
    """The view for spectators with more parts below the picture."""
    view = match_view(match, board, texts, None, clocks=clocks, occasion=occasion)
    for box in view.children:
        if isinstance(box, Container):
            for part in parts:
                box.add_item(part)
    return view
