"""The message of a match in any state: a challenge, a match, or a challenge that came to nothing."""

from __future__ import annotations

from collections import Counter

from discord.ui import Container, LayoutView, TextDisplay

from bot.match.computer import NO_WAIT, Wait
from bot.match.endings import is_aborted
from bot.match.hints import Hint
from bot.match.level_steps import Step
from bot.presenters.keypad import Keypad
from bot.presenters.registry import PRESENTERS
from bot.texts import Texts
from bot.ui.buttons import button_rows
from bot.ui.challenge_message import challenge_view, ended_challenge_view
from bot.ui.clocks import SHARED_CLOCKS, ClockDisplay
from bot.ui.layout import layout
from bot.ui.match_message import INACTIVE, match_view, players_line, title
from bot.ui.relay import relay_lobby_view
from bot.ui.seats import seats_view
from bot.ui.team_lobby import lobby_view
from bot.ui.vote_challenge import vote_challenge_view
from data.model.board import Board
from data.model.match import Match, MatchState
from games import replay
from games.base import Move

_SIZE = "size"
"""The part of a variant whose other values a person may have wanted who calls a match off at once."""


def has_picture(match: Match) -> bool:
    """Whether the message of a match shows a board."""
    return match.begun and not is_aborted(match)


def message_view(
    match: Match,
    board: Board,
    texts: Texts,
    keypad: Keypad,
    *,
    wait: Wait = NO_WAIT,
    hint: Hint | None = None,
    clocks: ClockDisplay = SHARED_CLOCKS,
    over: Match | None = None,
    votes: Counter[Move] | None = None,
    occasion: str | None = None,
    explains: bool = False,
    step: Step | None = None,
    reads_messages: bool = False,
) -> LayoutView:
    """A board of a match in any state; ``over`` is that of `challenge_view`, the rest of `match_view`."""
    if match.state == MatchState.CHALLENGE:
        return _challenge_view(match, board, texts, over)
    if is_aborted(match):
        return _aborted_view(match, board, texts)
    if match.begun:
        return match_view(
            match,
            board,
            texts,
            keypad,
            wait=wait,
            hint=hint,
            clocks=clocks,
            votes=votes,
            occasion=occasion,
            explains=explains,
            step=step,
            reads_messages=reads_messages,
        )
    return ended_challenge_view(match, texts, over)


def _challenge_view(match: Match, board: Board, texts: Texts, over: Match | None) -> LayoutView:
    """A match that waits for people."""
    if match.is_voted:
        return vote_challenge_view(match, board.side, texts)
    if match.is_relay:
        return relay_lobby_view(match, texts)
    if match.is_of_pairs:
        return seats_view(match, texts)
    if match.teams is not None:
        return lobby_view(match, texts)
    return challenge_view(match, board.side, texts, over)


def _aborted_view(match: Match, board: Board, texts: Texts) -> LayoutView:
    """The message of a match that was aborted: no board, so that it takes no more room than a sentence."""
    position = replay(match.record)
    players = players_line(match, board.side, position, PRESENTERS[match.game], texts)
    lines = [f"-# {title(match, texts)} · {players}", texts(match.reason or "")]
    if any(part.name == _SIZE for part in PRESENTERS[match.game].variant_options):
        lines.append(f"-# {texts('match.other-sizes')}")
    rows = button_rows(match, board, Keypad(), None, texts)
    return layout(Container(TextDisplay("\n".join(lines)), *rows, accent_color=INACTIVE))
