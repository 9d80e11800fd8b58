"""A mistake as a puzzle: the position before it, buttons that try a move there, and what comes of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import discord
from discord.ui import ActionRow, Container, LayoutView, Modal, TextDisplay

from ai.analysis import Label
from bot.icons import Icon
from bot.match.report import Report
from bot.presenters.board_scene import BoardScene, line_from
from bot.presenters.keypad import Action, Keypad, KeypadButton, Tone
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.best_play import written_line
from bot.ui.board_words import board_in_words, marks_in_words
from bot.ui.claim_marks import explained
from bot.ui.claims import move_as_subject
from bot.ui.custom_ids import press_button
from bot.ui.fault_scene import fault_scene
from bot.ui.layout import NEXT_STEP, above_part, layout
from bot.ui.match_message import INACTIVE, gallery, title
from bot.ui.modals import move_modal
from bot.ui.overview import OVERVIEW, PRACTICE, review_press
from bot.ui.overview_words import LABEL_KEYS
from bot.ui.panel import Panel, button
from bot.ui.reasons import claim_on_fault, reasons, what_it_leaves
from bot.ui.review import judgement_at
from bot.ui.trying import CONTROL_KEYS, RIGHT, WRONG, action_button, rows_with_controls
from data.model.match import Match
from games import replay
from games.base import Move

_IS_KEYS = {
    Label.INACCURACY: "practice.is-inaccuracy",
    Label.MISTAKE: "practice.is-mistake",
    Label.BLUNDER: "practice.is-blunder",
}
_ARGUMENT = re.compile(r"([dm])(\d{1,15})(?:-([osme]{1,30}))?\.(\d{1,5})\.([a-z]+)(?:\.(.+))?")
"""Due or of a match, the match, the marks of its round, the ply, the action, the choice."""


@dataclass(frozen=True, slots=True)
class Practice:
    """What a button of a puzzle means."""

    match_id: int
    ply: int
    """The number of moves before the mistake."""
    is_due: bool = True
    """Whether the next puzzle is any that is due; else the next one of this match."""
    action: str = "show"
    """``show`` the puzzle, ``look`` at a part of it, ``try`` a move, ``type`` one, or see the ``answer``;
    go on to the ``next``, ``again`` through those not solved, or ``close`` the message."""
    choice: str = ""
    """The move or the selection."""
    marks: str = ""
    """What came of the first try at each mistake of the match so far, see `bot.ui.practice_round.Round`."""

    @property
    def panel(self) -> Panel:
        """The press that carries it."""
        tail = f".{self.choice}" if self.choice else ""
        kind = "d" if self.is_due else "m"
        marks = f"-{self.marks}" if self.marks else ""
        return Panel(PRACTICE, f"{kind}{self.match_id}{marks}.{self.ply}.{self.action}{tail}")

    def pressing(self, action: str, choice: str) -> Panel:
        """The press that does something else with the same puzzle."""
        return replace(self, action=action, choice=choice).panel

    @classmethod
    def read(cls, argument: str) -> Self | None:
        """What a panel's argument means; None if it names no puzzle."""
        parsed = _ARGUMENT.fullmatch(argument)
        if parsed is None:
            return None
        kind, match_id, marks, ply, action, choice = parsed.groups()
        return cls(int(match_id), int(ply), kind == "d", action, choice or "", marks or "")


