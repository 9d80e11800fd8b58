"""The message of a server that says whose turn it is in its matches, and how many solved today's puzzle."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord.ui import ActionRow, Container, LayoutView, TextDisplay

from bot.icons import Icon
from bot.presenters.registry import game_title
from bot.texts import Raw, Texts
from bot.ui.layout import layout
from bot.ui.links import link
from bot.ui.match_message import ACTIVE, INACTIVE
from bot.ui.panel import Panel, button
from bot.ui.players import person, player
from data.model.match import Match
from data.servers.turn_lists import OpenPuzzle
from games import replay
from games.base import Side

VERB = "turns"
"""The verb of the message's button, by which it is recognized."""
MAX_SHOWN = 8
"""Matches on a list, which fill a phone's screen."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match in which a person is to move."""

    match: Match
    since: float
    """The unix time since which they are."""
    occasion: str | None = None
    """What the match is part of, such as a round of a tournament."""


@dataclass(frozen=True, slots=True)
class PuzzleOfGame:
    """The daily puzzle that can be answered, and its game."""

    puzzle: OpenPuzzle
    game: str


def side_to_move(match: Match) -> Side | None:
    """Whose turn it is; None if it is the computer's."""
    side = match.clock.side if match.clock is not None else None
    side = side or replay(match.record).to_move
    return None if match.user_of(side) is None else side


def turn_list_view(waiting: Sequence[Waiting], puzzle: PuzzleOfGame | None, texts: Texts) -> LayoutView:
    """The matches of tournaments first, and of each those that have waited longest; then the puzzle."""
    ordered = sorted(waiting, key=lambda item: (item.match.tournament_id is None, item.since, item.match.id))
    parts: list[str] = [texts("turns.heading")]
    parts += [_entry(item, texts) for item in ordered[:MAX_SHOWN]]
    if not ordered:
        parts.append(texts("turns.nobody"))
    elif len(ordered) > MAX_SHOWN:
        parts.append(f"-# {texts('turns.more', n=len(ordered) - MAX_SHOWN)}")
    box = Container[discord.ui.LayoutView](
        TextDisplay("\n".join(parts)), accent_color=ACTIVE if ordered else INACTIVE
    )
    if puzzle is not None:
        box.add_item(TextDisplay(_puzzle_line(puzzle, texts)))
    box.add_item(ActionRow(button(Panel(VERB), label=texts.plain("turns.own"))))
    return layout(box)


def _entry(waiting: Waiting, texts: Texts) -> str:
    """Who is to move and since when; below it the match, with a link to its board.

    A match of a tournament is called by that, which has one game.
    """
    match = waiting.match
    side = side_to_move(match) or Side.FIRST
    since = Raw(f"<t:{math.floor(waiting.since)}:R>")
    title = f"[{game_title(match.game, match.variant, texts, is_short=True)}]({link(match.home)})"
    if waiting.occasion is not None:
        title = f"{Icon.TOURNAMENT} [{waiting.occasion}]({link(match.home)})"
    opponent = player(match, side.other, match.home.side, texts)
    small_print = texts("turns.against", title=Raw(title), opponent=opponent)
    return f"**{_mover(match, side, texts)}** · {since}\n-# {small_print}"


def _mover(match: Match, side: Side, texts: Texts) -> Raw:
    """Who is to move: of a team its member in turn, of those who vote everybody."""
    user_id = match.user_of(side)
    if match.teams is not None and not match.is_voted and user_id is not None:
        return person(user_id, texts)
    return player(match, side, match.home.side, texts)


def _puzzle_line(of_game: PuzzleOfGame, texts: Texts) -> str:
    puzzle = of_game.puzzle
    address = f"https://discord.com/channels/{puzzle.guild_id}/{puzzle.channel_id}/{puzzle.message_id}"
    title = Raw(f"[{texts('turns.puzzle')}]({address})")
    game = texts(f"game.{of_game.game}")
    if not puzzle.tried:
        words = texts("turns.untried", puzzle=title, game=game)
    else:
        words = texts("turns.solved", puzzle=title, game=game, solved=puzzle.solved, n=puzzle.tried)
    return f"{Icon.PUZZLE} {words}"
