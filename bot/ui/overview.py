"""The overview of a match that is over: the moves that decided it, the board of the first, and the graph."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import discord
from discord.ui import ActionRow, Button, Container, LayoutView, TextDisplay

from ai.analysis import Judgement, Label, is_turning_point
from bot.icons import Icon
from bot.match.report import Report, phases
from bot.presenters.board_scene import BoardScene
from bot.presenters.keypad import MAX_MENU_OPTIONS
from bot.presenters.openings import opening_name
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.best_play import standing
from bot.ui.board_words import before_in_words, board_in_words
from bot.ui.custom_ids import Press, Verb, press_button, press_select
from bot.ui.explorer import explore_button, explored_ply
from bot.ui.fault_scene import fault_scene
from bot.ui.layout import NEXT_STEP, UNBROKEN, layout
from bot.ui.match_message import INACTIVE, gallery, title
from bot.ui.match_status import result_line
from bot.ui.moments import (
    cost_or_reason,
    is_many,
    parts,
    short_parts,
    told_claim,
    told_shortly,
    what_was_better,
)
from bot.ui.panel import Panel
from bot.ui.phone import rows
from bot.ui.reasons import reasons
from bot.ui.sides_in_words import accuracies, played_like, side_name
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
_ROOM = {"othello": 8, "gomoku": 8, "go": 9, "hare_and_hounds": 10, "twelve_janggi": 8}
"""The lines of text for which the smallest phone has room, with the board and two rows of buttons."""
_FORMS = ((0, 2, True), (0, 1, True), (1, 1, True), (2, 1, True), (2, 0, True), (2, 0, False))
"""How much is said, most of it first: how many of the less costly moves have no reason; which levels the
moves are like, with their strengths (2), without (1), or not at all (0); whether chances are said of those
moves, and the better move of the first in the list, which the board shows."""
_PHASES = {"go": "go.explain-phases"}
"""What the phases are called in a game whose players have words for them."""
_LONG_NUMBER, _LONG_MOVE = 9, 3
"""Beside a number and a move that are longer, a phone has no room for a third button in the row."""
_BAR_FULL, _BAR_EMPTY = "▰", "▱"


def overview_view(
    report: Report,
    viewer: Side | None,
    texts: Texts,
    reader_id: int,
    *,
    explained: bool = False,
    timed: bool = False,
    note: str = "",
) -> LayoutView:
    """The overview for a person, with the board of `opening_ply`; ``explained`` is its page with the graph.

    ``viewer`` is the side that reads of it (`bot.ui.match_message.player`), ``timed`` whether the graph has
    the time of each move; a ``note`` stands below the result if a phone has room for it.
    """
    if explained:
        row = ActionRow(*_graph_buttons(report.match, texts))
        return _page(_explanation(report, texts, timed), graph_in_words(report, texts), [row])
    ply = opening_ply(report)
    has_moments = report.is_final and bool(report.moments)
    graph = press_button(review_press(report.match, EXPLAIN), label=texts.plain("button.graph"))
    _, *steps, _ = step_buttons(report.match, ply, texts)  # a phone has no room for those to both ends
    practice = list(_practice_button(report, reader_id, texts))
    if has_moments and is_many(report):
        # Practice leaves no room for steps on a phone: the menu leads to boards that have them.
        buttons = [ActionRow(_menu(report, texts)), ActionRow(graph, *(practice or steps))]
    else:
        buttons = [ActionRow(*_moments(report, texts), graph), ActionRow(*steps, *practice)]
    if has_moments:
        alt = before_in_words(opening_scene(report), report.match.moves[ply - 1], texts)
    else:
        alt = board_in_words(report.match.record, texts, is_over=True)
    return _page(_lines(report, viewer, texts, note), alt, buttons)


def _page(lines: Iterable[str], alt: str, buttons: Sequence[ActionRow[AnyView]]) -> LayoutView:
    return layout(Container(TextDisplay("\n".join(lines)), gallery(alt), *buttons, accent_color=INACTIVE))


def opening_ply(report: Report) -> int:
    """Where the overview is in the match: at the first in the list of moves that turned it, or at the end."""
    moments = report.moments if report.is_final else ()
    return moments[0].ply + 1 if moments else report.match.ply


def opening_scene(report: Report) -> BoardScene:
    """What the picture of the overview shows: the first in the list of moves that turned it, or the end."""
    if report.is_final and report.moments:
        first = report.moments[0]
        return fault_scene(report, first, told_claim(report, first))
    return BoardScene.of(report.match).after(opening_ply(report))


def review_press(match: Match, argument: str) -> Press:
    """The press that shows a position of a match's review, or its overview."""
    return Press(Verb.REVIEW, match.id, match.position_id, argument)


def fault_options(report: Report, ply: int, limit: int, texts: Texts) -> list[discord.SelectOption]:
    """At most ``limit`` mistakes as options: the reader's own first, then the nearest to ``ply``."""

    def order(fault: Judgement) -> tuple[bool, int]:
        return report.reader not in (None, fault.side), abs(fault.ply - ply)

    nearest = sorted(report.faults, key=order)[:limit]
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
        texts.plain("overview.alt-ahead", side=side_name(report.match, side, texts), n=_ahead(known, side))
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


