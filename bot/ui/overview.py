"""The overview of a match that is over: the moves that decided it, the board of the first, and the graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import discord
from discord.ui import ActionRow, Button, Container, LayoutView, TextDisplay

from ai.analysis import Judgement, Label
from bot.match.report import Report
from bot.presenters.base import MAX_MENU_OPTIONS
from bot.presenters.openings import opening_name
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.best_play import written_line
from bot.ui.custom_ids import Press, Verb, press_button
from bot.ui.explorer import explore_button, explored_ply
from bot.ui.layout import NEXT_STEP, UNBROKEN, layout
from bot.ui.match_message import INACTIVE, gallery, result_line, title
from bot.ui.panel import Panel
from bot.ui.reasons import counted_cost, reasons
from data.model.match import Match
from games import replay
from games.base import Side

PRACTICE = "practice"
"""The verb of the panels of mistakes as puzzles (`bot.ui.practice`)."""
OVERVIEW, EXPLAIN, START, END = "overview", "explain", "start", "end"
"""Arguments besides a move's number. Buttons of one message need different custom_ids even if they lead to
the same position, so an argument can end with a dot and a letter."""
GLYPHS = {Label.INACCURACY: "?!", Label.MISTAKE: "?", Label.BLUNDER: "??"}
"""The signs of chess notation, which the games' players read as well."""
LABEL_KEYS = {
    Label.INACCURACY: "label.inaccuracy",
    Label.MISTAKE: "label.mistake",
    Label.BLUNDER: "label.blunder",
}
_BAR = 10  # symbols of the bar of progress
_BAR_FULL, _BAR_EMPTY = "▰", "▱"


def overview_view(
    report: Report,
    viewer: Side | None,
    texts: Texts,
    reader_id: int,
    *,
    explained: bool = False,
    timed: bool = False,
) -> LayoutView:
    """The overview for a person, with the board of `opening_ply`; ``explained`` is its page with the graph.

    ``viewer`` is the side that reads of it (`bot.ui.match_message.player`), ``timed`` whether the graph has
    the time of each move.
    """
    if explained:
        row = ActionRow(*_graph_buttons(report.match, texts))
        return _page(_explanation(report, texts, timed), graph_in_words(report, texts), [row])
    position = replay(report.match.record.before(opening_ply(report)))
    moments = [*_moments(report, texts)]
    rows = [ActionRow(*moments)] if moments else []
    rows.append(ActionRow(*_buttons(report, reader_id, texts)))
    alt = PRESENTERS[report.match.game].describe(position, texts)
    return _page(_lines(report, viewer, texts), alt, rows)


def _page(lines: Iterator[str], alt: str, rows: Sequence[ActionRow[AnyView]]) -> LayoutView:
    return layout(Container(TextDisplay("\n".join(lines)), gallery(alt), *rows, accent_color=INACTIVE))


def opening_ply(report: Report) -> int:
    """The position that the overview shows: after the first of the moves that decided it, or the last."""
    moments = report.moments if report.is_final else ()
    return moments[0].ply + 1 if moments else report.match.ply


def review_press(match: Match, argument: str) -> Press:
    """The press that shows a position of a match's review, or its overview."""
    return Press(Verb.REVIEW, match.id, match.position_id, argument)


def fault_options(report: Report, ply: int, limit: int, texts: Texts) -> list[discord.SelectOption]:
    """At most ``limit`` mistakes as options: those nearest to the position after ``ply`` moves."""
    nearest = sorted(report.faults, key=lambda fault: abs(fault.ply - ply))[:limit]
    nearest.sort(key=lambda fault: fault.ply)
    return [_option(report, fault, texts) for fault in nearest]


def move_name(match: Match, ply: int, texts: Texts) -> str:
    """The move after ``ply`` moves: its number, the side's piece, the move."""
    before, presenter = replay(match.record.before(ply)), PRESENTERS[match.game]
    symbol = presenter.symbol(before.to_move, before)
    number = presenter.move_number(match.moves, ply)
    return f"{number}. {symbol} {presenter.move_text(match.moves[ply], texts)}"


def graph_in_words(report: Report, texts: Texts) -> str:
    """What the graph shows, for people who cannot see it."""
    known = [score for score in report.scores if score is not None]
    if not known:
        return texts.plain("overview.alt-empty")
    shares = [
        texts.plain("overview.alt-ahead", side=_side(report.match, side, texts), n=_ahead(known, side))
        for side in Side
    ]
    faults = [
        f"{move_name(report.match, fault.ply, texts)} ({texts.plain(LABEL_KEYS[fault.label])})"
        for fault in report.faults[:MAX_MENU_OPTIONS]
    ]
    key = "overview.alt" if faults else "overview.alt-flawless"
    return texts.plain(key, n=report.match.ply, ahead=", ".join(shares), faults=", ".join(faults))


def _ahead(scores: Sequence[float], side: Side) -> int:
    """The percentage of positions in which a side is ahead."""
    sign = 1 if side is Side.FIRST else -1
    return round(100 * sum(score * sign > 0 for score in scores) / len(scores))


def _side(match: Match, side: Side, texts: Texts) -> str:
    return PRESENTERS[match.game].side_name_in(side, replay(match.record), texts)


# --- Text --------------------------------------------------------------------------------------------


