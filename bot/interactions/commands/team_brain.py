"""``/team brain``: two a side, a brain that names and a hand that plays."""

from __future__ import annotations

import random

from discord import app_commands
from discord.app_commands import Choice

from bot.exceptions import Refusal
from bot.guild_settings import NO_CLOCK, clocks_of
from bot.interactions.channel_checks import current_place
from bot.interactions.commands.levels import chosen_computer, complete_computer
from bot.interactions.commands.naming import GAME_CHOICES, choices, command
from bot.interactions.commands.play import chosen_clock
from bot.interactions.commands.variants import chosen_variant, complete_variant
from bot.interactions.public_posts import public_post
from bot.match.hand_and_brain import HandAndBrain
from bot.match.limits import BOARDS
from bot.messages.access import is_member
from bot.messages.interaction_responses import in_time
from bot.services import Interaction
from bot.texts import texts
from games.base import Side

_RANDOM = random.SystemRandom()


@command("team brain", game="seek game", variant="tournament variant", clock="seek clock")
@app_commands.choices(game=GAME_CHOICES, clock=choices("choice.clock.", [NO_CLOCK, *clocks_of("go")]))
async def brain_command(
    interaction: Interaction,
    game: Choice[str],
    level: str | None = None,
    variant: str | None = None,
    clock: Choice[str] | None = None,
) -> None:
    """Open a lobby with four seats; with a level, the computer takes those that stay free."""
    slug, name = game.value, clock.value if clock else None
    if name not in (None, NO_CLOCK, *clocks_of(slug)):
        raise Refusal("team.byo-yomi-in-go")
    if interaction.guild_id is None or not is_member(interaction):
        raise Refusal("team.only-in-servers")
    computer = chosen_computer(slug, level, texts(interaction.locale.value)) if level is not None else None
    place, services = (
        await current_place(interaction, slug, computer, shared=True),
        interaction.client.services,
    )
    async with public_post(interaction, BOARDS) as post:
        opening = services.part(HandAndBrain).create(
            slug=slug,
            variant=chosen_variant(slug, variant),
            side=_RANDOM.choice(list(Side)),
            user_id=interaction.user.id,
            place=place,
            control=await chosen_clock(interaction, slug, name, of_two=True),
            level=computer,
        )
        lobby = await in_time(interaction, opening, thinking=True)
        await services.boards.messages.post(interaction, lobby, lobby.home, post)


brain_command.autocomplete("variant")(complete_variant)
brain_command.autocomplete("level")(complete_computer)