def puzzle_view(match: Match, practice: Practice, keypad: Keypad, texts: Texts, place: str) -> LayoutView:
    """The question, with the buttons of the position; ``place`` is `due_place` or `place_among`."""
    position, presenter = replay(match.record.before(practice.ply)), PRESENTERS[match.game]
    side = position.to_move
    question = texts(
        "practice.question",
        symbol=Raw(presenter.symbol(side, position)),
        side=presenter.side_name_in(side, position, texts),
        move=Raw(presenter.move_text(match.moves[practice.ply], texts)),
    )
    # The way out leads to the review's overview, since its board of the move shows the answer. Beside a pass
    # or columns a phone has no room for it.
    leave = press_button(review_press(match, OVERVIEW), label=texts.plain("button.review"))
    passing = action_button(keypad, practice.pressing)
    is_full = bool(passing) or keypad.hides_controls
    controls = [*passing, _control(practice, "answer", texts), *([] if is_full else [leave])]
    keypad = _without(keypad, match.moves[practice.ply])
    rows = rows_with_controls(keypad, practice.pressing, controls)
    alt = board_in_words(match.record.before(practice.ply), texts)
    if keypad.is_of_part:
        text = above_part(f"{Icon.PRACTICE} **{title(match, texts, is_short=True)}**", question)
    else:
        text = TextDisplay(f"{_heading(match, texts, place)}\n{question}")
    return layout(Container(text, gallery(alt), *rows, accent_color=INACTIVE))


def attempt_view(match: Match, practice: Practice, tried: Report, texts: Texts, place: str) -> LayoutView:
    """What came of a move; ``tried`` is `bot.match.analyses.Analyses.attempt`."""
    judgement, next_button = judgement_at(tried, practice.ply + 1), _next(practice, texts)
    if judgement is None:
        color, line, controls = RIGHT, _right_line(tried, practice.ply, texts), [next_button]
    else:
        wrong = texts("practice.wrong", move=_bold_move(tried, texts))
        why = reasons(tried, judgement, texts, hides_better=True)
        why = why or [what_it_leaves(tried, judgement, texts) or texts(LABEL_KEYS[judgement.label])]
        color, line = WRONG, " · ".join((wrong, *why, *_reply_in_words(tried, practice.ply, texts)))
        controls = [_control(practice, "show", texts), _control(practice, "answer", texts), next_button]
    row = ActionRow(*controls, *_review_button(match, practice, texts))
    text = f"{_heading(match, texts, place)}\n{line}"
    marks = marks_in_words(attempt_scene(tried, practice.ply), texts)
    alt = " ".join([*marks, board_in_words(tried.match.record, texts)])
    return layout(Container(TextDisplay(text), gallery(alt), row, accent_color=color))


def attempt_scene(tried: Report, ply: int) -> BoardScene:
    """The position after a move, with what is claimed of it, but without the better move."""
    scene, judgement = BoardScene.of(tried.match), judgement_at(tried, ply + 1)
    if judgement is None:
        return scene
    if (reply := _reply(tried, ply)) is not None:
        return replace(scene, line=line_from(tried.match.record, [reply]))
    return explained(scene, ply, claim_on_fault(tried, judgement, hides_better=True))


def _reply(tried: Report, ply: int) -> Move | None:
    """What the opponent plays best after a wrong move of which nothing is claimed.

    None if the analysis does not know it, or if it is where the answer is.
    """
    judgement, verdict = judgement_at(tried, ply + 1), tried.verdicts[ply]
    if judgement is None or verdict is None or verdict.played is None:
        return None
    reply = next(iter(verdict.played.moves[1:]), None)
    is_explained = claim_on_fault(tried, judgement, hides_better=True) is not None
    return None if is_explained or reply == judgement.better.move else reply


def _reply_in_words(tried: Report, ply: int, texts: Texts) -> list[str]:
    """The opponent's best reply to a wrong move, which the picture shows, too; empty if none is shown."""
    reply = _reply(tried, ply)
    if reply is None:
        return []
    presenter, position = PRESENTERS[tried.match.game], replay(tried.match.record)
    side = presenter.side_name_in(position.to_move, position, texts)
    return [texts("practice.reply", side=side, move=Raw(presenter.move_in_words(position, reply, texts)))]


def _right_line(tried: Report, ply: int, texts: Texts) -> str:
    """The move is right, and which was best if it was another."""
    best = tried.best(ply)
    if best is None or best.move == tried.match.moves[-1]:
        return texts("practice.right", move=_bold_move(tried, texts))
    best_move = Raw(PRESENTERS[tried.match.game].move_text(best.move, texts))
    return texts("practice.right-not-best", move=_bold_move(tried, texts), best=best_move)


