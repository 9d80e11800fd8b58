"""``/team relay``: a match that people join while it goes on, against the computer or between two sides."""

from __future__ import annotations

import random

from discord import app_commands
from discord.app_commands import Choice

from bot.exceptions import Refusal
from bot.interactions.channel_checks import current_place
from bot.interactions.commands.levels import chosen_computer, complete_computer
from bot.interactions.commands.naming import GAME_CHOICES, choices, command
from bot.interactions.commands.variants import chosen_variant, complete_variant
from bot.interactions.public_posts import public_post
from bot.interactions.start_match import settle
from bot.match.limits import BOARDS
from bot.match.relays import Relays
from bot.messages.access import is_member
from bot.messages.interaction_responses import in_time
from bot.services import Interaction
from bot.texts import texts
from data.model.teams import MOST_TURNS
from games.base import Side
from games.clock import RELAY

DEFAULT_TURNS = 3
_DEFAULT_TIME = "relay-1h"
_RANDOM = random.SystemRandom()


@command("team relay", game="seek game", variant="tournament variant")
@app_commands.choices(game=GAME_CHOICES, time=choices("clock.", RELAY))
async def relay_command(
    interaction: Interaction,
    game: Choice[str],
    level: str | None = None,
    moves: app_commands.Range[int, 1, MOST_TURNS] = DEFAULT_TURNS,
    variant: str | None = None,
    time: Choice[str] | None = None,
) -> None:
    """Begin a relay against the computer, or open one between two sides."""
    slug, reader = game.value, texts(interaction.locale.value)
    if interaction.guild_id is None or not is_member(interaction):
        raise Refusal("team.only-in-servers")
    computer = chosen_computer(slug, level, reader) if level is not None else None
    place, services = (
        await current_place(interaction, slug, computer, shared=True),
        interaction.client.services,
    )
    named, control = chosen_variant(slug, variant), time.value if time else _DEFAULT_TIME
    async with public_post(interaction, BOARDS) as post:
        creating = services.part(Relays).create(
            slug,
            named,
            _RANDOM.choice(list(Side)),
            interaction.user.id,
            place,
            control,
            each=moves,
            level=computer,
        )
        match = await in_time(interaction, creating, thinking=True)
        match = await services.boards.messages.post(interaction, match, match.home, post)
        if match.begun:
            await settle(interaction, match, post)


relay_command.autocomplete("variant")(complete_variant)
relay_command.autocomplete("level")(complete_computer)