# --- Text --------------------------------------------------------------------------------------------


def _lines(report: Report, viewer: Side | None, texts: Texts, note: str) -> list[str]:
    """The text in the fullest of its forms for which a phone has room, with the note if that is possible."""
    lines = list[str]()
    for said, form in product(dict.fromkeys((note, "")), _FORMS):
        lines = list(_lines_in(report, viewer, texts, said, *form))
        if sum(map(rows, lines)) <= _ROOM[report.match.game]:
            break
    return lines


def _lines_in(
    report: Report,
    viewer: Side | None,
    texts: Texts,
    note: str,
    short_moves: int,
    levels: int,
    has_room: bool,
) -> Iterator[str]:
    """The text in a form of `_FORMS`."""
    match = report.match
    opening = opening_name(match.record, texts)
    yield f"-# {' · '.join(filter(None, [f'**{title(match, texts)}**', opening]))}"
    yield result_line(match, viewer, replay(match.record), PRESENTERS[match.game], texts)
    if note:
        yield f"-# {note}"
    if not report.is_final:
        yield f"-# {_progress(report, texts)}"
    elif report.done == 0:
        yield f"-# {texts('overview.nothing-judged')}"
    if report.is_final and report.done:
        yield from _decided(report, texts, short_moves, has_room)
        like = played_like(report, texts, has_strengths=levels > 1) if levels else ""
        yield from (f"-# {line}" for line in (accuracies(report, texts), like) if line)


def _in_order(report: Report) -> Sequence[Judgement]:
    """The moves that turned the match, as they were played."""
    return sorted(report.moments, key=lambda moment: moment.ply)