def _lines(report: Report, viewer: Side | None, texts: Texts) -> Iterator[str]:
    match = report.match
    opening = opening_name(match.record, texts)
    yield f"-# **{title(match, texts)}**" + (f" · {opening}" if opening else "")
    yield result_line(match, viewer, replay(match.record), PRESENTERS[match.game], texts)
    if not report.is_final:
        yield f"-# {_progress(report, texts)}"
    elif report.done == 0:
        yield f"-# {texts('overview.nothing-judged')}"
    if accuracy := _accuracy(report, texts):
        yield f"-# {accuracy}"
    if report.is_final and report.done:
        yield from _decided(report, texts)


def _progress(report: Report, texts: Texts) -> str:
    full = report.done * _BAR // max(1, report.total)
    bar = Raw(_BAR_FULL * full + _BAR_EMPTY * (_BAR - full))
    return texts("overview.progress", bar=bar, done=report.done, total=report.total)


def _accuracy(report: Report, texts: Texts) -> str:
    known = {side: report.accuracy(side) for side in Side}
    each = [
        f"{_side(report.match, side, texts)} **{value:.0f}%**"
        for side, value in known.items()
        if value is not None
    ]
    return texts("overview.accuracy", each=Raw(" · ".join(each))) if each else ""


def _decided(report: Report, texts: Texts) -> Iterator[str]:
    """A line for each move that decided the match: what it cost, and what was better.

    Only the first one, which is on the board, has the moves after the better one: all fit a phone.
    """
    for number, moment in enumerate(report.moments):
        name = f"{move_name(report.match, moment.ply, texts)}{GLYPHS[moment.label]}".replace(" ", UNBROKEN)
        record, moves = report.match.record.before(moment.ply), moment.better.moves
        better = written_line(record, moves if number == 0 else moves[:1], texts)
        line = Raw(" · ".join([name, *_cost(report, moment, texts), texts("review.better", line=better)]))
        yield f"-# {line if number else texts('overview.moments', moves=line)}"
    if not report.moments:
        yield f"-# {texts('overview.no-moments')}"
    if report.is_rough:
        yield f"-# {texts('overview.rough')}"


def _cost(report: Report, fault: Judgement, texts: Texts) -> Sequence[str]:
    """What a move cost in discs or points, or else the gravest reason why it was a fault, if there is any."""
    return [cost] if (cost := counted_cost(report, fault, texts)) else reasons(report, fault, texts)[:1]


def _explanation(report: Report, texts: Texts, timed: bool) -> Iterator[str]:
    match = report.match
    yield f"-# **{title(match, texts)}**"
    first, second = (_side(match, side, texts) for side in Side)
    yield f"-# {texts('overview.explain-graph', first=first, second=second)}"
    if not report.is_rough:
        yield f"-# {texts('overview.explain-accuracy')}"
    if timed:
        yield f"-# {texts('overview.explain-times', first=first, second=second)}"


# --- Buttons -----------------------------------------------------------------------------------------


def _moments(report: Report, texts: Texts) -> Iterator[Button[AnyView]]:
    """A button for each move that decided the match."""
    match = report.match
    for moment in report.moments if report.is_final else ():
        blunder = moment.label is Label.BLUNDER
        style = discord.ButtonStyle.danger if blunder else discord.ButtonStyle.primary
        number = PRESENTERS[match.game].move_number(match.moves, moment.ply)
        move = PRESENTERS[match.game].move_text(match.moves[moment.ply], texts)
        label = f"{number}. {move}"  # without its sign, which the text has: on a phone, three fit in a row
        yield press_button(review_press(match, f"{moment.ply + 1}.m"), label=label, style=style)


def _practice_button(report: Report, reader_id: int, texts: Texts) -> Iterator[Button[AnyView]]:
    """The button that asks for better moves than the reader's mistakes, or those of both sides."""
    faults = report.faults_of(reader_id) if report.is_final else ()
    if faults:
        panel = Panel(PRACTICE, f"m{report.match.id}.{faults[0].ply}.show")
        label = texts.plain("profile.practice-key")
        yield Button(custom_id=panel.custom_id, label=label, style=NEXT_STEP)


def _buttons(report: Report, reader_id: int, texts: Texts) -> Iterator[Button[AnyView]]:
    """To the reader's mistakes as puzzles, to the moves one by one, and to the graph; the first is green."""
    match, practice = report.match, [*_practice_button(report, reader_id, texts)]
    yield from practice
    yield press_button(
        review_press(match, "1"),
        label=texts.plain("button.from-start"),
        disabled=match.ply == 0,
        style=discord.ButtonStyle.secondary if practice else NEXT_STEP,
    )
    yield press_button(review_press(match, EXPLAIN), label=texts.plain("button.graph"))


def _graph_buttons(match: Match, texts: Texts) -> Iterator[Button[AnyView]]:
    """To the opening in the explorer, to the end, and back to the overview."""
    ply = explored_ply(match)
    if ply is not None:
        yield explore_button(match, ply, texts)
    yield press_button(
        review_press(match, END), label=texts.plain("button.end-position"), disabled=match.ply == 0
    )
    yield press_button(review_press(match, OVERVIEW), label=texts.plain("button.overview"))


def _option(report: Report, fault: Judgement, texts: Texts) -> discord.SelectOption:
    match, before = report.match, replay(report.match.record.before(fault.ply))
    presenter = PRESENTERS[match.game]
    number = presenter.move_number(match.moves, fault.ply)
    label = f"{number}. {presenter.move_text(match.moves[fault.ply], texts)}{GLYPHS[fault.label]}"
    why = " · ".join([texts.plain(LABEL_KEYS[fault.label]), *reasons(report, fault, texts)])
    return discord.SelectOption(
        label=label,
        description=why[:100],
        value=str(fault.ply + 1),
        emoji=presenter.symbol(before.to_move, before),
    )
