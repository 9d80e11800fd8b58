"""The panel of a lesson: a step's texts, picture and buttons, the list of lessons, and the offer of one.

Everything a button means is in its custom_id: ``othello`` (a lesson, where the person was),
``othello.corner`` (a step), ``othello.corner.a8`` (a choice in it).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, Section, TextDisplay

from bot.drawing.base import Scene, Window
from bot.icons import Icon
from bot.lessons.base import NO, YES, Answer, Lesson, Step
from bot.lessons.registry import LESSONS
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.texts.command_names import UNLINKED
from bot.ui import AnyView
from bot.ui.board_words import change_in_words, position_in_words
from bot.ui.layout import NEXT_STEP, layout
from bot.ui.match_message import ACTIVE, INACTIVE, gallery
from bot.ui.panel import Panel, button
from bot.ui.welcome import Link, Start, play_path
from games.base import PASS, Move, Position, RuleError

VERB = "learn"
MISTAKES = "mistakes"
"""The panel's argument for one's own mistakes."""
_LESSONS_PER_ROW = 2
_WINDOWS = {"gomoku": Window(3, 3, 9)}
"""Where the lesson of a game with a large board takes place."""
_LABELLED_EVERYWHERE = frozenset({"go", "gomoku"})
"""Games whose pictures show a label on any point."""
_ANSWER_KEYS = {YES: "learn.yes", NO: "learn.no", PASS: "move.pass"}


def step_view(
    lesson: Lesson, index: int, answer: Answer[Any] | None, texts: Texts, link: Link = UNLINKED
) -> LayoutView:
    """A step of a lesson: asked or, with an ``answer``, answered; its end names a command by ``link``."""
    step, n = lesson.steps[index], len(lesson.steps)
    title = texts("learn.title", game=texts.plain(f"game.{lesson.slug}"), step=index + 1, n=n)
    lines = [title, *_lines(step, answer, texts)]
    is_done = answer is not None and answer.is_right
    if is_done and index + 1 == n:
        lines.append(texts("learn.finished", command=link(play_path(lesson.slug), texts)))
    after = _shown(step, answer)
    alt = " ".join([*_changes(step, answer, texts), position_in_words(lesson.slug, after, texts)])
    return layout(
        Container(
            TextDisplay("\n".join(lines)),
            gallery(alt),
            ActionRow(*_choices(step, answer, texts)),
            ActionRow(*_navigation(lesson, index, is_done, texts)),
            accent_color=ACTIVE if answer is None or is_done else INACTIVE,
        )
    )


def _lines(step: Step[Any], answer: Answer[Any] | None, texts: Texts) -> Iterator[str]:
    """What the step explains and asks; once answered, what it asked, and what the answer does."""
    task = f"**{texts(f'learn.{step.slug}.{step.name}.task')}**"
    if answer is None:
        yield texts(f"learn.{step.slug}.{step.name}")
        yield task
        return
    reason, arguments = answer.verdict.reason, _named(step.slug, answer.verdict.arguments, texts)
    if reason is None:
        yield f"{Icon.RIGHT} " + texts(f"learn.{step.slug}.{step.name}.done", **arguments)
    else:
        yield task
        why, chosen = texts(reason, **arguments), choice_label(answer.choice, texts)
        # Two choices can be wrong for one reason: what was pressed is not told by a color alone.
        yield f"{Icon.WRONG} " + (why if chosen in why else f"**{chosen}**: {why}")


def _named(slug: str, arguments: Mapping[str, str | int], texts: Texts) -> dict[str, str | int]:
    """The arguments of a sentence, with the move as the game's presenter writes it."""
    named = dict(arguments)
    if "move" in named:
        named["move"] = Raw(PRESENTERS[slug].move_text(Move(str(named["move"])), texts))
    return named


def _choices(step: Step[Any], answer: Answer[Any] | None, texts: Texts) -> Iterator[Item[AnyView]]:
    """The buttons of a step: a wrong choice is red, and once the right one was made the others are gray."""
    is_done = answer is not None and answer.is_right
    for choice in step.choices:
        is_pressed, style = answer is not None and choice == answer.choice, discord.ButtonStyle.primary
        if is_pressed != is_done:
            style = discord.ButtonStyle.secondary if is_done else discord.ButtonStyle.danger
        yield button(
            Panel(VERB, f"{step.slug}.{step.name}.{choice}"),
            label=choice_label(choice, texts),
            disabled=is_done or is_pressed,
            style=style,
        )


def choice_label(choice: str, texts: Texts) -> str:
    """What a button says: the point or square that a move leads to, a number, a word."""
    if choice in _ANSWER_KEYS:
        return texts.plain(_ANSWER_KEYS[choice])
    return goal_of(choice)


def goal_of(choice: str) -> str:
    """The point or square that a choice names or leads to; the choice itself if it is no move."""
    return choice[-2:] if "-" in choice or "*" in choice else choice


