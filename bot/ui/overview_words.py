"""The text of the overview of a match that is over, and of its page with the graph."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

from ai.analysis import Judgement, Label, is_turning_point
from bot.match.report import Report, phases
from bot.presenters.openings import opening_name
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui.best_play import standing
from bot.ui.layout import UNBROKEN
from bot.ui.match_message import title
from bot.ui.match_status import result_line
from bot.ui.moments import (
    cost_or_reason,
    is_many,
    parts,
    short_parts,
    told_shortly,
    what_was_better,
)
from bot.ui.phone import rows
from bot.ui.reasons import claim_on_fault
from bot.ui.resigned_ahead import resigned_ahead
from bot.ui.sides_in_words import accuracies, played_like, side_name
from data.model.match import Match
from games import replay
from games.base import Side

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
_FORMS = (
    *((0, 2, True), (0, 1, True), (0, 0, True), (1, 1, True), (1, 0, True)),
    *((2, 1, True), (2, 0, True), (4, 1, True), (4, 0, True), (4, 0, False)),
)
"""How much is said, most of it first: how many of the less costly moves have no reason; which levels the
moves are like, with their strengths (2), without (1), or not at all (0); whether chances are said of those
moves, and the better move of the first in the list, which the board shows."""
_PHASES = {"go": "go.explain-phases"}
"""What the phases are called in a game whose players have words for them."""
_BAR_FULL, _BAR_EMPTY = "▰", "▱"


def overview_lines(report: Report, viewer: Side | None, texts: Texts, note: str) -> list[str]:
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
    if ahead := resigned_ahead(match, report.verdicts[-1] if report.verdicts else None, texts):
        yield f"-# {ahead}"
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


def in_order(report: Report) -> Sequence[Judgement]:
    """The moves that turned the match, as they were played."""
    return sorted(report.moments, key=lambda moment: moment.ply)


def _progress(report: Report, texts: Texts) -> str:
    full = report.done * _BAR // max(1, report.total)
    bar = Raw(_BAR_FULL * full + _BAR_EMPTY * (_BAR - full))
    return texts("overview.progress", bar=bar, n=100 * report.done // max(1, report.total))


def _decided(report: Report, texts: Texts, short_moves: int, has_room: bool) -> Iterator[str]:
    """A line for each move that turned the match, in order: what it cost, and what was better.

    The first in the list is bold: it is on the board, with what is said of it. Many moves share a line before
    those that say what was wrong. Of ``short_moves`` others, which cost least, no reason is said;
    ``has_room`` is the last part of `_FORMS`.
    """
    shortened = told_shortly(report, short_moves)
    heading = _heading(report)
    has_many = is_many(report)
    if has_many:
        in_short = " · ".join(_in_short(report, decisive, texts) for decisive in in_order(report))
        yield f"-# {texts(heading, moves=Raw(in_short))}"
        yield from _ideas(report, texts, shortened)
    for number, moment in enumerate([] if has_many else in_order(report)):
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


def _ideas(report: Report, texts: Texts, shortened: Sequence[Judgement]) -> Iterator[str]:
    """What was wrong with each of many moves, in order; of the first in the list also what was better.

    Others have a line if something is claimed of them and they are not ``shortened``.
    """
    presenter, moves, first = PRESENTERS[report.match.game], report.match.moves, report.moments[0]
    for moment in in_order(report):
        number, move = presenter.move_number(moves, moment.ply), moves[moment.ply]
        name = f"{number}. {presenter.move_text(move, texts)}".replace(" ", UNBROKEN)
        why = cost_or_reason(report, moment, texts)
        if moment is first:
            better = what_was_better(report, moment, texts)
            yield f"-# {' · '.join(filter(None, (f'**{name}**', why, better)))}"
        elif moment not in shortened and claim_on_fault(report, moment) is not None:
            yield f"-# {name} · {why}"


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


def explanation(report: Report, texts: Texts, timed: bool) -> Iterator[str]:
    """What the graph shows; with ``timed`` also what the bars of its times mean."""
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


def move_name(match: Match, ply: int, texts: Texts) -> str:
    """The move after ``ply`` moves: its number, the side's piece, the move."""
    before, presenter = replay(match.record.before(ply)), PRESENTERS[match.game]
    symbol = presenter.symbol(before.to_move, before)
    number = presenter.move_number(match.moves, ply)
    return f"{number}. {symbol} {presenter.move_text(match.moves[ply], texts)}"
