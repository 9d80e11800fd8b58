"""Every lesson: its positions, its choices and its texts."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.lessons.base import MAX_CHOICES, NO, YES, Lesson, Step
from bot.lessons.goals import legal
from bot.lessons.registry import LESSONS
from bot.presenters.registry import PRESENTERS
from bot.texts import LANGUAGES, texts
from bot.ui.lesson_message import choice_label, goal_of
from bot.ui.panel import PANEL, Panel
from games import GAMES
from games.base import PASS

STEPS = [step for lesson in LESSONS.values() for step in lesson.steps]
every_lesson = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
every_step = pytest.mark.parametrize("step", STEPS, ids=[f"{step.slug}.{step.name}" for step in STEPS])
POINT = re.compile(r"(?<![a-z0-9])[a-o][0-9]{1,2}(?![0-9])")


def is_move(choice: str) -> bool:
    return choice not in {YES, NO} and not choice.isdecimal()


def text_keys(step: Step[Any]) -> list[str]:
    key = f"learn.{step.slug}.{step.name}"
    return [key, f"{key}.task", f"{key}.done"]


def test_every_game_has_a_lesson() -> None:
    assert list(LESSONS) == list(GAMES)


@every_lesson
def test_a_lesson_is_short_and_its_steps_have_names(lesson: Lesson) -> None:
    names = [step.name for step in lesson.steps]
    assert 4 <= len(names) <= 8
    assert len(set(names)) == len(names)
    assert [lesson.index(name) for name in names] == list(range(len(names)))
    assert lesson.index("no-such-step") is None
    assert {step.slug for step in lesson.steps} == {lesson.slug}


@every_step
def test_the_diagram_is_a_position_in_which_the_game_goes_on(step: Step[Any]) -> None:
    for position in step.positions:
        assert position.outcome() is None
    assert len(step.positions) == len(step.played) + 1


@every_step
def test_there_are_few_choices_and_some_are_right(step: Step[Any]) -> None:
    assert 2 <= len(step.choices) <= MAX_CHOICES
    assert len(set(step.choices)) == len(step.choices)
    verdicts = [step.answer(choice).is_right for choice in step.choices]
    assert verdicts.count(True) == 1


@every_step
def test_choices_are_moves_of_the_game_and_keys_say_which(step: Step[Any]) -> None:
    moves = [choice for choice in step.choices if is_move(choice)]
    for move in moves:
        assert GAMES[step.slug].parse(move, step.position) == move
        named = {one for one in step.position.legal_moves() if goal_of(one) == goal_of(move)}
        if step.goal is legal:  # the task names the piece
            named = {one for one in named if one[:2] == move[:2]}
        reasons = {step.answer(one).verdict.reason for one in {move, *named}}
        assert len(reasons) == 1, "the key can be read as two moves, and it matters which"
    for language in LANGUAGES:
        labels = [choice_label(choice, texts(language)) for choice in step.choices]
        assert len(set(labels)) == len(labels)


@every_step
def test_keys_carry_game_step_and_choice(step: Step[Any]) -> None:
    for choice in step.choices:
        panel = Panel("learn", f"{step.slug}.{step.name}.{choice}")
        assert PANEL.fullmatch(panel.custom_id)
        assert Panel.read({"custom_id": panel.custom_id}) == panel


@every_step
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_has_its_texts_and_they_have_what_they_need(step: Step[Any], language: str) -> None:
    reader = texts(language)
    assert [key for key in text_keys(step) if not reader.has(key)] == []
    for choice in step.choices:
        verdict = step.answer(choice).verdict
        assert reader(verdict.reason or text_keys(step)[2], **verdict.arguments)
        assert verdict.reason is None or verdict.reason.startswith(("learn.why.", "rule."))


@every_step
def test_both_languages_name_the_same_points(step: Step[Any]) -> None:
    for key in text_keys(step):
        english, korean = (set(POINT.findall("".join(texts(one)._messages[key]))) for one in ("en", "ko"))
        assert english == korean, key


@every_step
def test_what_is_right_can_be_described(step: Step[Any]) -> None:
    for choice in step.choices:
        after = step.answer(choice).verdict.after
        if after is not None:
            assert PRESENTERS[step.slug].describe(after, texts("ko"))


def test_a_pass_is_a_choice_of_othello_only() -> None:
    assert [step.slug for step in STEPS if PASS in step.choices] == ["othello"]
