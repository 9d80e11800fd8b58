"""What ``/learn`` and the buttons of a lesson do: they show a step, judge a choice, and keep the progress."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from discord import app_commands

from bot.interactions.commands.naming import choices, command
from bot.interactions.feature import Feature
from bot.interactions.practice import show_due
from bot.lessons.base import Answer, Lesson
from bot.lessons.registry import LESSONS
from bot.match.mistakes import Mistakes
from bot.messages.interaction_responses import Composed, answer_privately_in_time
from bot.messages.lesson_offers import LessonOffers
from bot.services import Interaction
from bot.texts import texts
from bot.texts.command_names import label
from bot.ui.lesson_message import MISTAKES, lessons_view, step_scene, step_view
from bot.ui.panel import Panel


async def show_lessons(interaction: Interaction, slug: str | None) -> None:
    """Answer a command with the list of lessons, or with a lesson where the person was, ephemerally."""
    if slug is None:
        await _answer(interaction, _listed(interaction))
        return
    lesson = LESSONS[slug]
    await _answer(interaction, _composed(interaction, lesson, await _resumed(interaction, lesson)))


async def press_lesson(interaction: Interaction, panel: Panel) -> None:
    """Show what a button names: the list, a lesson, a step, or what a choice in it does."""
    store = interaction.client.services.store.lessons
    slug, _, rest = panel.argument.partition(".")
    if slug == MISTAKES:
        await show_due(interaction)
        return
    name, _, choice = rest.partition(".")
    lesson = LESSONS.get(slug)
    if lesson is None:
        await _answer(interaction, _listed(interaction))
        return
    index = lesson.index(name)
    if index is None:
        index = await _resumed(interaction, lesson)
    step = lesson.steps[index]
    answer = step.answer(choice) if choice in step.choices else None
    if answer is not None and answer.is_right:
        await store.advance(interaction.user.id, slug, index + 1)
    await _answer(interaction, _composed(interaction, lesson, index, answer))


async def _answer(interaction: Interaction, work: Coroutine[Any, Any, Composed]) -> None:
    """Answer with a message of the person's own, such as the one that offered a lesson."""
    if interaction.message is not None:
        interaction.client.services.private_notes.release(interaction.message.id)
    await answer_privately_in_time(interaction, work)


async def _listed(interaction: Interaction) -> Composed:
    """The list of lessons with how far the person is in each, and with their mistakes if some are due."""
    services, me = interaction.client.services, interaction.user.id
    progress, due = await services.store.lessons.progress(me), await services.part(Mistakes).due(me)
    return lessons_view(progress, due, texts(interaction.locale.value)), []


async def _composed(
    interaction: Interaction, lesson: Lesson, index: int, answer: Answer[Any] | None = None
) -> Composed:
    """The components and the picture of a step."""
    reader, services = texts(interaction.locale.value), interaction.client.services
    scene = step_scene(lesson.steps[index], answer, reader)
    picture = await services.composer.draw_scene(
        lesson.slug, scene, interaction.guild_id, interaction.user.id
    )
    return step_view(lesson, index, answer, reader, services.commands.link), [picture]


async def _resumed(interaction: Interaction, lesson: Lesson) -> int:
    """The step with which a person goes on; the first one once all are done."""
    progress = await interaction.client.services.store.lessons.progress(interaction.user.id)
    done = progress.get(lesson.slug, 0)
    return done if done < len(lesson.steps) else 0


@command("learn")
@app_commands.choices(
    game=[
        *choices("game.", LESSONS),
        app_commands.Choice(name=label("choice.mistakes"), value=MISTAKES),
    ]
)
async def learn_command(interaction: Interaction, game: app_commands.Choice[str] | None = None) -> None:
    """Show the lesson of a game where the person was, all lessons, or one's mistakes."""
    if game is not None and game.value == MISTAKES:
        await show_due(interaction)
    else:
        await show_lessons(interaction, game.value if game else None)


LEARNING = Feature(
    [learn_command],
    panels={"learn": press_lesson},
    build=lambda core: [
        LessonOffers(core.store.lessons, core.person_tokens, core.private_notes, core.events)
    ],
)
