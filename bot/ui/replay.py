"""The animation of a match that is over, and the message that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from discord.ui import ActionRow, Container, LayoutView, TextDisplay

from bot.drawing.animation import Format, Frame, animate
from bot.icons import Icon
from bot.presenters.board_scene import BoardScene
from bot.presenters.registry import PRESENTERS
from bot.texts import Texts
from bot.ui import AnyView
from bot.ui.board_words import board_in_words
from bot.ui.custom_ids import Press, press_button
from bot.ui.graph import TimesLeft
from bot.ui.layout import layout
from bot.ui.match_message import INACTIVE, gallery, players_line, title
from bot.ui.match_status import result_line
from bot.ui.picture import Look, picture
from data.model.match import Match
from games import replay
from games.base import Side
from games.clock import Budget, TimeControl

MAX_FRAMES = 400
"""Of longer matches, not every move has a frame."""

Scores = tuple[float | None, ...]
"""FIRST's expected result in each position from the start to the end, from -1 to 1; None where unknown."""


def file_name(file_format: Format) -> str:
    """The name of an animation's file."""
    return f"replay.{file_format}"


def animation(
    match: Match, look: Look, theme: str, scores: Scores, left: TimesLeft, file_format: Format
) -> bytes:
    """All positions of a match that is over, one after the other; ``theme`` is that of the strip below them.

    Takes seconds of CPU: call it in another process.
    """
    plies = shown_plies(match.ply)
    return animate(_frames(match, look, scores, left, plies), len(plies), match.game, theme, file_format)


def shown_plies(moves: int) -> Sequence[int]:
    """The plies that have frames: the start, the end, and evenly between them at most `MAX_FRAMES`."""
    count = min(moves + 1, MAX_FRAMES)
    return [round(at * moves / (count - 1)) for at in range(count)]


def _frames(
    match: Match, look: Look, scores: Scores, left: TimesLeft, plies: Sequence[int]
) -> Iterator[Frame]:
    clocks = clock_texts(match, left)
    for ply in plies:
        board = picture(BoardScene.of(match).after(ply), look)
        yield Frame(board, f"{ply} / {match.ply}", clocks[ply], scores[ply] if scores else None)


def clock_texts(match: Match, left: TimesLeft) -> list[tuple[str, str]]:
    """What FIRST and SECOND had left in each position; nothing for a computer, and for clocks of days."""
    control = match.clock.control if match.clock is not None else None
    if control is None or control.each_turn:
        return [("", "")] * (match.ply + 1)
    budgets = {side: control.whole(side) for side in Side if match.user_of(side) is not None}
    clocks = []
    for ply in range(match.ply + 1):
        if ply and ply - 1 in left:
            budgets[replay(match.record.before(ply - 1)).to_move] = left[ply - 1]
        first, second = (_clock_text(budgets.get(side), control) for side in Side)
        clocks.append((first, second))
    return clocks


def _clock_text(budget: Budget | None, control: TimeControl) -> str:
    if budget is None:
        return ""
    seconds, periods = (budget.seconds, "") if budget.seconds else (control.period, f"{budget.periods} × ")
    return f"{periods}{int(seconds) // 60}:{int(seconds) % 60:02}"


def replay_view(
    match: Match, viewer: Side | None, file_format: Format, texts: Texts, post: Press | None = None
) -> LayoutView:
    """The match's players, as the side ``viewer`` reads of them, its animation, and how it ended.

    ``post`` is the press of the button that posts it, if there is one.
    """
    position, presenter = replay(match.record), PRESENTERS[match.game]
    heading = f"-# **{title(match, texts)}** · {players_line(match, viewer, position, presenter, texts)}"
    alt = texts.plain("replay.alt", n=match.ply, end=board_in_words(match.record, texts, is_over=True))
    box: Container[AnyView] = Container(
        TextDisplay(heading),
        gallery(alt, file_name(file_format)),
        TextDisplay(result_line(match, viewer, position, presenter, texts)),
        accent_color=INACTIVE,
    )
    if post is not None:
        box.add_item(ActionRow(press_button(post, label=texts.plain("button.post"), emoji=Icon.POST)))
    return layout(box)