def _bold_move(tried: Report, texts: Texts) -> Raw:
    return Raw(f"**{PRESENTERS[tried.match.game].move_text(tried.match.moves[-1], texts)}**")


def answer_view(match: Match, practice: Practice, report: Report, texts: Texts, place: str) -> LayoutView:
    """The answer: what was wrong with the move that was played, and the better line."""
    judgement = judgement_at(report, practice.ply + 1)
    lines = [_heading(match, texts, place)]
    if judgement is not None:
        better = written_line(match.record.before(practice.ply), judgement.better.moves, texts)
        played = move_as_subject(PRESENTERS[match.game], match.moves[practice.ply], texts)
        first, *more = reasons(report, judgement, texts) or [texts(_IS_KEYS[judgement.label])]
        said = texts("practice.played", move=Raw(f"**{played}**"), why=first)
        lines.append(" · ".join([said, *more, texts("review.better", line=better)]))
    marks = marks_in_words(answer_scene(report, practice.ply), texts)
    alt = " ".join([*marks, board_in_words(match.record.before(practice.ply), texts)])
    controls = (_control(practice, "show", texts), _next(practice, texts))
    row = ActionRow(*controls, *_review_button(match, practice, texts))
    return layout(Container(TextDisplay("\n".join(lines)), gallery(alt), row, accent_color=INACTIVE))


def answer_scene(report: Report, ply: int) -> BoardScene:
    """The position before a mistake, with the better line and what is claimed of the mistake."""
    judgement = judgement_at(report, ply + 1)
    if judgement is None:
        return BoardScene.of(report.match).after(ply)
    return fault_scene(report, judgement, claim_on_fault(report, judgement), shows_better=True)


def nothing_due_line(next_at: float | None, texts: Texts) -> Raw:
    """What is said when there is nothing to practice; ``next_at`` is when there will be, in unix seconds."""
    if next_at is None:
        return texts("practice.nothing")
    return texts("practice.later", when=Raw(f"<t:{round(next_at)}:R>"))


def practice_modal(match: Match, practice: Practice, texts: Texts) -> Modal:
    """Asks for a move."""
    modal_title = texts.plain("modal.title", game=texts.plain(f"game.{match.game}"), id=match.id)
    custom_id = replace(practice, action="typed", choice="").panel.custom_id
    return move_modal(match.record.before(practice.ply), modal_title, custom_id, texts)


def due_place(due: int, texts: Texts) -> str:
    """How many mistakes are due; empty if none is."""
    return texts("practice.due", n=due) if due else ""


def place_among(plies: Sequence[int], ply: int, texts: Texts) -> str:
    """Which of a match's mistakes, of these plies, is asked about; empty if none of them is."""
    return texts("practice.place", number=plies.index(ply) + 1, count=len(plies)) if ply in plies else ""


def _without(keypad: Keypad, played: Move) -> Keypad:
    """A keypad on which the move that was played cannot be chosen again."""

    def is_played(key: KeypadButton) -> bool:
        return key.action is Action.MOVE and key.argument == played

    rows = [
        [replace(key, disabled=True, tone=Tone.PLAIN) if is_played(key) else key for key in row]
        for row in keypad.rows
    ]
    return replace(keypad, rows=rows)


def _heading(match: Match, texts: Texts, place: str) -> str:
    return f"-# {Icon.PRACTICE} **{title(match, texts)}**{' · ' if place else ''}{place}"


def _control(practice: Practice, action: str, texts: Texts) -> discord.ui.Item[AnyView]:
    return button(practice.pressing(action, ""), label=texts.plain(CONTROL_KEYS[action]))


def _next(practice: Practice, texts: Texts) -> discord.ui.Item[AnyView]:
    """To the next mistake: the step after an answer."""
    label = texts.plain(CONTROL_KEYS["next"])
    return button(practice.pressing("next", ""), label=label, style=NEXT_STEP)


def _review_button(match: Match, practice: Practice, texts: Texts) -> list[discord.ui.Item[AnyView]]:
    """The button to the move in the match's review."""
    press = review_press(match, f"{practice.ply + 1}.m")
    return [press_button(press, label=texts.plain("button.review"))]
