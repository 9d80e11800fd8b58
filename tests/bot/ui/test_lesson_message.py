"""The panel of a lesson: what it says, shows and offers to press."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import discord
import pytest
from discord.ui import Button, LayoutView, TextDisplay

from bot.drawing.base import Scene
from bot.drawing.registry import DRAWINGS
from bot.lessons.base import Answer, Lesson, Step
from bot.lessons.registry import LESSONS
from bot.texts import LANGUAGES, Raw, Texts, texts
from bot.ui.lesson_message import goal_of, lessons_view, offer_view, step_scene, step_view
from bot.ui.welcome import Start, play_path
from games.base import Move

MAX_LINES = {282: 4, 252: 5}
"""By the width of the text in pixels: on phones of 390 and of 360 dp."""
ROW = 252
"""Pixels for a row of keys on a narrow phone, on which a key has 32 px beside its label and 8 px after it."""

EVERY = [(lesson, index) for lesson in LESSONS.values() for index in range(len(lesson.steps))]
every_step = pytest.mark.parametrize(
    ("lesson", "index"), EVERY, ids=[f"{lesson.slug}.{lesson.steps[index].name}" for lesson, index in EVERY]
)
every_language = pytest.mark.parametrize("reader", [texts(one) for one in LANGUAGES], ids=LANGUAGES)


def answers(step: Step[Any]) -> list[Answer[Any] | None]:
    """Not answered yet, then each answer."""
    return [None, *(step.answer(choice) for choice in step.choices)]


def text_of(view: LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, TextDisplay))


def rows_of(view: LayoutView) -> list[list[Button[Any]]]:
    rows = [item for item in view.walk_children() if isinstance(item, discord.ui.ActionRow)]
    return [[item for item in row.children if isinstance(item, Button)] for row in rows]


def right(step: Step[Any]) -> Answer[Any]:
    (found,) = (answer for answer in answers(step) if answer is not None and answer.is_right)
    return found


def labels_drawn(step: Step[Any], point: str) -> bool:
    """Whether the picture shows a label on a point."""
    drawing, bare = DRAWINGS[step.slug], Scene(step.position, hints=False)
    labelled = drawing.draw(replace(bare, labels={point: point})) != drawing.draw(bare)
    return labelled or step.slug in {"hare_and_hounds", "twelve_janggi"}  # they have no labels


def width(text: str, size: float) -> float:
    """Pixels of a text in a font of ``size`` pixels."""
    return sum(size * (0.95 if one >= "ᄀ" else 0.3 if one == " " else 0.52) for one in text)


@every_step
@every_language
def test_a_step_fits_a_narrow_phone(lesson: Lesson, index: int, reader: Texts) -> None:
    for answer in answers(lesson.steps[index]):
        view = step_view(lesson, index, answer, reader)
        shown = re.sub(r"[*#\\`]", "", text_of(view)).splitlines()
        for room, most in MAX_LINES.items():
            assert sum(-(-width(line, 16) // room) for line in shown) <= most, (room, text_of(view))
        assert [len(row) <= 4 for row in rows_of(view)] == [True, True]
        for row in rows_of(view):
            widths = [max(52.0, 32 + width(item.label or "", 14)) for item in row]
            assert sum(widths) + 8 * (len(widths) - 1) <= ROW, [item.label for item in row]


@every_step
@every_language
def test_keys_stay_where_they_are_and_lead_on(lesson: Lesson, index: int, reader: Texts) -> None:
    step = lesson.steps[index]
    for answer in answers(step):
        choices, navigation = rows_of(step_view(lesson, index, answer, reader))
        is_done = answer is not None and answer.is_right
        assert [item.custom_id for item in choices] == [
            f"p:learn:{lesson.slug}.{step.name}.{choice}" for choice in step.choices
        ]
        for item, choice in zip(choices, step.choices, strict=True):
            assert item.disabled is (is_done or (answer is not None and choice == answer.choice))
        ids = [item.custom_id for item in navigation]
        back, on = lesson.steps[:index][-1:], lesson.steps[index + 1 :][:1]
        if on:
            first = f"p:learn:{lesson.slug}.{back[0].name}" if back else "p:learn"
            assert ids == [first, f"p:learn:{lesson.slug}.{on[0].name}"]
        elif is_done:
            assert ids == ["p:learn", f"p:play:{Start(lesson.slug).argument}"]
        else:
            assert ids == [f"p:learn:{lesson.slug}.{back[0].name}", "p:learn"]
        assert (navigation[1].style is discord.ButtonStyle.success) is is_done


@every_step
def test_a_wrong_answer_is_explained_and_the_task_stays(lesson: Lesson, index: int) -> None:
    step, reader = lesson.steps[index], texts("en")
    for answer in answers(step):
        text = text_of(step_view(lesson, index, answer, reader))
        task = reader(f"learn.{step.slug}.{step.name}.task")
        is_done = answer is not None and answer.is_right
        assert (task in text) is not is_done
        assert ("❌" in text, "✅" in text) == (answer is not None and not is_done, is_done)


@every_step
def test_the_picture_marks_what_the_keys_say_until_it_shows_the_move(lesson: Lesson, index: int) -> None:
    step, reader = lesson.steps[index], texts("ko")
    points = {goal_of(choice) for choice in step.choices if re.search(r"[a-o][0-9]", choice)}
    for answer in answers(step):
        scene = step_scene(step, answer, reader)
        if answer is not None and answer.is_right:
            assert scene.labels == {}
            assert scene.position == answer.verdict.after
        else:
            assert scene.labels in ({point: point for point in points}, {})
            drawn = {labels_drawn(step, point) for point in points} if scene.labels else set()
            assert drawn <= {True}, "all or none, for a missing one gives the answer away"
            assert (scene.position, scene.hints) == (step.position, False)
        assert DRAWINGS[step.slug].draw(scene).startswith(b"\x89PNG")


def test_the_move_that_was_right_is_marked_with_what_it_changed() -> None:
    lines = next(step for step in LESSONS["othello"].steps if step.name == "lines")
    scene = step_scene(lines, right(lines), texts("en"))
    assert (scene.last, scene.previous) == (Move("g5"), lines.position)
    ko = next(step for step in LESSONS["go"].steps if step.name == "ko")
    scene = step_scene(ko, None, texts("en"))
    assert (scene.last, scene.previous) == (Move("e5"), ko.positions[0])
    forbidden = next(step for step in LESSONS["gomoku"].steps if step.name == "forbidden")
    assert step_scene(forbidden, right(forbidden), texts("en")).hints, "the forbidden point is crossed"
    count = next(step for step in LESSONS["othello"].steps if step.name == "count")
    assert step_scene(count, right(count), texts("en")).position.outcome() is not None


@every_language
def test_the_end_says_so(reader: Texts) -> None:
    for lesson in LESSONS.values():
        for index, step in enumerate(lesson.steps):
            text = text_of(step_view(lesson, index, right(step), reader, lambda path, _: Raw(f"</{path}:5>")))
            command = Raw(f"</{play_path(lesson.slug)}:5>")
            assert (reader("learn.finished", command=command) in text) is (index + 1 == len(lesson.steps))


@every_language
def test_the_list_has_a_key_for_every_lesson_with_how_far_the_person_is(reader: Texts) -> None:
    view = lessons_view({"othello": 2, "go": len(LESSONS["go"].steps), "gomoku": 0}, 0, reader)
    items = [item for row in rows_of(view) for item in row]
    assert [item.custom_id for item in items] == [f"p:learn:{slug}" for slug in LESSONS]
    labels = dict(zip(LESSONS, (item.label for item in items), strict=True))
    assert labels["othello"] == f"{reader.plain('game.othello')} 2/{len(LESSONS['othello'].steps)}"
    assert labels["go"] == f"✅ {reader.plain('game.go')}"
    assert labels["gomoku"] == reader.plain("game.gomoku")


@every_language
def test_mistakes_that_are_due_come_first(reader: Texts) -> None:
    (first, *_), *_ = rows_of(lessons_view({}, 16, reader))
    assert (first.custom_id, "16" in (first.label or "")) == ("p:learn:mistakes", True)


@every_language
@pytest.mark.parametrize("slug", LESSONS)
def test_an_offer_is_a_sentence_beside_one_button(reader: Texts, slug: str) -> None:
    view = offer_view(slug, reader)
    (key,) = (item for item in view.walk_children() if isinstance(item, Button))
    sentence = text_of(view).removeprefix("-# ")
    assert sentence.endswith(".") and reader.plain(f"game.{slug}") in sentence
    assert key.custom_id == f"p:learn:{slug}"
    beside = ROW - 40 - width(key.label or "", 14)
    assert key.label and width(sentence, 12) <= 3 * beside, "three small lines on a narrow phone"
    assert len(view.children) == 1  # more would push the board's title off a small desktop's screen
