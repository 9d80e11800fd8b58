"""The animation of a match that is over, and the message that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from discord.ui import Container, LayoutView, TextDisplay

from bot.drawing.animation import Format, Frame, animate
from bot.presenters.registry import PRESENTERS
from bot.texts import Texts
from bot.ui.layout import layout
from bot.ui.match_message import INACTIVE, gallery, players_line, result_line, title
from bot.ui.picture import Look, picture
from data.model import Match
from games import replay

MOST_FRAMES = 400
"""Of longer matches, not every move has a frame."""

Scores = Sequence[float | None]
"""FIRST's expected result in each position from the start to the end, from -1 to 1; None where unknown."""


def file_name(written: Format) -> str:
    """The name of an animation's file."""
    return f"replay.{written}"


def animation(match: Match, look: Look, scores: Scores, written: Format) -> bytes:
    """All positions of a match that is over, one after the other.

    Takes seconds of CPU: call it in another process.
    """
    plies = shown_plies(match.ply)
    return animate(_frames(match, look, scores, plies), len(plies), match.game, look.theme, written)


def shown_plies(moves: int) -> Sequence[int]:
    """The plies that have frames: the start, the end, and evenly between them at most `MOST_FRAMES`."""
    count = min(moves + 1, MOST_FRAMES)
    return [round(at * moves / (count - 1)) for at in range(count)]


def _frames(match: Match, look: Look, scores: Scores, plies: Sequence[int]) -> Iterator[Frame]:
    for ply in plies:
        board = picture(replace(match, moves=match.moves[:ply]), look)
        yield Frame(board, f"{ply} / {match.ply}", scores[ply] if scores else None)


def replay_view(match: Match, written: Format, texts: Texts) -> LayoutView:
    """The match's players, its animation, and how it ended."""
    position, presenter = replay(match.record), PRESENTERS[match.game]
    heading = f"-# **{title(match, texts)}** · {players_line(match, position, presenter, texts)}"
    alt = texts.plain("replay.alt", n=match.ply, end=presenter.describe(position, texts))
    return layout(
        Container(
            TextDisplay(heading),
            gallery(alt, file_name(written)),
            TextDisplay(result_line(match, position, presenter, texts)),
            accent_color=INACTIVE,
        )
    )