def _navigation(lesson: Lesson, index: int, is_done: bool, texts: Texts) -> Iterator[Item[AnyView]]:
    """Back and on; from either end to the list of lessons, and at last to a match."""
    steps, is_last = lesson.steps, index + 1 == len(lesson.steps)
    plain = discord.ButtonStyle.secondary
    if index and not (is_done and is_last):
        back = Panel(VERB, f"{lesson.slug}.{steps[index - 1].name}")
        yield button(back, label=texts.plain("learn.back"))
    if not index or is_last:
        yield button(Panel(VERB), label=texts.plain("learn.all"))
    if not is_last:
        on = Panel(VERB, f"{lesson.slug}.{steps[index + 1].name}")
        label = texts.plain("learn.next" if is_done else "learn.skip")
        yield button(on, label=label, style=NEXT_STEP if is_done else plain)
    elif is_done:
        match = Panel("play", Start(lesson.slug).argument)
        yield button(match, label=texts.plain("learn.play"), style=NEXT_STEP)


def step_scene(step: Step[Any], answer: Answer[Any] | None, texts: Texts) -> Scene[Position]:
    """The picture of a step: the position that is asked about or, once it is done, what it leads to."""
    after, is_done = _shown(step, answer), answer is not None and answer.is_right
    labels = {} if is_done else _labels(step, texts)
    scene = Scene(after, hints=False, window=_WINDOWS.get(step.slug), labels=labels)
    last, previous = _last_move(step, answer)
    return replace(scene, last=last, previous=previous, hints=is_done and after is step.position)


def _last_move(step: Step[Any], answer: Answer[Any] | None) -> tuple[Move | None, Position | None]:
    """The move that led to what the picture shows, if it is known, and the position before it."""
    after = _shown(step, answer)
    if after is step.position:
        return (step.played[-1], step.positions[-2]) if step.played else (None, None)
    if answer is not None and _leads_to(step.position, answer.choice, after):
        return Move(answer.choice), step.position
    return None, None


def _changes(step: Step[Any], answer: Answer[Any] | None, texts: Texts) -> Iterator[str]:
    """What that move was and did."""
    last, previous = _last_move(step, answer)
    if last is not None and previous is not None:
        yield change_in_words(step.slug, previous, last, texts)


def _labels(step: Step[Any], texts: Texts) -> dict[str, str]:
    """What the buttons say, by the points that they name; none where the labels would give the answer away.

    Boards of squares show the labels of legal moves only.
    """
    points = [choice for choice in step.choices if choice not in _ANSWER_KEYS and not choice.isdecimal()]
    if step.slug not in _LABELLED_EVERYWHERE and not set(points) <= set(step.position.legal_moves()):
        return {}
    return {goal_of(choice): choice_label(choice, texts) for choice in points}


def _leads_to(position: Position, choice: str, after: Position) -> bool:
    """Whether a choice is a move that the picture can mark, and leads from one position to the other."""
    try:
        return choice != PASS and position.play(Move(choice)) == after
    except RuleError:
        return False


def _shown(step: Step[Any], answer: Answer[Any] | None) -> Position:
    """The position that the picture shows."""
    after: Position | None = answer.verdict.after if answer is not None else None
    return step.position if after is None else after


# --- The list, and an offer ----------------------------------------------------------------------------


def lessons_view(progress: Mapping[str, int], due: int, texts: Texts) -> LayoutView:
    """A button for each lesson with how far the person is; the first is for mistakes, if any are due."""
    buttons = [
        button(
            Panel(VERB, slug),
            label=_progress_label(lesson, progress.get(slug, 0), texts),
            style=discord.ButtonStyle.primary,
        )
        for slug, lesson in LESSONS.items()
    ]
    starts = range(0, len(buttons), _LESSONS_PER_ROW)
    rows = [ActionRow(*buttons[start : start + _LESSONS_PER_ROW]) for start in starts]
    if due:
        mistakes = button(
            Panel(VERB, MISTAKES),
            label=texts.plain("learn.mistakes", n=due),
            style=NEXT_STEP,
        )
        rows.insert(0, ActionRow(mistakes))
    return layout(Container(TextDisplay(texts("learn.list")), *rows, accent_color=ACTIVE))


def _progress_label(lesson: Lesson, done: int, texts: Texts) -> str:
    """A game's name, with a check mark if its lesson is done, or with the steps that are."""
    name, steps = texts.plain(f"game.{lesson.slug}"), len(lesson.steps)
    if done >= steps:
        return f"{Icon.RIGHT} {name}"
    return f"{name} {done}/{steps}" if done else name


def offer_view(slug: str, texts: Texts) -> LayoutView:
    """Offers the lesson of a game in the height of one button, so that the board above stays on the screen.

    The sentence is small and beside the button. Who does not want it dismisses the message, as any that only
    they can see.
    """
    sentence = texts("learn.offered", game=texts.plain(f"game.{slug}"))
    label, style = texts.plain("learn.offer"), discord.ButtonStyle.primary
    begin = button(Panel(VERB, slug), label=label, style=style)
    return layout(Section(TextDisplay(f"-# {sentence}"), accessory=begin))
