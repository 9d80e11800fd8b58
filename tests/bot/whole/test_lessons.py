"""``/learn`` with the whole bot: lessons walked to their end, kept over a restart, offered once."""

from __future__ import annotations

import pytest

from bot.lessons.registry import LESSONS
from bot.messages.lesson_offers import LessonOffers
from bot.texts import LANGUAGES, texts
from bot.ui.welcome import play_path
from data.model.match import Match
from data.model.reasons import OUT_OF_TIME
from games.base import Outcome, Side
from sandbox import Person, SeenMessage
from sandbox.testing.message import walk
from tests.variants import sample

from .world import World, first_legal


def key(panel: SeenMessage, argument: str) -> str:
    """The custom_id of the key that carries this argument."""
    wanted = f"p:learn:{argument}"
    assert wanted in [one.get("custom_id") for one in walk(panel.raw["components"])]
    return wanted


async def learn(w: World, person: Person, channel: str, slug: str = "") -> SeenMessage:
    options = {"game": slug} if slug else {}
    return (await person.command(channel, "learn", **options)).shown


@pytest.mark.parametrize(("slug", "language"), sample([*LESSONS], LANGUAGES))
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
    command = w.client.services.commands.link(play_path(slug), reader)
    assert command.startswith("</play " if language == "en" else "`/대국 ")
    assert reader("learn.finished", command=command) in panel.text
    await person.click(panel, custom_id="p:learn")
    assert f"✅ {reader.plain(f'game.{slug}')}" in [one.label for one in panel.buttons]
    assert panel.images == []
    assert w.public() == [], "nobody else sees anything"


async def lost(w: World, person: Person, match: Match) -> None:
    """The person moves, and loses on time after the opponent's move."""
    await w.press(person, match, first_legal(match.record))
    await ended(w, await w.answered(match), person)


async def ended(w: World, match: Match, loser: Person) -> None:
    """A match that somebody loses on time."""
    winner = next(side for side in Side if match.user_of(side) != int(loser.id))
    outcome = Outcome(winner, OUT_OF_TIME)
    await w.client.services.store.matches.finish(match.id, match.position_id, outcome)


async def offer_of(w: World, person: Person, slug: str) -> SeenMessage:
    """The offer of a lesson, as soon as the person has it."""

    def found() -> SeenMessage | None:
        shown = [one for one in w.ephemerals(person) if not one.is_deleted]
        return next((one for one in shown if [key.custom_id for key in one.buttons] == [wanted]), None)

    wanted = f"p:learn:{slug}"
    return await w.sandbox.until(found)


async def test_a_newcomer_is_offered_the_lesson_after_the_first_match_of_a_game(w: World) -> None:
    dana = w.sandbox.add_person("Dana")
    match = await w.play(dana)
    assert w.ephemerals(dana) == []
    await lost(w, dana, match)
    offer = await offer_of(w, dana, "othello")
    notes = w.ephemerals(dana)
    await w.sandbox.until(lambda: [one for one in notes if not one.is_deleted] == [offer] or None)
    await dana.click(offer, custom_id="p:learn:othello")
    assert texts("en")("learn.othello.flip") in offer.text
    await lost(w, dana, await w.play(dana, game="hare_and_hounds"))
    await offer_of(w, dana, "hare_and_hounds")
    assert not offer.is_deleted, "the lesson stays"


async def test_of_two_people_the_newcomer_is_offered_the_lesson(w: World) -> None:
    dana = w.sandbox.add_person("Dana")
    match = await w.match_of_two(w.alice, dana)
    for person in (w.alice, dana):
        match = await w.now(match)
        await w.press(person, match, first_legal(match.record))
    await ended(w, await w.now(match), dana)
    await offer_of(w, dana, "othello")
    await w.sandbox.until(lambda: w.client.services.part(LessonOffers).is_idle or None)
    assert w.ephemerals(w.alice) == []
