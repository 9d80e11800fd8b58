"""Which level the computer plays at where nobody says it: what suits the person, as the server allows."""

from __future__ import annotations

from collections.abc import Sequence

from ai.strengths import strength_of
from bot.interactions.channel_checks import usual_level
from bot.match.auto_level import FEWEST, auto_level
from bot.services import Interaction
from data.model.rating_categories import category_of
from data.ratings.store import LevelResult


async def suiting_level(interaction: Interaction, slug: str, variant: str, easy: str) -> str:
    """What ``auto`` is, for whoever has played a few matches against the computer; before that ``easy``."""
    results = await _results(interaction, slug, variant)
    if sum(strength_of(slug, result.level) is not None for result in results) < FEWEST:
        return await usual_level(interaction, slug, easy)
    return await _allowed(interaction, slug, variant, results)


async def automatic_level(interaction: Interaction, slug: str, variant: str) -> str:
    """The strength of ``auto`` for the person's next match, or the nearest level that the server allows."""
    return await _allowed(interaction, slug, variant, await _results(interaction, slug, variant))


async def _allowed(interaction: Interaction, slug: str, variant: str, results: Sequence[LevelResult]) -> str:
    level = auto_level(slug, variant, results, interaction.created_at.timestamp())
    return await usual_level(interaction, slug, level)


async def _results(interaction: Interaction, slug: str, variant: str) -> Sequence[LevelResult]:
    ratings = interaction.client.services.store.ratings
    by_category = await ratings.against_levels(interaction.user.id)
    return by_category.get(category_of(slug, variant), ())
