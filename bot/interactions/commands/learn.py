"""``/learn``: the rules of a game in a few steps with real positions."""

from __future__ import annotations

from discord import app_commands

from bot.interactions.commands.naming import choices, command
from bot.interactions.feature import Feature
from bot.interactions.lessons import press_lesson, show_lessons
from bot.interactions.practice import show_due
from bot.lessons import registry
from bot.messages.lesson_offers import LessonOffers
from bot.services import Interaction
from bot.texts.command_names import label

MISTAKES = "mistakes"


@command("learn")
@app_commands.choices(
    game=[
        *choices("game.", registry.LESSONS),
        app_commands.Choice(name=label("choice.mistakes"), value=MISTAKES),
    ]
)
async def learn_command(interaction: Interaction, game: app_commands.Choice[str] | None = None) -> None:
    """Show the lesson of a game where the person was, all lessons, or one's mistakes."""
    if game is not None and game.value == MISTAKES:
        await show_due(interaction)
    else:
        await show_lessons(interaction, game.value if game else None)


LESSONS = Feature(
    [learn_command],
    panels={"learn": press_lesson},
    build=lambda core: [
        LessonOffers(core.store.lessons, core.person_tokens, core.private_notes, core.events)
    ],
)
