"""What ``/learn`` and the keys of a lesson do."""

from __future__ import annotations

from typing import Any

import pytest

from bot.features import FEATURES
from bot.interactions.lessons import show_lessons
from bot.lessons.base import Step
from bot.lessons.registry import LESSONS
from bot.texts import texts
from bot.ui.panel import Panel
from data.errors import StoreBusy
from data.people.lessons import LessonStore
from tests.bot.discord_fakes import DM_OFFSET, FakeChannel, FakeInteraction, Method, Request
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN

OTHELLO = LESSONS["othello"]


async def opened(h: Harness, slug: str | None, user: int = ANA) -> Request:
    """The answer to the command."""
    interaction = h.interaction(user)
    await show_lessons(interaction.typed(), slug)
    assert interaction.response.answered is not None
    return interaction.response.answered


async def pressed(h: Harness, argument: str, by: FakeInteraction | None = None) -> Request:
    """The answer to a key."""
    interaction = by or h.interaction(ANA, message=h.ephemeral())
    panel = Panel.read({"custom_id": f"p:learn:{argument}" if argument else "p:learn"})
    assert panel is not None
    await FEATURES.handle_panel(interaction.typed(), panel)
    assert interaction.response.answered is not None
    return interaction.response.answered


def shows(request: Request, at: int, slug: str = "othello") -> bool:
    lesson = LESSONS[slug]
    game, n = texts("en").plain(f"game.{slug}"), len(lesson.steps)
    return request.text.startswith(texts("en")("learn.title", game=game, step=at + 1, n=n))


def keys(step: Step[Any]) -> tuple[str, str]:
    """The arguments of a right key and of a wrong one."""
    right = next(one for one in step.choices if step.answer(one).is_right)
    wrong = next(one for one in step.choices if not step.answer(one).is_right)
    return f"{step.slug}.{step.name}.{right}", f"{step.slug}.{step.name}.{wrong}"


async def test_a_lesson_begins_with_a_picture_that_one_person_sees(h: Harness) -> None:
    answer = await opened(h, "othello")
    assert (answer.method, answer.ephemeral, answer.attachments) == (Method.RESPOND, True, 1)
    assert shows(answer, 0)


async def test_the_list_shows_how_far_the_person_is(h: Harness) -> None:
    await pressed(h, keys(OTHELLO.steps[0])[0])
    answer = await opened(h, None)
    assert (answer.ephemeral, answer.attachments) == (True, 0)
    assert set(answer.custom_ids) == {f"p:learn:{slug}" for slug in LESSONS}
    assert await h.store.lessons.progress(ANA) == {"othello": 1}


async def test_mistakes_that_are_due_are_in_the_list_and_open(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    assert "p:learn:mistakes" not in (await opened(h, None)).custom_ids
    await h.store.mistakes.add(match.id, ANA, [0], 0.0)
    listed = await opened(h, None)
    assert listed.custom_ids[0] == "p:learn:mistakes" and "Practice 1 mistake" in listed.labels
    shown = await pressed(h, "mistakes")
    assert any(custom_id.startswith("p:practice:") for custom_id in shown.custom_ids)


async def test_right_keys_are_kept_and_wrong_ones_are_not(h: Harness) -> None:
    right, wrong = keys(OTHELLO.steps[0])
    answer = await pressed(h, wrong)
    assert (answer.method, "❌" in answer.text) == (Method.UPDATE, True)
    assert await h.store.lessons.progress(ANA) == {}
    answer = await pressed(h, right)
    assert (answer.method, answer.attachments, "✅" in answer.text) == (Method.UPDATE, 1, True)
    assert await h.store.lessons.progress(ANA) == {"othello": 1}
    assert await h.store.lessons.progress(BEN) == {}


async def test_a_person_goes_on_where_they_were(h: Harness) -> None:
    for step in OTHELLO.steps[:3]:
        await pressed(h, keys(step)[0])
    assert shows(await opened(h, "othello"), 3)
    assert shows(await pressed(h, "othello"), 3)
    assert shows(await opened(h, "othello", BEN), 0) is False, "Ben reads Korean"
    for step in OTHELLO.steps[3:]:
        await pressed(h, keys(step)[0])
    assert shows(await opened(h, "othello"), 0), "from the start once all is done"
    await pressed(h, keys(OTHELLO.steps[0])[0])
    assert (await h.store.lessons.progress(ANA))["othello"] == len(OTHELLO.steps)


async def test_keys_lead_to_their_step_and_unknown_ones_to_where_the_person_was(h: Harness) -> None:
    await pressed(h, keys(OTHELLO.steps[0])[0])
    assert shows(await pressed(h, "othello.corner"), 3)
    assert shows(await pressed(h, "othello.no-such-step"), 1)
    answer = await pressed(h, "othello.corner.no-such-choice")
    assert shows(answer, 3)
    assert "❌" not in answer.text
    for argument in ("", "no_such_game", "no_such_game.flip.d3"):
        answer = await pressed(h, argument)
        assert texts("en")("learn.list") in answer.text
        assert answer.attachments == 0


async def test_a_key_on_a_message_of_everybody_opens_a_lesson_for_one_person(h: Harness) -> None:
    match = await h.against_computer()
    answer = await pressed(h, "othello", h.interaction(ANA, message=h.board(match)))
    assert (answer.method, answer.ephemeral, answer.attachments) == (Method.RESPOND, True, 1)


async def test_lessons_work_in_direct_messages(h: Harness) -> None:
    channel = FakeChannel(h.discord, DM_OFFSET + ANA)
    by = h.interaction(ANA, channel=channel, guild_id=None, message=h.ephemeral())
    assert shows(await pressed(h, "go", by), 0, "go")


async def test_a_store_that_is_busy_is_explained(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    async def busy(*_: object) -> None:
        raise StoreBusy("held by a test")

    monkeypatch.setattr(LessonStore, "advance", busy)
    answer = await pressed(h, keys(OTHELLO.steps[0])[0])
    assert (answer.text, answer.ephemeral) == (texts("en")("error.store-busy"), True)
