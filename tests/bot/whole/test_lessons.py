"""``/learn`` with the whole bot: lessons walked to their end, kept over a restart, offered once."""

from __future__ import annotations

import pytest

from bot.lessons.registry import LESSONS
from bot.texts import texts
from bot.ui.welcome import play_path
from sandbox import Person, SeenMessage
from sandbox.testing.message import walk

from .world import World, first_legal


def key(panel: SeenMessage, argument: str) -> str:
    """The custom_id of the key that carries this argument."""
    wanted = f"p:learn:{argument}"
    assert wanted in [one.get("custom_id") for one in walk(panel.raw["components"])]
    return wanted


async def learn(w: World, person: Person, channel: str, slug: str = "") -> SeenMessage:
    options = {"game": slug} if slug else {}
    return (await person.command(channel, "learn", **options)).shown


@pytest.mark.parametrize("slug", LESSONS)
@pytest.mark.parametrize("language", ["en", "ko"])
async def test_a_lesson_is_walked_to_its_end(w: World, language: str, slug: str) -> None:
    person, channel = (w.alice, w.games) if language == "en" else (w.minji, w.korean)
    reader, lesson = texts(language), LESSONS[slug]
    panel = await learn(w, person, channel, slug)
    assert panel.ephemeral
    for at, step in enumerate(lesson.steps):
        assert reader(f"learn.{slug}.{step.name}") in panel.text
        assert f"{at + 1}/{len(lesson.steps)}" in panel.text
        asked = panel.images
        wrong = next(one for one in step.choices if not step.answer(one).is_right)
        reply = await person.click(panel, custom_id=key(panel, f"{slug}.{step.name}.{wrong}"))
        assert reply.kind == "update"
        assert "❌" in panel.text
        right = next(one for one in step.choices if step.answer(one).is_right)
        await person.click(panel, custom_id=key(panel, f"{slug}.{step.name}.{right}"))
        assert "✅" in panel.text
        assert len(panel.images) == len(asked) == 1
        if at + 1 < len(lesson.steps):
            await person.click(panel, custom_id=key(panel, f"{slug}.{lesson.steps[at + 1].name}"))
    command = w.client.services.commands.link(play_path(slug))
    assert command.startswith("</play ") and reader("learn.finished", command=command) in panel.text
    await person.click(panel, custom_id="p:learn")
    assert f"✅ {reader.plain(f'game.{slug}')}" in [one.label for one in panel.buttons]
    assert panel.images == []
    assert w.public() == [], "nobody else sees anything"


async def test_a_newcomer_is_offered_the_lesson_below_the_first_match_of_a_game(w: World) -> None:
    dana = w.sandbox.add_person("Dana")
    await w.play(dana)
    (offer,) = await w.sandbox.until(lambda: w.ephemerals(dana) or None)
    assert [one.custom_id for one in offer.buttons] == ["p:learn:othello", "p:learn-no:othello"]
    await dana.click(offer, custom_id="p:learn:othello")
    assert texts("en")("learn.othello.flip") in offer.text
    await w.play(dana)
    await w.play(dana, game="go")
    first, second = await w.sandbox.until(lambda: w.ephemerals(dana)[1:] and w.ephemerals(dana))
    assert first == offer
    assert second.buttons[0].custom_id == "p:learn:go"
    await dana.click(second, custom_id="p:learn-no:go")
    await w.sandbox.until(lambda: second.is_deleted or None)
    assert w.ephemerals(w.alice) == []


async def test_the_offer_is_gone_after_the_first_move_but_not_its_lesson(w: World) -> None:
    dana = w.sandbox.add_person("Dana")
    match = await w.play(dana)
    (offer,) = await w.sandbox.until(lambda: w.ephemerals(dana) or None)
    await w.press(dana, match, first_legal(match.record))
    await w.sandbox.until(lambda: offer.is_deleted or None)
    other = await w.play(dana, game="hare_and_hounds", side="first")
    (lesson,) = await w.sandbox.until(lambda: w.ephemerals(dana) or None)
    await dana.click(lesson, custom_id="p:learn:hare_and_hounds")
    await w.press(dana, other, first_legal(other.record))
    await w.answered(other)
    assert not lesson.is_deleted


async def test_who_accepts_a_first_challenge_is_offered_the_lesson(w: World) -> None:
    dana = w.sandbox.add_person("Dana")
    match = await w.play(w.alice, opponent=dana)
    await dana.click(w.board(match), label="✅")
    (offer,) = await w.sandbox.until(lambda: w.ephemerals(dana) or None)
    assert offer.buttons[0].custom_id == "p:learn:othello"
    assert w.ephemerals(w.alice) == []
