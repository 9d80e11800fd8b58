"""The message that shows a position of a match that is over to everybody."""

from __future__ import annotations

from collections.abc import Iterator

from discord.ui import ActionRow, Container, LayoutView, TextDisplay

from bot.presenters.registry import PRESENTERS
from bot.texts import Texts
from bot.ui.board_words import board_in_words
from bot.ui.custom_ids import press_button
from bot.ui.layout import layout
from bot.ui.match_message import INACTIVE, gallery, players_line, title
from bot.ui.match_status import result_line
from bot.ui.overview import review_press
from bot.ui.review import move_line
from data.model.match import Match
from games import replay
from games.base import Side


def shared_view(match: Match, viewer: Side | None, ply: int, texts: Texts) -> LayoutView:
    """The match after ``ply`` moves, with a button that opens the review there."""
    alt = board_in_words(match.record.before(ply), texts)
    review = press_button(review_press(match, str(ply)), label=texts.plain("button.review"))
    return layout(
        Container(
            TextDisplay("\n".join(_lines(match, viewer, ply, texts))),
            gallery(alt),
            ActionRow(review),
            accent_color=INACTIVE,
        )
    )


def _lines(match: Match, viewer: Side | None, ply: int, texts: Texts) -> Iterator[str]:
    position, presenter = replay(match.record), PRESENTERS[match.game]
    yield f"-# **{title(match, texts)}** · {players_line(match, viewer, position, presenter, texts)}"
    yield move_line(match, ply, texts)
    if ply == match.ply:
        yield f"-# {result_line(match, viewer, position, presenter, texts)}"
