"""A puzzle: the question, buttons that try a move, what refutes a wrong one, and the solution in steps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

import discord
from discord.ui import ActionRow, Container, LayoutView, Modal, TextDisplay

from ai.puzzles.puzzle import Puzzle
from bot.icons import Icon
from bot.presenters.keypad import Keypad
from bot.puzzles import is_easiest, is_hardest
from bot.texts import Raw, Texts
from bot.ui import AnyView, phone
from bot.ui import puzzle_words as words
from bot.ui.best_play import written_line
from bot.ui.board_words import marks_in_words
from bot.ui.layout import NEXT_STEP, above_part, layout
from bot.ui.match_message import INACTIVE, gallery
from bot.ui.modals import move_modal
from bot.ui.panel import Panel, button
from bot.ui.puzzle_hints import hinted_points, hints
from bot.ui.puzzle_ideas import Hint
from bot.ui.puzzle_reasons import why_right
from bot.ui.puzzle_scene import line_scene, puzzle_in_words, wrong_scene
from bot.ui.puzzle_words import question_line
from bot.ui.races import MissedPuzzle
from bot.ui.trying import CONTROL_KEYS, RIGHT, WRONG, rows_with_controls
from games.base import Move

PUZZLE = "puzzle"
_SMALL_ROWS = 2
"""Rows of small print about a solution for which a phone has room."""
_ARGUMENT = re.compile(
    r"([0-9a-f]{10})\.([agdr])(\d{0,2})([eh][12])?(?:i(\d))?(?:-([a-z0-9-]{1,20}))?\.([a-z]+)(?:\.(.+))?"
)
"""The puzzle, whether the next one is of any game or of this one, step, shift, theme, action and choice.

The shift is ``e1`` for easier puzzles, ``h2`` for the hardest; ``i1`` says how many hints are shown. Of a
daily puzzle the second is ``d``, and its day is in place of the theme. Of one that was missed in a race it is
``r``, with a `MissedPuzzle` in that place.
"""


@dataclass(frozen=True, slots=True)
class PuzzleQuestion:
    """What a button below a puzzle asks for: which puzzle, and what to do with it."""

    puzzle_id: str
    any_game: bool = False
    """Whether the next puzzle is one of any game, not of this one's."""
    theme: str = ""
    """The theme of the next puzzle; empty for any."""
    action: str = "show"
    """``show`` the question, ``look`` at a part of the board, give a ``hint``, ``try`` a move, ``type`` one,
    show the ``line`` after so many moves, or ask the ``next`` puzzle, an ``easier`` or a ``harder`` one."""
    choice: str = ""
    """The move, the selection, or the number of moves."""
    day: str = ""
    """The day, if it is a server's daily puzzle."""
    step: int = 0
    """How many moves of the line were played before the question."""
    shift: int = 0
    """How much easier or harder the next puzzle is than usual, as in `bot.puzzles.SHIFTS`."""
    hints: int = 0
    """How many hints are shown."""
    missed: MissedPuzzle | None = None
    """Where in a race the person has missed the puzzle, if they go through what they missed there."""

    @property
    def panel(self) -> Panel:
        """The press that carries it."""
        letter, detail = ("d", self.day) if self.day else ("a" if self.any_game else "g", self.theme)
        if self.missed is not None:
            letter, detail = "r", str(self.missed)
        shift = f"{'h' if self.shift > 0 else 'e'}{abs(self.shift)}" if self.shift else ""
        hints = f"i{self.hints}" if self.hints else ""
        scope = f"{letter}{self.step or ''}{shift}{hints}" + (f"-{detail}" if detail else "")
        tail = f".{self.choice}" if self.choice else ""
        return Panel(PUZZLE, f"{self.puzzle_id}.{scope}.{self.action}{tail}")

    def pressing(self, action: str, choice: str = "") -> Panel:
        """The press that does something else with the same puzzle."""
        return replace(self, action=action, choice=choice).panel

    @classmethod
    def read(cls, argument: str) -> Self | None:
        """What a panel's argument means; None if it names no puzzle."""
        parsed = _ARGUMENT.fullmatch(argument)
        if parsed is None:
            return None
        puzzle_id, scope, step, shifted, hints, detail, action, choice = parsed.groups()
        detail = detail or ""
        missed = MissedPuzzle.read(detail) if scope == "r" else None
        if scope == "r" and missed is None:
            return None
        theme, day = detail if scope in "ag" else "", detail if scope == "d" else ""
        shift = int(shifted[1]) * (1 if shifted[0] == "h" else -1) if shifted else 0
        step, hints = int(step or 0), int(hints or 0)
        return cls(puzzle_id, scope == "a", theme, action, choice or "", day, step, shift, hints, missed)


