"""``/team``: matches whose sides are several people."""

from __future__ import annotations

import random

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.exceptions import Refusal
from bot.guild_settings import NO_CLOCK, clocks_of
from bot.interactions.channel_checks import current_place, place_in, usual_level
from bot.interactions.commands.levels import chosen_computer, complete_computer
from bot.interactions.commands.naming import GAME_CHOICES, choices, command, group
from bot.interactions.commands.play import DEFAULT_LEVEL, chosen_clock
from bot.interactions.commands.relay import relay_command
from bot.interactions.commands.team_brain import brain_command
from bot.interactions.commands.variants import chosen_variant, complete_variant
from bot.interactions.public_posts import public_post
from bot.interactions.start_match import Request, start_match
from bot.match.limits import BOARDS
from bot.messages.access import is_member
from bot.messages.interaction_responses import in_time
from bot.services import Interaction
from bot.texts import texts
from data.model.match import Place
from games.base import Side
from games.clock import VOTING

_RANDOM = random.SystemRandom()
_DEFAULT_TIME = "vote-5m"
_CLOCKS = [NO_CLOCK, *clocks_of("go")]


def team_group() -> app_commands.Group:
    """``/team`` with its subcommands."""
    parent = group(
        "team",
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    parent.add_command(_rengo)
    parent.add_command(_vote)
    parent.add_command(relay_command)
    parent.add_command(brain_command)
    return parent


@command("team rengo", game="seek game", variant="tournament variant", clock="seek clock")
@app_commands.choices(game=GAME_CHOICES, clock=choices("choice.clock.", _CLOCKS))
async def _rengo(
    interaction: Interaction,
    game: Choice[str],
    variant: str | None = None,
    clock: Choice[str] | None = None,
) -> None:
    """Open a lobby for two teams whose members move in turn."""
    slug, name = game.value, clock.value if clock else None
    if name not in (None, NO_CLOCK, *clocks_of(slug)):
        raise Refusal("team.byo-yomi-in-go")
    place, services = await team_place(interaction, slug), interaction.client.services
    async with public_post(interaction, BOARDS) as post:
        opening = services.matches.teams.create(
            slug,
            chosen_variant(slug, variant),
            _RANDOM.choice(list(Side)),
            interaction.user.id,
            place,
            await chosen_clock(interaction, slug, name, of_two=True),
        )
        lobby = await in_time(interaction, opening, thinking=True)
        await services.boards.messages.post(interaction, lobby, lobby.home, post)


_rengo.autocomplete("variant")(complete_variant)


@command("team vote", game="seek game", variant="tournament variant")
@app_commands.choices(
    game=GAME_CHOICES,
    time=choices("choice.vote-time.", VOTING),
)
async def _vote(
    interaction: Interaction,
    game: Choice[str],
    level: str | None = None,
    variant: str | None = None,
    time: Choice[str] | None = None,
    against: discord.TextChannel | None = None,
) -> None:
    """Begin a match of everybody in the channel, who vote, against the computer or another channel."""
    slug, side = game.value, _RANDOM.choice(list(Side))
    place, control = await team_place(interaction, slug), time.value if time else _DEFAULT_TIME
    named = chosen_variant(slug, variant)
    if against is None:
        computer = (
            chosen_computer(slug, level, texts(interaction.locale.value))
            if level is not None
            else await usual_level(interaction, slug, DEFAULT_LEVEL)
        )
        wanted = Request(slug, named, side, level=computer, control=control, is_voted=True)
        await start_match(interaction, wanted)
        return
    if level is not None:
        raise Refusal("vote.level-or-channel")
    other, services = await place_in(interaction, against), interaction.client.services
    async with public_post(interaction, BOARDS) as post:
        asking = services.matches.teams.challenge_channel(
            slug, named, side, interaction.user.id, place, other, control
        )
        match = await in_time(interaction, asking, thinking=True)
        await services.boards.messages.post(interaction, match, match.home, post)


_vote.autocomplete("variant")(complete_variant)
_vote.autocomplete("level")(complete_computer)


async def team_place(interaction: Interaction, game: str) -> Place:
    """The place of an interaction, where teams can play a game. Raises `Refusal`."""
    if interaction.guild_id is None or not is_member(interaction):
        raise Refusal("team.only-in-servers")
    return await current_place(interaction, game, None, shared=True)
