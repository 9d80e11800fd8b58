"""``/tournament``: create a tournament, or show one with its buttons."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

from discord import app_commands
from discord.app_commands import Choice

from bot.exceptions import Refusal
from bot.interactions.channel_checks import check_rules, guild_settings_of
from bot.interactions.commands.completion import MAX_CHOICES, MAX_LETTERS, as_typed, completion
from bot.interactions.commands.levels import chosen_computer, complete_computer
from bot.interactions.commands.naming import GAME_CHOICES, choices, command, group
from bot.interactions.commands.variants import chosen_variant, complete_variant
from bot.interactions.feature import Feature
from bot.interactions.tournament_plans import press_plan, show_plan, usual_plan
from bot.interactions.tournaments import (
    check_may_organize,
    press_tournament,
    press_tournament_of,
    show_tournament,
)
from bot.match.tournament_moderation import TournamentModeration
from bot.match.tournaments import Tournaments
from bot.messages.member_names import MemberNames
from bot.messages.next_boards import NextBoards
from bot.messages.own_match_notes import OwnMatchNotes
from bot.messages.tournament_messages import TournamentMessages
from bot.messages.tournament_names import TournamentNames
from bot.services import Interaction, Services
from bot.texts import cut, texts
from bot.texts.command_names import label
from bot.tournaments.kinds import FORMATS
from bot.ui.buttons import TOURNAMENT_OF
from bot.ui.tournament_form import cleaned_title
from bot.ui.tournament_heading import plain_heading
from bot.ui.tournament_plan import LIVE_CLOCKS, STARTS, Plan
from data.model.tournament import MAX_TITLE, Kind
from games.clock import CONTROLS


def tournament_group() -> app_commands.Group:
    """``/tournament`` with its subcommands."""
    parent = group(
        "tournament",
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    commands: list[app_commands.Command[Any, ..., None]] = [_create, _show]
    for subcommand in commands:
        parent.add_command(subcommand)
    return parent


@command("tournament create")
@app_commands.choices(
    starts=[Choice(name=label(f"choice.starts.{name}"), value=minutes) for name, minutes in STARTS.items()]
)
@app_commands.choices(
    kind=[Choice(name=label(rules.choice), value=kind) for kind, rules in FORMATS.items()],
    game=GAME_CHOICES,
    clock=choices("choice.clock.", CONTROLS),
)
async def _create(
    interaction: Interaction,
    kind: Choice[str] | None = None,
    game: Choice[str] | None = None,
    variant: str | None = None,
    clock: Choice[str] | None = None,
    rounds: app_commands.Range[int, 2, 9] | None = None,
    groups: app_commands.Range[int, 2, 8] | None = None,
    minutes: app_commands.Range[int, 20, 180] | None = None,
    starts: Choice[int] | None = None,
    rated: bool | None = None,
    level: str | None = None,
    title: app_commands.Range[str, 1, MAX_TITLE] | None = None,
) -> None:
    """Show a panel in which a tournament for this channel is planned, with the options as its choices."""
    await check_may_organize(interaction)
    options: dict[str, Any] = {
        "kind": Kind(kind.value) if kind else None,
        "game": game.value if game else None,
        "variant": variant,
        "control": clock.value if clock else None,
        "rounds": rounds,
        "groups": groups,
        "minutes": minutes,
        "starts": starts.value if starts else None,
        "rated": rated,
    }
    given = {option: value for option, value in options.items() if value is not None}
    is_whole = kind is not None and game is not None
    chosen = replace(Plan() if is_whole else await usual_plan(interaction), **given)
    if level is not None:
        computer = chosen_computer(chosen.game, level, texts(interaction.locale.value))
        chosen = replace(chosen, level=int(computer))
    if clock is not None:
        problem = chosen.format.problem_of_clock(is_live=clock.value in LIVE_CLOCKS)
        if problem is not None:
            raise Refusal(problem)
    elif is_whole:
        chosen = replace(chosen, control=chosen.format.default_clock)
    if variant is not None:
        chosen = replace(chosen, variant=chosen_variant(chosen.game, variant))
    if game is not None:
        settings = await guild_settings_of(interaction)
        check_rules(interaction, settings, game.value, level and str(chosen.level), begins=True)
    await show_plan(interaction, chosen, cleaned_title(title or ""))


_create.autocomplete("variant")(complete_variant)
_create.autocomplete("level")(complete_computer)


@completion
async def complete_tournament(interaction: Interaction, typed: str) -> list[Choice[int]]:
    """The tournaments of the server in whose names the typed text is, those that are not over first."""
    names = await interaction.client.services.store.tournaments.names_in(interaction.guild_id or 0)
    reader = texts(interaction.locale.value)
    headings = ((tournament.id, plain_heading(tournament, reader)) for tournament in names)
    matching = (
        (number, heading)
        for number, heading in headings
        if as_typed(typed) in as_typed(f"{heading} #{number}")
    )
    return [
        Choice(name=cut(heading, MAX_LETTERS), value=number)
        for number, heading in islice(matching, MAX_CHOICES)
    ]


@command("tournament show")
async def _show(interaction: Interaction, tournament: int | None = None) -> None:
    """Show a tournament with its buttons."""
    await show_tournament(interaction, tournament)


_show.autocomplete("tournament")(complete_tournament)


def _parts(core: Services) -> list[object]:
    core.composer.occasions.add(TournamentNames(core.store.tournaments).of)
    names = MemberNames(core.client, core.now)
    tournaments = Tournaments(core.store, core.events, core.now)
    messages = TournamentMessages(
        core.client, core.store, tournaments, core.boards, core.matches, names, core.events, core.now
    )
    next_boards = NextBoards(core.store, core.person_tokens, core.private_notes, core.events)
    moderation = TournamentModeration(core.store, core.events, tournaments)
    own_notes = OwnMatchNotes(core.private_notes, core.events)
    return [names, tournaments, moderation, messages, next_boards, own_notes]


TOURNAMENTS = Feature(
    [tournament_group],
    panels={"tournament": press_tournament, "tournament-new": press_plan, TOURNAMENT_OF: press_tournament_of},
    build=_parts,
)