def question_view(
    puzzle: Puzzle,
    question: PuzzleQuestion,
    keypad: Keypad,
    texts: Texts,
    *,
    played: str = "",
    own: int | None = None,
    skipped: str = "",
) -> LayoutView:
    """The question, with the buttons of the position.

    A hint that was given stands beside the heading, two stand in its place. The task is in small print then,
    and after a move that was found: on a phone there is no more room. Above an enlarged part are the task and
    the hint, or two hints alone. A pass has no button, since it never solves a puzzle.
    ``played`` says what was just played, ``own`` is the person's rating if it has settled, and ``skipped``
    what skipping the puzzle before this one has changed. Until the rating has settled, a legend of
    Twelve Janggi stands in place of the puzzle's rating.
    """
    step = question.step
    progress = [f"-# {played}"] if played else []
    every = hints(puzzle, step, texts)
    given = every[: question.hints]
    task, name = question_line(puzzle, texts, step), f"-# {Icon.PUZZLE} **{texts('puzzle.name')}**"
    if keypad.is_of_part:
        above = [name, task] if len(given) < 2 else []
        lines = [*above, *([_hints_line(given)] if given else [])]
    elif given:
        said, is_first = _hints_line(given), len(given) == 1
        small = [f"{name} · {said}", *progress, f"-# {task}"]
        lines = small if is_first else [*progress, f"-# {task} · {said}"]
    elif progress:
        lines = [f"{name} · {task}", *progress]
    else:
        is_usual = not question.day and question.missed is None
        legend = words.legend(puzzle, texts) if own is None and is_usual else ""
        heading = _heading(puzzle, question, texts, own)
        first = f"{_title(puzzle, question, texts)} · {legend}" if legend else heading
        lines = [first, task, *([f"-# {skipped}"] if skipped else [])]
    controls = [
        _hint_button(replace(question, hints=len(given) + 1), len(every), texts),
        _next(question, texts, "button.skip"),  # not the answer: *harder* was there, and is tapped twice
        _control(question, "line", texts, str(step + 1)),
    ]
    alt = puzzle_in_words(puzzle, puzzle.record_after(step), texts, moves=2 if step else 1)
    dots = sorted(hinted_points(puzzle, given))
    if dots and puzzle.game != "twelve_janggi":
        alt = f"{texts.plain('board.dotted', points=', '.join(dots))} {alt}"
    return _view(lines, alt, question, controls, keypad=keypad)


def wrong_view(
    puzzle: Puzzle,
    question: PuzzleQuestion,
    move: Move,
    reply: Move | None,
    texts: Texts,
    *,
    standing: str = "",
) -> LayoutView:
    """A wrong move, why it is wrong, and the opponent's reply that refutes it if that is known.

    ``standing`` is what the attempt changed, if it counts.
    """
    before = puzzle.after(question.step)
    played = before.play(move)
    names = {"move": Raw(f"**{words.move_name(puzzle, before, move, texts)}**")}
    if reply is None:
        line = texts("puzzle.wrong", **names)
    else:
        answer = words.move_name(puzzle, played, reply, texts)
        line = texts("puzzle.refuted", **names, reply=Raw(f"**{answer}**"))
    after = puzzle.record_after(question.step).then(move)
    if reply is not None:
        after = after.then(reply)
    claim = words.claim_on_wrong(puzzle, question.step, move, reply, texts)
    marks = marks_in_words(wrong_scene(puzzle, question.step, move, reply, claim), texts)
    alt = " ".join([puzzle_in_words(puzzle, after, texts, moves=1 if reply is None else 2), *marks])
    controls = [
        _control(question, "show", texts),
        _control(question, "line", texts, str(question.step + 1)),
        _next(question, texts, style=NEXT_STEP),
    ]
    why = words.why_wrong(puzzle, question.step, move, reply, texts)
    lines = [
        _heading(puzzle, question, texts),
        f"-# {question_line(puzzle, texts, question.step)}",
        line,
        f"-# {why}",
    ]
    lines += [f"-# {standing}"] if standing else []
    return _view(lines, alt, question, controls, below=_difficulty(puzzle, question, texts), color=WRONG)