def _progress(report: Report, texts: Texts) -> str:
    full = report.done * _BAR // max(1, report.total)
    bar = Raw(_BAR_FULL * full + _BAR_EMPTY * (_BAR - full))
    return texts("overview.progress", bar=bar, n=100 * report.done // max(1, report.total))


def _decided(report: Report, texts: Texts, short_moves: int, has_room: bool) -> Iterator[str]:
    """A line for each move that turned the match, in order: what it cost, and what was better.

    The first in the list is bold: it is on the board, with what is said of it. Many moves share a line before
    it. Of ``short_moves`` others, which cost least, no reason is said; ``has_room`` is the last part of
    `_FORMS`.
    """
    shortened = told_shortly(report, short_moves)
    heading = _heading(report)
    has_many = is_many(report)
    if has_many:
        in_short = " · ".join(_in_short(report, decisive, texts) for decisive in _in_order(report))
        yield f"-# {texts(heading, moves=Raw(in_short))}"
        first = report.moments[0]
        presenter, moves = PRESENTERS[report.match.game], report.match.moves
        number, move = presenter.move_number(moves, first.ply), moves[first.ply]
        name = f"**{number}. {presenter.move_text(move, texts)}**".replace(" ", UNBROKEN)
        why, better = cost_or_reason(report, first, texts), what_was_better(report, first, texts)
        yield f"-# {' · '.join(filter(None, (name, why, better)))}"
    for number, moment in enumerate([] if has_many else _in_order(report)):
        names = _marked_name(report, moment, texts), _in_short(report, moment, texts)
        if moment in shortened:
            each_part = short_parts(report, moment, *names, texts, has_chance=has_room)
        else:
            each_part = parts(report, moment, *names, texts, names_better=has_room)
        line = Raw(" · ".join(filter(None, each_part)))
        yield f"-# {line if number else texts(heading, moves=line)}"
    if report.other_estimate is not None and report.count is not None:
        yield f"-# {_other_estimate(report, report.count.ply, texts)}"
    elif not report.moments and (said := _nothing_turned(report, texts)):
        yield f"-# {said}"
    if report.is_rough:
        yield f"-# {texts('overview.rough')}"


def _heading(report: Report) -> str:
    """The key of what the listed moves are called."""
    if all(map(is_turning_point, report.moments)):
        return "overview.moments"
    labels = {moment.label for moment in report.moments}
    if labels == {Label.INACCURACY}:
        return "overview.inaccuracies-alone" if report.is_rough else "overview.nothing-costly"
    is_of_costs = report.match.game != "othello" and Label.INACCURACY not in labels
    return "overview.costliest" if is_of_costs and report.turned_are_costliest else "overview.mistakes"


def _marked_name(report: Report, moment: Judgement, texts: Texts) -> str:
    """A move with its sign; the first in the list of several is bold."""
    name = f"{move_name(report.match, moment.ply, texts)}{GLYPHS[moment.label]}".replace(" ", UNBROKEN)
    return f"**{name}**" if moment is report.moments[0] and len(report.moments) > 1 else name


def _in_short(report: Report, moment: Judgement, texts: Texts) -> str:
    """A move with its sign and the points that it lost."""
    name, lost = _marked_name(report, moment, texts), round(moment.margin_loss or 0.0)
    key = "overview.moment-discs" if report.match.game == "othello" else "overview.moment"
    return texts(key, move=Raw(name), n=lost) if lost else name


def _nothing_turned(report: Report, texts: Texts) -> str:
    """What a match has instead of turning points; a rough analysis says how little moves lost."""
    if report.faults:
        return texts("overview.none-turned")
    inaccuracies = sum(
        judgement.label is Label.INACCURACY for judgement in report.judgements if judgement is not None
    )
    if inaccuracies:
        return texts("overview.inaccuracies", n=inaccuracies)
    if not report.is_rough:
        return texts("overview.no-moments")
    lost = [judgement.margin_loss for judgement in report.judgements if judgement is not None]
    points = [loss for loss in lost if loss is not None]
    return texts("overview.none-lost-more", n=max(1, math.ceil(max(points)))) if points else ""


def _other_estimate(report: Report, ply: int, texts: Texts) -> str:
    """That the agreed count has another winner than the engine expected before it."""
    verdict = report.verdicts[ply]
    assert verdict is not None, "without it there is no estimate"
    lead = standing(report.match.record.before(ply), verdict.best, texts)
    return texts("overview.other-estimate", lead=lead)


def _explanation(report: Report, texts: Texts, timed: bool) -> Iterator[str]:
    match = report.match
    yield f"-# **{title(match, texts)}**"
    first, second = (side_name(match, side, texts) for side in Side)
    yield f"-# {' '.join(_legend(report, texts))}"
    if not report.is_rough:
        yield f"-# {texts('overview.explain-accuracy')}"
    if timed:
        yield f"-# {texts('overview.explain-times', first=first, second=second)}"


def _legend(report: Report, texts: Texts) -> Iterator[str]:
    """What the graph shows, and the signs that are in this one."""
    first, second = (side_name(report.match, side, texts) for side in Side)
    yield texts("overview.explain-graph", first=first, second=second)
    if any(report.proven):
        yield texts("overview.explain-exact")
    if report.faults:
        yield texts("overview.explain-faults")
    if phases(report.match):
        yield texts(_PHASES.get(report.match.game, "overview.explain-phases"))


# --- Buttons -----------------------------------------------------------------------------------------


def _moments(report: Report, texts: Texts) -> Iterator[Button[AnyView]]:
    """A button for each move that turned the match, in order; the first in the list is on the board."""
    match = report.match
    for moment in _in_order(report) if report.is_final else ():
        if moment is report.moments[0]:
            continue
        blunder = moment.label is Label.BLUNDER
        style = discord.ButtonStyle.danger if blunder else discord.ButtonStyle.primary
        number = PRESENTERS[match.game].move_number(match.moves, moment.ply)
        move = PRESENTERS[match.game].move_text(match.moves[moment.ply], texts).replace(" → ", "→")
        is_long = number > _LONG_NUMBER and len(move) > _LONG_MOVE
        # Without its sign, which the text has, and a long one without its number: on a phone, three fit.
        label = move if is_long else f"{number}. {move}"
        yield press_button(review_press(match, f"{moment.ply + 1}.m"), label=label, style=style)


def _menu(report: Report, texts: Texts) -> discord.ui.Select[AnyView]:
    """A menu of `Report.listed`, with what is said of the moves."""
    menu = Press(Verb.REVIEW, report.match.id, report.match.position_id)
    options = [_option(report, fault, texts) for fault in report.listed[:MAX_MENU_OPTIONS]]
    return press_select(menu, placeholder=texts.plain("review.faults"), options=options)


def _practice_button(report: Report, reader_id: int, texts: Texts) -> Iterator[Button[AnyView]]:
    """The button that asks for better moves than the reader's mistakes, or those of both sides."""
    faults = report.to_practice(reader_id) if report.is_final else ()
    if faults:
        panel = Panel(PRACTICE, f"m{report.match.id}.{faults[0].ply}.show")
        label = texts.plain("profile.practice-key")
        yield Button(custom_id=panel.custom_id, label=label, style=NEXT_STEP)


def step_buttons(match: Match, ply: int, texts: Texts, end: str = "") -> Iterator[Button[AnyView]]:
    """The buttons to the start, one move back, one move on, and to the end; ``end`` ends their arguments.

    The two in the middle are words, which say what the row is for; a phone has no room for four.
    """
    at_start, at_end = ply == 0, ply == match.ply
    before, after = texts.plain("button.step-back"), texts.plain("button.step-on")
    yield press_button(review_press(match, f"{START}{end}"), emoji=Icon.FIRST, disabled=at_start)
    yield press_button(review_press(match, f"{max(0, ply - 1)}{end}"), label=before, disabled=at_start)
    yield press_button(review_press(match, f"{ply + 1}{end}"), label=after, disabled=at_end)
    yield press_button(review_press(match, f"{END}{end}"), emoji=Icon.LAST, disabled=at_end)


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
