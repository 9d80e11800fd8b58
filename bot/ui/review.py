"""The review of a match that is over, ply by ply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import discord
from discord.ui import ActionRow, Button, Container, LayoutView, Select, TextDisplay

from ai.base import Choice
from bot.match.review import Evaluations, Mistake, mistakes
from bot.presenters.base import MAX_MENU_OPTIONS
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.custom_ids import Press, Verb, press_button, press_select
from bot.ui.evaluation import evaluation_label
from bot.ui.layout import layout
from bot.ui.match_message import INACTIVE, gallery, result_line, title
from data.model import Match
from games import replay
from games.base import Move, Position

START, END = "start", "end"
"""Arguments besides a ply's number: ⏮ and ◀ can lead to the same ply, but their custom_ids must differ."""
NUMBERED = ".n"
"""The end of an argument that asks for the order of play on the stones."""
_CHANGE_KEYS = {
    (1, 0): "review.win-to-draw",
    (1, -1): "review.win-to-loss",
    (0, -1): "review.draw-to-loss",
}
"""By the result with best play before and after a mistake."""
_LINE_MOVES = 5
"""Moves of an expected line that are shown."""


def review_view(
    match: Match,
    ply: int,
    evaluations: Evaluations,
    texts: Texts,
    advice: Choice | None = None,
    *,
    numbered: bool = False,
) -> LayoutView:
    """The match after ``ply`` moves: the move, its evaluation where that is exact, and what it gave away.

    ``advice`` is an engine's choice in that position, if the reader asked for one; ``numbered``, whether the
    picture shows the order of play.
    """
    position, found = replay(match.record.before(ply)), mistakes(match, evaluations)
    lines = _lines(match, ply, position, evaluations, found, texts, advice)
    alt = PRESENTERS[match.game].describe(position, texts)
    can_advise = position.outcome() is None and advice is None
    rows = [
        ActionRow(*_buttons(match, ply, numbered)),
        ActionRow(*_questions(match, ply, can_advise, numbered, texts)),
    ]
    if found:
        rows.append(ActionRow(_mistake_menu(match, ply, found, texts)))
    return layout(Container(TextDisplay("\n".join(lines)), gallery(alt), *rows, accent_color=INACTIVE))


def _lines(
    match: Match,
    ply: int,
    position: Position,
    evaluations: Evaluations,
    found: Sequence[Mistake],
    texts: Texts,
    advice: Choice | None,
) -> Iterator[str]:
    yield f"-# **{title(match, texts)}**"
    yield move_line(match, ply, texts)
    known = evaluations[ply]
    here = [mistake for mistake in found if mistake.ply == ply]
    if advice is not None:
        yield _advice_line(match, position, advice, texts)
    elif known is not None:
        yield from (_mistake_line(match, mistake, texts) for mistake in here)
        yield "-# " + _turn_line(match, position, known, texts)
        if known.plies is not None and not here:
            yield "-# " + texts("review.counted")
    if ply == match.ply:
        yield result_line(match, position, PRESENTERS[match.game], texts)
        if not found and None not in evaluations[:ply]:
            yield "-# " + texts("review.flawless")


def move_line(match: Match, ply: int, texts: Texts) -> str:
    """Which of the match's moves led to the position after ``ply`` moves."""
    if ply == 0:
        return texts("review.start", n=match.ply)
    presenter, before = PRESENTERS[match.game], replay(match.record.before(ply - 1))
    mover, move = before.to_move, match.moves[ply - 1]
    return texts(
        "review.move",
        ply=ply,
        n=match.ply,
        symbol=Raw(presenter.symbol(mover, before)),
        side=presenter.side_name_in(mover, before, texts),
        move=_bold_move(match, move, texts),
    )


def _bold_move(match: Match, move: Move, texts: Texts) -> Raw:
    return Raw(f"**{PRESENTERS[match.game].move_text(move, texts)}**")


def _turn_line(match: Match, position: Position, known: Choice, texts: Texts) -> str:
    presenter, mover = PRESENTERS[match.game], position.to_move
    symbol, side = Raw(presenter.symbol(mover, position)), presenter.side_name_in(mover, position, texts)
    return texts("review.turn", symbol=symbol, side=side, verdict=evaluation_label(known, texts))


def _mistake_line(match: Match, mistake: Mistake, texts: Texts) -> str:
    key = "review.gave-away-draw" if mistake.had == 0 else "review.gave-away-win"
    text = texts(key, move=_bold_move(match, mistake.better.move, texts))
    if mistake.better.plies is None:
        return text
    return f"{text} ({evaluation_label(mistake.better, texts)})"


def _advice_line(match: Match, position: Position, advice: Choice, texts: Texts) -> str:
    """The best move, the moves expected after it, and the evaluation."""
    presenter, mover = PRESENTERS[match.game], position.to_move
    expected = (presenter.move_text(move, texts) for move in advice.line[1:_LINE_MOVES])
    return texts(
        "review.advice",
        side=presenter.side_name_in(mover, position, texts),
        line=Raw(", ".join([_bold_move(match, advice.move, texts), *expected])),
        evaluation=evaluation_label(advice, texts),
    )


def _buttons(match: Match, ply: int, numbered: bool) -> Iterator[Button[AnyView]]:
    """Back and forth."""
    mode = NUMBERED if numbered else ""
    at_start, at_end = ply == 0, ply == match.ply
    targets = (
        (START, "⏮️", at_start),
        (max(0, ply - 1), "◀️", at_start),
        (ply + 1, "▶️", at_end),
        (END, "⏭️", at_end),
    )
    for argument, emoji, disabled in targets:
        press = Press(Verb.REVIEW, match.id, match.position_id, f"{argument}{mode}")
        yield press_button(press, emoji=emoji, disabled=disabled)


def _questions(
    match: Match, ply: int, can_advise: bool, numbered: bool, texts: Texts
) -> Iterator[Button[AnyView]]:
    """The best move by an engine, and the order of play, below the four keys that fit one line of a phone."""
    press = Press(Verb.ADVISE, match.id, match.position_id, str(ply))
    label = texts.plain("button.best-move")
    yield press_button(press, label=label, emoji="💡", disabled=not can_advise)
    if PRESENTERS[match.game].shows_numbers:
        other = Press(Verb.REVIEW, match.id, match.position_id, f"{ply}{'' if numbered else NUMBERED}")
        style = discord.ButtonStyle.success if numbered else discord.ButtonStyle.secondary
        yield press_button(other, label=texts.plain("button.numbers"), style=style)


def _mistake_menu(match: Match, ply: int, found: Sequence[Mistake], texts: Texts) -> Select[AnyView]:
    """Leads to the mistakes; to the nearest ones if a menu cannot hold all."""
    nearest = sorted(found, key=lambda mistake: abs(mistake.ply - ply))[:MAX_MENU_OPTIONS]
    return press_select(
        Press(Verb.REVIEW, match.id, match.position_id),
        placeholder=texts.plain("review.mistakes", n=len(found)),
        options=[_option(match, one, texts) for one in sorted(nearest, key=lambda mistake: mistake.ply)],
    )


def _option(match: Match, mistake: Mistake, texts: Texts) -> discord.SelectOption:
    presenter, before = PRESENTERS[match.game], replay(match.record.before(mistake.ply - 1))
    symbol = presenter.symbol(before.to_move, before)
    move = presenter.move_text(match.moves[mistake.ply - 1], texts)
    change = texts.plain(_CHANGE_KEYS[mistake.had, mistake.got])
    return discord.SelectOption(
        label=f"{mistake.ply}. {symbol} {move}", description=change, value=str(mistake.ply)
    )