def line_view(
    puzzle: Puzzle,
    question: PuzzleQuestion,
    shown: int,
    texts: Texts,
    *,
    right: str = "",
    standing: str = "",
    also: Move | None = None,
) -> LayoutView:
    """The solution after so many moves, and at its end what it comes to; to a solver what is proved at once.

    ``right`` is said of the move with which the person has just solved it; empty if they have not. If that
    was ``also`` right, it is on the board in place of the line's move ``shown``, with which the solution
    begins.
    """
    question, is_end = replace(question, step=0, hints=0), shown == len(puzzle.line)
    is_proved = bool(puzzle.discs) or puzzle.after(len(puzzle.line)).outcome() is None
    says_result = also is None and (is_end or (bool(right) and is_proved))
    result = words.result_words(puzzle, texts) if says_result else ""
    begun = 0 if also is None else shown - 1
    line = written_line(puzzle.record_after(begun), puzzle.line[begun:], texts)
    solution = texts("puzzle.solution", line=line)
    small = [solution] if also is not None else [] if right or not result else [result]
    why = why_right(puzzle, texts) if also is None and (right or not result) else ""
    small += [why] if why else []
    if len(puzzle.line) > 1 and not right and not result:
        small.append(words.step_words(puzzle, shown, texts))
    if is_end and also is None and puzzle.then:
        with_then = [*small, words.then_words(puzzle, texts)]
        has_room = phone.rows(f"-# {_in_a_row(with_then)}") <= _SMALL_ROWS
        small = with_then if has_room else small  # the board shows it
    small += (
        [others]
        if (right or shown == 1) and (others := words.others_line(puzzle, texts, is_short=bool(why)))
        else []
    )
    lines = [
        _heading(puzzle, question, texts),
        " ".join(filter(None, (right, result))) if right else solution,
        f"-# {_in_a_row(small)}" if small else "",
        f"-# {standing}" if standing else "",
    ]
    scene = line_scene(puzzle, shown, also)
    alt = " ".join([puzzle_in_words(puzzle, scene.record, texts), *marks_in_words(scene, texts)])
    steps = [*_steps(question, shown, len(puzzle.line), also, texts)]
    key = "button.next-whole-puzzle" if steps else CONTROL_KEYS["next"]
    controls = [_control(question, "show", texts), _next(question, texts, key, NEXT_STEP)]
    color, below = RIGHT if right else INACTIVE, _difficulty(puzzle, question, texts)
    kept = [written for written in lines if written]
    return _view(kept, alt, question, controls, steps=steps, below=below, color=color)


def _in_a_row(parts: Sequence[str]) -> str:
    """What is said with dots between; a sentence before a dot has no period."""
    return " · ".join([*(part.removesuffix(".") for part in parts[:-1]), *parts[-1:]])


def puzzle_modal(puzzle: Puzzle, question: PuzzleQuestion, texts: Texts) -> Modal:
    """Asks for a move."""
    title = texts.plain("puzzle.title", game=texts.plain(f"game.{puzzle.game}"))
    return move_modal(puzzle.record_after(question.step), title, question.pressing("typed").custom_id, texts)


def _title(puzzle: Puzzle, question: PuzzleQuestion, texts: Texts) -> str:
    number = question.missed.number + 1 if question.missed is not None else 0
    return words.title(puzzle, texts, is_daily=bool(question.day), number=number)


