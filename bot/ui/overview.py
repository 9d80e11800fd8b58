"""The overview of a match that is over: its graph, both sides' accuracy, and the moves that decided it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import discord
from discord.ui import ActionRow, Button, Container, LayoutView, Select, TextDisplay

from ai.analysis import Judgement, Label
from bot.icons import Icon
from bot.match.report import Report
from bot.presenters.base import MAX_MENU_OPTIONS
from bot.presenters.openings import opening_name
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.custom_ids import Press, Verb, press_button, press_select
from bot.ui.explorer import explore_button, explored_ply
from bot.ui.layout import NEXT_STEP, UNBROKEN, layout
from bot.ui.match_message import INACTIVE, gallery, result_line, title
from bot.ui.panel import Panel
from bot.ui.reasons import reasons
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
    """The overview for a person; ``explained`` says what its parts mean instead of what they show.

    ``viewer`` is the side that reads of it (`bot.ui.match_message.player`), ``timed`` whether the graph has
    the time of each move.
    """
    lines = _explanation(report, texts, timed) if explained else _lines(report, viewer, texts)
    practice = () if explained else _practice_button(report, reader_id, texts)
    rows = [ActionRow(*practice, *_buttons(report.match, explained, texts))]
    if not explained:
        moments = [*_moments(report)]
        rows = [*([ActionRow(*moments)] if moments else []), *rows]
        rows += [ActionRow(fault_menu(report, texts))] if report.faults else []
    picture = gallery(graph_in_words(report, texts))
    return layout(Container(TextDisplay("\n".join(lines)), picture, *rows, accent_color=INACTIVE))


def review_press(match: Match, argument: str) -> Press:
    """The press that shows a position of a match's review, or its overview."""
    return Press(Verb.REVIEW, match.id, match.position_id, argument)


def fault_menu(report: Report, texts: Texts) -> Select[AnyView]:
    """Leads to the mistakes and blunders."""
    match = report.match
    return press_select(
        Press(Verb.REVIEW, match.id, match.position_id),
        placeholder=texts.plain("review.faults", n=len(report.faults)),
        options=fault_options(report, match.ply, MAX_MENU_OPTIONS, texts),
    )


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
        yield accuracy
    if report.is_final and report.done:
        yield _decided(report, texts)


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


def _decided(report: Report, texts: Texts) -> str:
    if not report.moments:
        return f"-# {texts('overview.no-moments-rough' if report.is_rough else 'overview.no-moments')}"
    moves = [
        f"{move_name(report.match, moment.ply, texts)}{GLYPHS[moment.label]}" for moment in report.moments
    ]
    unbroken = ", ".join(move.replace(" ", UNBROKEN) for move in moves)
    return f"-# {texts('overview.moments', moves=Raw(unbroken))}"


def _explanation(report: Report, texts: Texts, timed: bool) -> Iterator[str]:
    match = report.match
    yield f"-# **{title(match, texts)}**"
    first, second = (_side(match, side, texts) for side in Side)
    yield f"-# {texts('overview.explain-graph', first=first, second=second)}"
    yield f"-# {texts('overview.explain-accuracy')}"
    if timed:
        yield f"-# {texts('overview.explain-times', first=first, second=second)}"


# --- Buttons -----------------------------------------------------------------------------------------


def _moments(report: Report) -> Iterator[Button[AnyView]]:
    """A button for each move that decided the match."""
    for moment in report.moments if report.is_final else ():
        blunder = moment.label is Label.BLUNDER
        style = discord.ButtonStyle.danger if blunder else discord.ButtonStyle.primary
        number = PRESENTERS[report.match.game].move_number(report.match.moves, moment.ply)
        label = f"{number}{GLYPHS[moment.label]}"
        yield press_button(review_press(report.match, f"{moment.ply + 1}.m"), label=label, style=style)


def _practice_button(report: Report, reader_id: int, texts: Texts) -> Iterator[Button[AnyView]]:
    """The button that asks for better moves than the reader's mistakes, or those of both sides."""
    faults = report.faults_of(reader_id) if report.is_final else ()
    if faults:
        panel = Panel(PRACTICE, f"m{report.match.id}.{faults[0].ply}.show")
        label = texts.plain("profile.practice-key")
        yield Button(custom_id=panel.custom_id, label=label, emoji=Icon.PRACTICE, style=NEXT_STEP)


def _buttons(match: Match, explained: bool, texts: Texts) -> Iterator[Button[AnyView]]:
    """To the opening in the explorer, to the first move, to the end, and what the overview means.

    On a phone 360 dp wide they take two rows in this order, also with one before them.
    """
    ply = explored_ply(match)
    if ply is not None:
        yield explore_button(match, ply, texts)
    for argument, key in (("1", "button.from-start"), (END, "button.end-position")):
        label = texts.plain(key)
        yield press_button(review_press(match, argument), label=label, disabled=match.ply == 0)
    argument, key = (OVERVIEW, "button.explained") if explained else (EXPLAIN, "button.explain")
    yield press_button(review_press(match, argument), label=texts.plain(key))


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
