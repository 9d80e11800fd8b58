"""Which match a command is about, and the completion of its option."""

from __future__ import annotations

import re

from discord import InteractionType, app_commands

from bot.exceptions import Refusal
from bot.interactions.commands.completion import MAX_CHOICES, MAX_LETTERS, completion
from bot.interactions.commands.match_choices import match_choices
from bot.log_context import bind
from bot.match.own_board import board_in
from bot.services import Interaction
from bot.texts import cut
from bot.ui.match_list import is_turn
from data.matches.queries import MatchFilter
from data.model.match import Match, MatchState

_SEARCHED = 4 * MAX_CHOICES
"""How many of a person's matches that are over are searched for what was typed."""
_NUMBERS = re.compile(r"((?:#?[0-9]{1,15}[\s,;]+)*+)(.*)", re.DOTALL)
"""Numbers of matches, and what is typed after them."""


async def find_match(
    interaction: Interaction,
    match_id: int | None,
    *,
    own_turn: bool = False,
    of_two: bool = False,
    active: bool = False,
) -> Match:
    """The match a command means: the one given, else the person's latest in this channel, else anywhere.

    Matches against people come first with ``of_two``, then with ``active`` those that are not paused. With
    ``own_turn`` those of this channel come before all others, and in it those where it is the person's turn.
    Raises `Refusal`.
    """
    services = interaction.client.services
    if match_id is not None:
        match = await services.store.matches.get(match_id)
    else:
        match = await _latest(interaction, own_turn, of_two, active)
    bind(match=match.id)
    if interaction.type is InteractionType.application_command:  # the token of a completion sends nothing
        services.person_tokens.keep(interaction, match.id)
    return match


async def find_finished_match(
    interaction: Interaction, match_id: int | None, game: str | None = None
) -> Match:
    """The match given, else the person's last one that is over, perhaps of a game. Raises `Refusal`."""
    store = interaction.client.services.store
    if match_id is not None:
        return await store.matches.get(match_id)
    finished, _ = await store.queries.finished(interaction.user.id, MatchFilter(game=game), limit=1)
    if not finished:
        raise Refusal("match.none-over")
    return finished[0]


async def _latest(interaction: Interaction, own_turn: bool, of_two: bool, active: bool) -> Match:
    """The person's match in progress that comes first. Raises `Refusal` if there is none."""
    playing = await _own_matches(interaction)
    if not playing:
        await report_unreadable(interaction)
        raise Refusal("match.none-active")

    def rank(match: Match) -> tuple[bool, bool, bool, bool, float]:
        is_here = board_in(match, None, interaction.channel_id).channel_id == interaction.channel_id
        is_wanted = (own_turn and is_turn(match, interaction.user.id)) or (of_two and match.level is None)
        return own_turn and is_here, is_wanted, active and match.is_active, is_here, match.updated_at

    return max(playing, key=rank)


async def report_unreadable(interaction: Interaction) -> None:
    """Raise `UnreadableMatch` if the person has an unfinished match that cannot be read."""
    store = interaction.client.services.store
    for match_id in await store.queries.unreadable_of(interaction.user.id):
        await store.matches.get(match_id)


@completion
async def complete_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The person's matches in progress."""
    return await match_choices(interaction, await _own_matches(interaction), typed)


@completion
async def complete_seen_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The person's matches in progress, then the newest of others in this channel."""
    queries, own = interaction.client.services.store.queries, await _own_matches(interaction)
    in_channel = await queries.in_channel(interaction.channel_id or 0)
    others = sorted(set(in_channel) - {match.id for match in own}, reverse=True)[:MAX_CHOICES]
    return await match_choices(interaction, [*own, *reversed(await queries.by_number(others))], typed)


@completion
async def complete_finished_matches(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The person's matches that are over, for the last of several numbers; the numbers before it stay."""
    numbers = _NUMBERS.match(typed)
    before, last = (numbers[1], numbers[2]) if numbers else ("", typed)
    chosen = set(re.findall("[0-9]+", before))
    queries = interaction.client.services.store.queries
    finished, _ = await queries.finished(interaction.user.id, MatchFilter(imported=True), limit=_SEARCHED)
    others = [match for match in finished if str(match.id) not in chosen]
    return [
        app_commands.Choice(name=cut(f"{before}{choice.name}", MAX_LETTERS), value=f"{before}{choice.value}")
        for choice in await match_choices(interaction, others, last)
        if len(f"{before}{choice.value}") <= MAX_LETTERS
    ]


async def _own_matches(interaction: Interaction) -> list[Match]:
    unfinished = await interaction.client.services.store.queries.of_user(interaction.user.id)
    return [match for match in unfinished if match.state == MatchState.PLAYING]
