"""The option ``variant``, where the game is an option too."""

from __future__ import annotations

from discord.app_commands import Choice

from bot.exceptions import Refusal
from bot.interactions.commands.completion import MAX_CHOICES, completion
from bot.presenters.registry import PRESENTERS
from bot.services import Interaction
from bot.texts import texts
from games import GAMES


def chosen_variant(slug: str, variant: str | None) -> str:
    """The variant that was chosen, or the game's default. Raises `Refusal` if there is no such variant."""
    chosen = variant or GAMES[slug].variants[0]
    if chosen not in GAMES[slug].variants:
        raise Refusal("rule.unknown-variant", game=slug, variant=chosen[:40])
    return chosen


@completion
async def complete_variant(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The variants of the game that was chosen, by their names, with the rules that these do not say."""
    slug, reader = str(interaction.namespace.game), texts(interaction.locale.value)
    if slug not in GAMES:
        return []
    presenter = PRESENTERS[slug]
    named = {
        variant: " — ".join(filter(None, [presenter.variant_name(variant, reader) or variant, rule]))
        for variant in GAMES[slug].variants
        for rule in [presenter.variant_rule(variant, reader)]
    }
    matching = [variant for variant, name in named.items() if typed.lower() in f"{name} {variant}".lower()]
    return [Choice(name=named[variant][:100], value=variant) for variant in matching[:MAX_CHOICES]]