def _heading(puzzle: Puzzle, question: PuzzleQuestion, texts: Texts, own: int | None = None) -> str:
    """What the puzzle is called, how hard it is beside the person's rating, and its rules if they matter."""
    rating = words.rating_words(puzzle, question.shift, own, texts)
    return " · ".join(filter(None, (_title(puzzle, question, texts), rating, words.rules(puzzle, texts))))


def _hints_line(given: Sequence[Hint]) -> str:
    """All hints that were given; several have numbers in place of the sign, which makes a line higher."""
    if len(given) == 1:
        return f"{Icon.HINT} {given[0].text}"
    return " ".join(f"**{number}.** {hint.text}" for number, hint in enumerate(given, 1))


def _hint_button(question: PuzzleQuestion, every: int, texts: Texts) -> discord.ui.Item[AnyView]:
    """Gives the next of so many hints, and is off after the last.

    Beside the earlier days there is no room to count them.
    """
    if question.day or every == 1:
        label = texts.plain("button.hint")
    elif every:
        label = texts.plain("button.hint-of", number=min(question.hints, every), of=every)
    else:
        label = texts.plain("button.no-hint")
    return button(question.pressing("hint"), label=label, disabled=question.hints > every)


def _view(
    lines: list[str],
    alt: str,
    question: PuzzleQuestion,
    controls: list[discord.ui.Item[AnyView]],
    *,
    keypad: Keypad | None = None,
    steps: Sequence[discord.ui.Item[AnyView]] = (),
    below: Sequence[discord.ui.Item[AnyView]] = (),
    color: discord.Color = INACTIVE,
) -> LayoutView:
    rows = [
        *rows_with_controls(keypad or Keypad(), question.pressing, controls),
        *([ActionRow(*below)] if below else []),
    ]
    if steps:  # above the other controls: in one row, the last of them would be alone below it on a phone
        rows.insert(0, ActionRow(*steps))
    is_of_part = keypad is not None and keypad.is_of_part
    text = above_part(*lines) if is_of_part else TextDisplay[AnyView]("\n".join(lines))
    return layout(Container(text, gallery(alt), *rows, accent_color=color))


def _control(
    question: PuzzleQuestion,
    action: str,
    texts: Texts,
    choice: str = "",
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> discord.ui.Item[AnyView]:
    return button(question.pressing(action, choice), label=texts.plain(CONTROL_KEYS[action]), style=style)


def _steps(
    question: PuzzleQuestion, shown: int, moves: int, also: Move | None, texts: Texts
) -> Iterator[discord.ui.Item[AnyView]]:
    """The buttons one move back and one on in a solution of more than one move.

    From a move that is ``also`` right, on leads to the line's move in its place.
    """
    if moves > 1:
        for to, key in ((shown - 1, "button.previous-move"), (shown + (also is None), "button.next-move")):
            panel = question.pressing("line", str(to))
            yield button(panel, label=texts.plain(key), disabled=not 1 <= to <= moves)


def _difficulty(puzzle: Puzzle, question: PuzzleQuestion, texts: Texts) -> Sequence[discord.ui.Item[AnyView]]:
    """The buttons to an easier and to a harder puzzle than this one, if a person chooses their puzzles."""
    if question.day or question.missed is not None:
        return ()
    return [
        button(question.pressing("easier"), label=texts.plain("button.easier"), disabled=is_easiest(puzzle)),
        button(question.pressing("harder"), label=texts.plain("button.harder"), disabled=is_hardest(puzzle)),
    ]


def _next(
    question: PuzzleQuestion,
    texts: Texts,
    key: str = CONTROL_KEYS["next"],
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> discord.ui.Item[AnyView]:
    """To the next puzzle; from a server's daily puzzle, to those of earlier days, which is no next step.

    From what was missed in a race, to what was missed next, or to the race's result.
    """
    if question.missed is not None:
        label = texts.plain(key if question.missed.then else "race.result")
        return button(question.missed.following, label=label, style=style)
    if question.day:
        return button(Panel("daily", "days.a.0"), label=texts.plain("daily.days"))
    return button(question.pressing("next"), label=texts.plain(key), style=style)
