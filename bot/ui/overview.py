"""The overview of a match that is over: the moves that decided it, the board of the first, and the graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import discord
from discord.ui import ActionRow, Button, Container, LayoutView, TextDisplay

from ai.analysis import Judgement, Label
from bot.icons import Icon
from bot.match.report import Report
from bot.presenters.board_scene import BoardScene
from bot.presenters.keypad import MAX_MENU_OPTIONS
from bot.presenters.registry import PRESENTERS
from bot.texts import Texts
from bot.ui import AnyView
from bot.ui.board_words import before_in_words, board_in_words
from bot.ui.custom_ids import Press, Verb, press_button, press_select
from bot.ui.explorer import explore_button, explored_ply
from bot.ui.fault_scene import fault_scene
from bot.ui.layout import NEXT_STEP, layout
from bot.ui.match_message import INACTIVE, gallery
from bot.ui.moments import (
    is_many,
    told_claim,
)
from bot.ui.overview_words import GLYPHS, LABEL_KEYS, explanation, in_order, move_name, overview_lines
from bot.ui.panel import Panel
from bot.ui.reasons import reasons
from bot.ui.sides_in_words import side_name
from data.model.match import Match
from games import replay
from games.base import Side

PRACTICE = "practice"
"""The verb of the panels of mistakes as puzzles (`bot.ui.practice`)."""
OVERVIEW, EXPLAIN, START, END = "overview", "explain", "start", "end"
"""Arguments besides a move's number. Buttons of one message need different custom_ids even if they lead to
the same position, so an argument can end with a dot and a letter."""
_LONG_NUMBER, _LONG_MOVE = 9, 3
"""Beside a number and a move that are longer, a phone has no room for a third button in the row."""


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
        return _page(explanation(report, texts, timed), graph_in_words(report, texts), [row])
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
    return _page(overview_lines(report, viewer, texts, note), alt, buttons)


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


# --- Buttons -----------------------------------------------------------------------------------------


def _moments(report: Report, texts: Texts) -> Iterator[Button[AnyView]]:
    """A button for each move that turned the match, in order; the first in the list is on the board."""
    match = report.match
    for moment in in_order(report) if report.is_final else ():
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
