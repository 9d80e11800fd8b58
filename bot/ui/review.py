"""The review of a match that is over, move by move."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord.ui import ActionRow, Button, Container, LayoutView, TextDisplay

from ai.analysis import Judgement, Label, Line
from bot.icons import Icon
from bot.match.report import Report, is_judged
from bot.presenters.board_scene import BoardScene
from bot.presenters.keypad import MAX_MENU_OPTIONS
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.best_play import standing, written_line
from bot.ui.board_words import before_in_words, board_in_words
from bot.ui.custom_ids import Press, Verb, press_button, press_select
from bot.ui.fault_scene import fault_scene
from bot.ui.layout import layout
from bot.ui.match_message import INACTIVE, gallery, title
from bot.ui.match_status import result_line
from bot.ui.overview import OVERVIEW, fault_options, review_press, step_buttons
from bot.ui.overview_words import GLYPHS, LABEL_KEYS
from bot.ui.reasons import claim_on_fault, reasons
from data.model.match import Match
from games import replay
from games.base import Move, Position, Record, Side

NUMBERED = ".n"
"""The end of an argument that asks for the order of play on the stones."""
PLAIN = ".p"
"""The end of one that asks for the stones without it, where an option for the same position has no end."""
_WHY = 80
"""Letters of reasons beside which a phone has room for the line after the better move."""


def step_view(
    report: Report,
    viewer: Side | None,
    ply: int,
    texts: Texts,
    advice: Line | None = None,
    *,
    numbered: bool = False,
) -> LayoutView:
    """The match after ``ply`` moves: the move, and what was better; else the evaluation.

    ``viewer`` is the side that reads of it (`bot.ui.match_message.player`).
    ``advice`` is the best play in that position, if the reader asked for it; ``numbered``, whether the
    picture shows the order of play.
    """
    match, position = report.match, replay(report.match.record.before(ply))
    lines = _lines(report, viewer, ply, position, texts, advice)
    is_shown_after = numbered or advice is not None
    is_before = not is_shown_after and judgement_at(report, ply) is not None
    words = before_in_words(step_scene(report, ply), match.moves[ply - 1], texts) if is_before else ""
    alt = words or board_in_words(match.record.before(ply), texts, is_over=ply == match.ply)
    can_advise = advice is None and is_judged(position)
    rows = [
        ActionRow(*step_buttons(match, ply, texts, NUMBERED if numbered else "")),
        ActionRow(*_questions(report, ply, can_advise, numbered, texts)),
        *_menu(report, ply, numbered, texts),
    ]
    return layout(Container(TextDisplay("\n".join(lines)), gallery(alt), *rows, accent_color=INACTIVE))


def judgement_at(report: Report, ply: int) -> Judgement | None:
    """The judgement of the move that led to the position after ``ply`` moves; None if no other was better."""
    judgement = report.judgements[ply - 1] if 0 < ply <= len(report.judgements) else None
    return judgement if judgement is not None and judgement.label in GLYPHS else None


def step_scene(report: Report, ply: int) -> BoardScene:
    """What the picture after ``ply`` moves shows.

    After a mistake it is the position before it: there the better line and the mistake can be compared. What
    is said of the mistake is marked.
    """
    scene, fault = BoardScene.of(report.match), judgement_at(report, ply)
    if fault is None:
        return scene.after(ply)
    return fault_scene(report, fault, None if _is_last(report, fault) else claim_on_fault(report, fault))


def _lines(
    report: Report,
    viewer: Side | None,
    ply: int,
    position: Position,
    texts: Texts,
    advice: Line | None,
) -> Iterator[str]:
    """The title, the move, and what there is to say of it: why it was a fault, advice, or the evaluation."""
    match, fault, best = report.match, judgement_at(report, ply), report.best(ply)
    yield f"-# **{title(match, texts)}**"
    yield move_line(match, ply, texts, has_effects=fault is None)
    if fault is not None:
        yield _fault_line(report, fault, texts, with_line=advice is None)
    if advice is not None:
        yield _advice_line(match.record.before(ply), advice, texts)
    elif fault is None and best is not None:
        yield "-# " + _turn_line(match.record.before(ply), best, texts)
    if ply == match.ply:
        yield "-# " + result_line(match, viewer, position, PRESENTERS[match.game], texts)


def move_line(match: Match, ply: int, texts: Texts, *, has_effects: bool = True) -> str:
    """Which of the match's moves led to the position after ``ply`` moves.

    If it ``has_effects``, it says what the move turned or captured.
    """
    presenter = PRESENTERS[match.game]
    count = presenter.move_number(match.moves, match.ply - 1)
    if ply == 0:
        return texts("review.start", n=count)
    before = replay(match.record.before(ply - 1))
    mover, move = before.to_move, match.moves[ply - 1]
    line = texts(
        "review.move",
        ply=presenter.move_number(match.moves, ply - 1),
        n=count,
        symbol=Raw(presenter.symbol(mover, before)),
        side=presenter.side_name_in(mover, before, texts),
        move=_bold_move(match, move, texts),
    )
    effects = presenter.effects(before, move, texts, is_short=True) if has_effects else ()
    return ", ".join([line, *effects])


def _bold_move(match: Match, move: Move, texts: Texts) -> Raw:
    return Raw(f"**{PRESENTERS[match.game].move_text(move, texts)}**")


def _turn_line(record: Record, known: Line, texts: Texts) -> str:
    presenter, position = PRESENTERS[record.game], replay(record)
    mover = position.to_move
    symbol, side = Raw(presenter.symbol(mover, position)), presenter.side_name_in(mover, position, texts)
    return texts("review.turn", symbol=symbol, side=side, evaluation=standing(record, known, texts))


def _fault_line(report: Report, fault: Judgement, texts: Texts, *, with_line: bool) -> str:
    """How bad the move was, why, and what was better; the line after the better move if there is room."""
    why = () if _is_last(report, fault) else reasons(report, fault, texts)
    has_room = with_line and sum(map(len, why)) <= _WHY
    moves = fault.better.moves if has_room else fault.better.moves[:1]
    label, better = (
        texts(LABEL_KEYS[fault.label]),
        written_line(report.match.record.before(fault.ply), moves, texts),
    )
    sign = GLYPHS[fault.label] if fault.label is Label.INACCURACY else Icon.MISTAKE
    return "-# " + " · ".join([f"{sign} **{label}**", *why, texts("review.better", line=better)])


def _is_last(report: Report, fault: Judgement) -> bool:
    """Whether the match ended with a mistake: then its result is said, and no reason."""
    return fault.ply + 1 == report.match.ply


def _advice_line(record: Record, advice: Line, texts: Texts) -> str:
    """The best move, the moves expected after it, and the evaluation."""
    return texts(
        "review.advice",
        line=written_line(record, advice.moves, texts),
        evaluation=standing(record, advice, texts),
    )


def _questions(
    report: Report, ply: int, can_advise: bool, numbered: bool, texts: Texts
) -> Iterator[Button[AnyView]]:
    """The overview, the best move, and the position as a picture for everybody: one row on a phone.

    After a mistake the best move is named as what it is then: the opponent's best reply.
    """
    match, overview = report.match, texts.plain("button.overview")
    yield press_button(review_press(match, OVERVIEW), label=overview, disabled=not match.moves)
    advise = Press(Verb.ADVISE, match.id, match.position_id, str(ply))
    best = texts.plain("button.best-move" if judgement_at(report, ply) is None else "button.best-reply")
    yield press_button(advise, label=best, disabled=not can_advise)
    shared = f"{ply}{NUMBERED if numbered else ''}"
    share = Press(Verb.SHARE, match.id, match.position_id, shared)
    yield press_button(share, label=texts.plain("button.post"))


def _menu(report: Report, ply: int, numbered: bool, texts: Texts) -> Iterator[ActionRow[AnyView]]:
    """A menu that turns the order of play on the stones on and off, and leads to the mistakes, if any."""
    match, options = report.match, list[discord.SelectOption]()
    placeholder = texts.plain("review.faults")
    if PRESENTERS[match.game].shows_numbers:
        key, end = ("review.no-numbers", PLAIN) if numbered else ("review.numbers", NUMBERED)
        options.append(discord.SelectOption(label=texts.plain(key), value=f"{ply}{end}"))
        placeholder = texts.plain("review.faults-and-numbers" if report.faults else "review.move-order")
    options += fault_options(report, ply, MAX_MENU_OPTIONS - len(options), texts)
    if options:
        menu = Press(Verb.REVIEW, match.id, match.position_id)
        yield ActionRow(press_select(menu, placeholder=placeholder, options=options))
