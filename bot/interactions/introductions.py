"""``/help``: introductions of the bot and its games, and the matches that their buttons and menus start."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

from discord import app_commands

from ai import strengths
from bot.exceptions import Refusal
from bot.interactions.channel_checks import check_chosen_opponent, check_people, usual_clock
from bot.interactions.commands.naming import GAME_CHOICES, command
from bot.interactions.feature import Feature
from bot.interactions.start_match import Request, start_match
from bot.interactions.tournament_plans import show_plan, usual_plan
from bot.interactions.tournaments import check_may_organize
from bot.interactions.usual_levels import suiting_level
from bot.messages.access import is_member
from bot.messages.interaction_responses import answer_privately_in_time
from bot.presenters.registry import PRESENTERS, game_title
from bot.presenters.variants import compose_variant
from bot.services import Interaction
from bot.texts import Raw, Texts, texts
from bot.ui.help import CREATE_TOURNAMENT, GAME, SECTIONS
from bot.ui.links import link
from bot.ui.panel import Panel
from bot.ui.welcome import EASY_LEVEL, FRIEND, Start, friend_view
from data.model.match import Match, MatchState
from games import GAMES
from games.base import Side

_EASY_VARIANTS = {"gomoku": "freestyle-15"}
"""What newcomers play, where that is not the default."""
_RANDOM = random.SystemRandom()


# --- Introductions -----------------------------------------------------------------------------------


async def introduce(interaction: Interaction, slug: str | None, *, in_help: bool = False) -> None:
    """Answer with the introduction of a game, or with help, for the person alone.

    ``in_help``: the game was chosen in a section of help.
    """
    reader, guild_id = texts(interaction.locale.value), interaction.guild_id
    guild_id = guild_id if is_member(interaction) else None
    welcomes = interaction.client.services.welcomes
    people = interaction.guild_id is not None or interaction.context.private_channel
    warning = _warning(interaction, reader, GAMES if slug is None else (slug,))
    if slug is None:
        composing = welcomes.help(reader, guild_id, people=people, warning=warning)
    else:
        measured = _strengths(slug, reader)
        composing = welcomes.of_game(slug, reader, guild_id, measured, warning, in_help=in_help)
    await answer_privately_in_time(interaction, composing)


async def press_help(interaction: Interaction, panel: Panel) -> None:
    """Open a section of help, the introduction of a game, or the first page again. Raises `Refusal`."""
    section, slug = panel.argument, panel.argument.removeprefix(GAME)
    if section == CREATE_TOURNAMENT:
        await check_may_organize(interaction)
        await show_plan(interaction, await usual_plan(interaction), None)
    elif section in SECTIONS:
        reader, guild_id = texts(interaction.locale.value), interaction.guild_id
        composing = interaction.client.services.welcomes.help_section(
            section, reader, guild_id if is_member(interaction) else None
        )
        await answer_privately_in_time(interaction, composing)
    elif not section or slug in GAMES:
        await introduce(interaction, slug or None, in_help=True)
    else:
        raise Refusal("error.unknown-button")


def _warning(interaction: Interaction, reader: Texts, slugs: Iterable[str]) -> str:
    """Which of the games the computer plays without an engine; empty if none."""
    failed = interaction.client.services.player.failed_games
    games = ", ".join(reader.plain(f"game.{slug}") for slug in slugs if slug in failed)
    return reader("welcome.no-engine", games=games) if games else ""


def _strengths(slug: str, reader: Texts) -> str:
    """How strong the computer's levels are, if that was measured."""
    measured = strengths.of(slug)
    if measured is None:
        return ""
    levels = " · ".join(f"{level.level}: **{level.elo}**" for level in measured.levels)
    game, weakest = game_title(slug, measured.variant, reader), strengths.playable(slug)[0]
    return reader(
        "help.strengths", levels=Raw(levels), game=game, first=measured.levels[0].elo, weakest=weakest
    )


# --- Buttons -----------------------------------------------------------------------------------------


async def play_introduced(interaction: Interaction, panel: Panel) -> None:
    """Start the match that a button or a menu of an introduction names, or ask whom to challenge."""
    if (panel.argument or "".join(panel.values)).partition(".")[0] == FRIEND:
        await _challenge(interaction, panel)
        return
    start = Start.read(panel)
    if start is None:
        raise Refusal("error.unknown-button")
    with interaction.client.services.welcomes.starts.take(interaction.user.id) as is_first:
        if not is_first:
            await interaction.response.defer()
            return
        variant = easy_variant(start.slug, start.size)
        if start.level == EASY_LEVEL:
            level = await suiting_level(interaction, start.slug, variant, EASY_LEVEL)
            start = replace(start, level=level)
        if start.level is not None:
            await _check_not_begun(interaction, start)
            side, control = Side.FIRST, None
        else:
            check_people(interaction)
            side, control = _RANDOM.choice(list(Side)), await usual_clock(interaction, start.slug)
        await start_match(interaction, Request(start.slug, variant, side, level=start.level, control=control))


async def _challenge(interaction: Interaction, panel: Panel) -> None:
    """Ask whom to challenge, then at which game, then post the challenge. Raises `Refusal`."""
    check_people(interaction)
    reader, chosen = texts(interaction.locale.value), "".join(panel.values)
    guild_id = interaction.guild_id if is_member(interaction) else None
    games = await interaction.client.services.welcomes.games(guild_id)
    _, _, choice = panel.argument.partition(".")
    if not panel.argument:
        await interaction.response.send_message(view=friend_view(reader, games), ephemeral=True)
    elif not choice:
        friend_id = int(chosen) if chosen.isdecimal() else None
        if friend_id is not None:
            check_chosen_opponent(interaction, friend_id)
        await interaction.response.edit_message(view=friend_view(reader, games, friend_id))
    else:
        friend, _, name = choice.partition(".")
        slug = name.replace("-", "_")
        if slug not in GAMES or not friend.isdecimal():
            raise Refusal("error.unknown-button")
        side, control = _RANDOM.choice(list(Side)), await usual_clock(interaction, slug)
        wanted = Request(slug, easy_variant(slug), side, opponent_id=int(friend), control=control)
        await start_match(interaction, wanted)


def easy_variant(slug: str, size: str = "") -> str:
    """The variant of a game that a newcomer plays, on a board of a size (empty for the usual one)."""
    chosen = {"size": size} if size else {}
    return _EASY_VARIANTS.get(slug) or compose_variant(PRESENTERS[slug].variant_options, chosen)


async def _check_not_begun(interaction: Interaction, start: Start) -> None:
    """Refuse a second such match beside one in this channel in which the person has yet to move."""
    for match in await interaction.client.services.store.queries.of_user(interaction.user.id):
        if match.home.channel_id == interaction.channel_id and _is_fresh(match, start):
            raise Refusal("welcome.begun", link=Raw(link(match.home)))


def _is_fresh(match: Match, start: Start) -> bool:
    is_such = match.state == MatchState.PLAYING and (match.game, match.level) == (start.slug, start.level)
    return is_such and match.ply < 2


@command("help")
@app_commands.choices(game=GAME_CHOICES)
async def help_command(interaction: Interaction, game: app_commands.Choice[str] | None = None) -> None:
    """Explain how to play: the bot, or one game."""
    await introduce(interaction, game.value if game is not None else None)


HELP = Feature([help_command], panels={"play": play_introduced, "help": press_help})
